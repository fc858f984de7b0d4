/* Reads out what happened, then what to do: each entry once, clause by clause. Off until somebody turns it on. */

import { getStored, setStored } from "../lib/device_storage.js";
import { $ } from "../lib/dom.js";
import { box, claim, isAlone, speaks } from "./speaking_device.js";
import { hush, say } from "./speech.js";

const MAX_CATCH_UP = 6; // entries; further behind, only the newest is read out
const NOTHING = -100; // below the welcome and the introduction, which have negative numbers
/** The last entry that this page has shown, and the last note that was read out. */
let seen = NOTHING;
let noted = "";
let spoke = false;

const number = entry => +entry.dataset.entry;
const clausesOf = entry => [...entry.children].map(clause => clause.textContent);

/** The last entry read out for a game, shared with other pages on this device. */
function lastSaid(game) {
  const [known, entry] = (getStored("said") || "").split(" ");
  return known === game ? +entry : NOTHING;
}

/** Say what is new on the page; only the newest of what happened while nobody listened. */
function announce() {
  if (!box()) return;
  if (isAlone()) return speaks() && sayNewest(); // stepping back repeats it
  const { game } = $(".stage").dataset;
  const entries = [...box().children];
  const newest = entries.length ? number(entries.at(-1)) : seen;
  const isLate = seen === NOTHING || newest - seen > MAX_CATCH_UP;
  const news = entries.filter(entry => number(entry) > Math.max(seen, lastSaid(game)));
  seen = Math.max(seen, newest);
  if (!speaks()) return fallSilent(game);
  spoke = true;
  if ("undone" in box().dataset && news.length) hush(); // stop reading what was undone
  if (news.length) setStored("said", `${game} ${newest}`);
  say((isLate ? news.slice(-1) : news).flatMap(clausesOf));
  readNote();
}

/** Another device speaks now, or none does yet. */
function fallSilent(game) {
  if (spoke) hush();
  spoke = false;
  claim(game);
}

/** Read what the host has opened, such as the tiles of a row, after the news. */
function readNote() {
  const note = $(".stage .note[data-say]");
  const text = note ? note.dataset.say : "";
  if (text && text !== noted) say([text]);
  noted = text;
}

/** Say the newest entry, even again: turning the voice on shows that it works. */
export function sayNewest() {
  const newest = box()?.lastElementChild;
  if (!newest) return;
  hush();
  if (!isAlone()) setStored("said", `${$(".stage").dataset.game} ${newest.dataset.entry}`);
  say(clausesOf(newest));
}

// The speaking device also says the clock's reminders.
document.addEventListener("remind", ({ detail }) => {
  if (speaks()) say([detail]);
});
document.addEventListener("htmx:afterSwap", announce);
announce();
