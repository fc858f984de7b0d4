/* The voice: what happened, then what to do, each entry once and clause by clause; off until somebody wants it. */

import { keep, kept } from "./memory.js";
import { $ } from "./page.js";
import { box, claim, isAlone, speaks } from "./speaker.js";
import { hush, say } from "./speech.js";

/** So many entries later nobody wants to hear them all. */
const JUMP = 6;
/** Before all entries is the welcome, and before that are the pages of the opening. */
const NOTHING = -100;
/** The last entry that this page has shown, and the last note that was read out. */
let seen = NOTHING, noted = "";
let spoke = false;

const number = entry => +entry.dataset.entry;
const clausesOf = entry => [...entry.children].map(clause => clause.textContent);

/** The last entry that was said of a game: other pages of this device know it too. */
function lastSaid(game) {
  const [known, entry] = (kept("said") || "").split(" ");
  return known === game ? +entry : NOTHING;
}

/** Says what is new on the page; of what happened while nobody listened, only the last. */
function tell() {
  if (!box()) return;
  if (isAlone()) return speaks() && sayNewest(); // whoever goes back hears it again
  const { game } = $(".stage").dataset;
  const entries = [...box().children], newest = entries.length ? number(entries.at(-1)) : seen;
  const isLate = seen === NOTHING || newest - seen > JUMP;
  const news = entries.filter(entry => number(entry) > Math.max(seen, lastSaid(game)));
  seen = Math.max(seen, newest);
  if (!speaks()) return fallSilent(game);
  spoke = true;
  if ("undone" in box().dataset && news.length) hush(); // what was undone is not told to its end
  if (news.length) keep("said", `${game} ${newest}`);
  say((isLate ? news.slice(-1) : news).flatMap(clausesOf));
  readNote();
}

/** Another device speaks now, or nobody does yet. */
function fallSilent(game) {
  if (spoke) hush();
  spoke = false;
  claim(game);
}

/** What the host has opened to be read out, such as the tiles of a row: behind the news, never in its place. */
function readNote() {
  const note = $(".stage .note[data-say]"), text = note ? note.dataset.say : "";
  if (text && text !== noted) say([text]);
  noted = text;
}

/** The newest is said, even if it was said before: whoever has just switched the voice on hears that it works. */
export function sayNewest() {
  const newest = box() && box().lastElementChild;
  if (!newest) return;
  hush();
  if (!isAlone()) keep("said", `${$(".stage").dataset.game} ${newest.dataset.entry}`);
  say(clausesOf(newest));
}

// What the clock reminds of is said where this device is the one that speaks.
document.addEventListener("remind", ({ detail }) => { if (speaks()) say([detail]); });
document.addEventListener("htmx:afterSwap", tell);
tell();
