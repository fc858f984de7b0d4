/* The voice: what happened, then what to do, each entry once and clause by clause; off until somebody wants it.
   One device of the table speaks, a stage or a table view: the one where it was switched on last. The page says which. */

import { learn } from "./deeds.js";
import { keep, kept } from "./memory.js";
import { $ } from "./page.js";

const voice = window.speechSynthesis;
const language = document.documentElement.lang;
/** So many clauses may wait; a voice that is further behind lets them go. */
const MOST_WAITING = 8;
/** So many entries later nobody wants to hear them all. */
const JUMP = 6;
let waiting = [];
/** The last entry that this page has shown, and the last note that was read out. Before all entries is the welcome. */
let seen = -1, noted = "";
let claimed = "";

/** Speaks where this device is the one that speaks. */
export function speakIfWanted(text) {
  if (speaks()) say([text]);
}

const box = () => $(".stage .spoken");
const isOn = () => kept("voice") === language;
const speaks = () => isOn() && box() !== null && box().dataset.speaker === me();

/** This device's name, given by itself. */
function me() {
  if (!kept("device")) {
    const numbers = crypto.getRandomValues(new Uint8Array(8));
    keep("device", [...numbers].map(number => number.toString(16).padStart(2, "0")).join(""));
  }
  return kept("device");
}

function best() {
  const tongues = voice.getVoices().filter(one => one.lang.replace("_", "-").toLowerCase().startsWith(language));
  return tongues.find(one => one.localService) || tongues[0];
}

function say(clauses) {
  if (!voice) return;
  if (waiting.length > MOST_WAITING) hush();
  for (const clause of clauses.filter(Boolean)) {
    const words = new SpeechSynthesisUtterance(clause);
    words.lang = language;
    const found = best();
    if (found) words.voice = found;
    words.onend = words.onerror = () => { waiting = waiting.filter(one => one !== words); };
    waiting.push(words);
    voice.speak(words);
  }
}

function hush() {
  waiting = [];
  if (voice) voice.cancel();
}

// What was said, of the game that was spoken of last: other pages of this device know it too.

function lastSaid(game) {
  const [known, entry] = (kept("said") || "").split(" ");
  return known === game ? +entry : -1;
}

/** Says what is new on the page; of what happened while nobody listened, only the last. */
function tell() {
  if (!box()) return;
  const { game, undone } = $(".stage").dataset;
  const entries = [...box().children], newest = entries.length ? number(entries.at(-1)) : seen;
  const isLate = seen < 0 || newest - seen > JUMP;
  const news = entries.filter(entry => number(entry) > Math.max(seen, lastSaid(game)));
  seen = Math.max(seen, newest);
  if (!speaks()) return waiting.length ? hush() : claim();
  if (undone !== undefined && news.length) hush(); // what was undone is not told to its end
  if (news.length) keep("said", `${game} ${newest}`);
  say((isLate ? news.slice(-1) : news).flatMap(clausesOf));
  readNote();
}

const number = entry => +entry.dataset.entry;

const clausesOf = entry => [...entry.children].map(clause => clause.textContent);

/** What the host has opened to be read out, such as the tiles of a row. It comes behind the news, never in its place. */
function readNote() {
  const note = $(".stage .note[data-say]"), text = note ? note.dataset.say : "";
  if (text && text !== noted) say([text]);
  noted = text;
}

// Which device speaks.

/** A device whose voice is still on from another evening speaks in a new game, where nobody else does. */
function claim() {
  const { game } = $(".stage").dataset;
  if (!isOn() || box().dataset.speaker !== undefined || claimed === game) return;
  claimed = game;
  take(me(), { first: 1 });
}

function take(device, more) {
  const body = new URLSearchParams({ device, ...more });
  fetch(box().dataset.take, { method: "POST", body }).catch(() => {}); // the next tap on the switch asks again
}

function choose(on) {
  const spoke = speaks();
  keep("voice", on ? language : "");
  if (box() && (on || spoke)) {
    box().dataset.speaker = on ? me() : "";
    take(on ? me() : "");
  }
  showChoice();
}

function showChoice() {
  const on = speaks();
  document.querySelectorAll("[data-do=voice-on], [data-do=voice-turn]")
    .forEach(button => button.setAttribute("aria-pressed", on));
  document.querySelectorAll("[data-do=voice-off]").forEach(button => button.setAttribute("aria-pressed", !on));
}

function ask(text, answer) {
  const asked = $(".asked");
  asked.hidden = false;
  $("span", asked).textContent = text;
  asked.querySelectorAll("button").forEach(button => { button.hidden = !answer; });
}

function turnOn() {
  choose(true);
  const last = box() && box().lastElementChild;
  if (!last) return;
  hush();
  keep("said", `${$(".stage").dataset.game} ${last.dataset.entry}`);
  say(clausesOf(last)); // whoever has asked for it hears that it works
}

function turnOff() {
  choose(false);
  hush();
}

learn({
  "voice-on": turnOn,
  "voice-off": turnOff,
  "voice-turn": () => speaks() ? turnOff() : turnOn(),
  "voice-test": button => {
    if (!voice) return ask($("[data-voice]").dataset.none, false);
    hush();
    say([button.dataset.sample]);
    ask($("[data-voice]").dataset.heard, true);
  },
  "voice-yes": () => { choose(true); $(".asked").hidden = true; },
  "voice-no": () => { turnOff(); ask($("[data-voice]").dataset.none, false); },
});

document.addEventListener("htmx:afterSwap", () => { tell(); showChoice(); });
tell();
showChoice();
