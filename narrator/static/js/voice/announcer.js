/* Reads out what happened, then what to do: each entry once, clause by clause. Off until somebody turns it on. */

import { getStored, setStored } from "../lib/device_storage.js";
import { $ } from "../lib/dom.js";
import { claimSpeaker, isWatchedAlone, speaks, spokenList } from "./speaking_device.js";
import { hush, say } from "./speech.js";

const MAX_CATCH_UP = 6; // entries; further behind, only the newest is read out
const NOTHING = -100; // below the welcome and the introduction, which have negative numbers
let lastShownEntry = NOTHING;
let lastNote = ""; // the last note that was read out
let wasSpeaking = false;

const entryNumber = entry => +entry.dataset.entry;
const clausesOf = entry => [...entry.children].map(clause => clause.textContent);

/** The last entry read out for a game, shared with other pages on this device. */
function lastSaidEntry(game) {
  const [storedGame, entry] = (getStored("said") || "").split(" ");
  return storedGame === game ? +entry : NOTHING;
}

/** Say what is new on the page; of what happened while this page was closed, only the newest entry. */
function announce() {
  if (!spokenList()) return;
  if (isWatchedAlone()) return speaks() && sayNewest(); // stepping back repeats it
  const { game } = $(".stage").dataset;
  const entries = [...spokenList().children];
  const newest = entries.length ? entryNumber(entries.at(-1)) : lastShownEntry;
  const isFarBehind = lastShownEntry === NOTHING || newest - lastShownEntry > MAX_CATCH_UP;
  const newEntries = entries.filter(entry => entryNumber(entry) > Math.max(lastShownEntry, lastSaidEntry(game)));
  lastShownEntry = Math.max(lastShownEntry, newest);
  if (!speaks()) return fallSilent(game);
  wasSpeaking = true;
  if ("undone" in spokenList().dataset && newEntries.length) hush(); // stop reading what was undone
  if (newEntries.length) setStored("said", `${game} ${newest}`);
  say((isFarBehind ? newEntries.slice(-1) : newEntries).flatMap(clausesOf));
  readNote();
}

/** Another device speaks now, or none does yet. */
function fallSilent(game) {
  if (wasSpeaking) hush();
  wasSpeaking = false;
  claimSpeaker(game);
}

/** Read what the host has opened, such as the tiles of a row, after the news. */
function readNote() {
  const note = $(".stage .note[data-say]");
  const text = note ? note.dataset.say : "";
  if (text && text !== lastNote) say([text]);
  lastNote = text;
}

/** Say the newest entry, even again: turning the voice on shows that it works. */
export function sayNewest() {
  const newest = spokenList()?.lastElementChild;
  if (!newest) return;
  hush();
  if (!isWatchedAlone()) setStored("said", `${$(".stage").dataset.game} ${newest.dataset.entry}`);
  say(clausesOf(newest));
}

// The speaking device also says the clock's reminders.
document.addEventListener("remind", ({ detail }) => {
  if (speaks()) say([detail]);
});
document.addEventListener("htmx:afterSwap", announce);
announce();
