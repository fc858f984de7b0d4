/* Sizes text to its room: the headline as large as possible, the rest gives way in a fixed order (see text_room.js). */

import { $ } from "../lib/dom.js";
import { fitCard } from "./fit_card.js";
import { FIT_STEPS } from "./fit_steps.js";
import { TextRoom } from "./text_room.js";

// What fitted last on a similar stage: most often it fits again, and two tries are enough to know.
const lastFits = new Map();

/** Size the stage's words so that nothing is cut, scrolled or broken. */
export function fit(stage = $(".stage")) {
  const news = stage && $(".news", stage);
  if (!news) return;
  delete news.dataset.kept;
  const room = new TextRoom(stage, news);
  const states = room.chain();
  const lastFit = lastFits.get(room.kind) || {};
  const found = bringBack(room, findLoosest(room, states, lastFit));
  reopenLesson(room, found);
  const size = room.grow(found, lastFit.grown);
  room.hold(false);
  lastFits.set(room.kind, { ...found, grown: size });
  const card = $(".side .card", stage);
  if (card) fitCard(card);
}

/** Return the loosest state that fits: the last one, the loosest of all, or one found by bisection. */
function findLoosest(room, states, lastFit) {
  const guess = states.findIndex(({ given, size }) => given === lastFit.given && size <= lastFit.size);
  const guesses = guess < 0 ? [0] : [guess, guess - 1];
  let low = 0;
  let high = states.length - 1;
  while (low < high) {
    const guessed = guesses.shift();
    const isOpen = guessed >= low && guessed < high;
    const middle = isOpen ? guessed : (low + high) >> 1;
    if (room.fits(states[middle])) high = middle;
    else low = middle + 1;
  }
  if (low === guess) return states[low];
  // Now and then a tighter state takes more room than a looser one.
  for (const back of [16, 8, 4, 2]) if (low >= back && room.fits(states[low - back])) low -= back;
  return states[low];
}

/** With the board's room taken there is plenty: bring back as much of the rest as fits. */
function bringBack(room, found) {
  if (!room.canWiden || found.given < FIT_STEPS.length) return found;
  for (let loose = 0; loose < FIT_STEPS.length - 1; loose += 2) {
    const state = { ...found, loose };
    if (room.fits(state)) return state;
  }
  return found;
}

/** Reopen a lesson that gave way if later steps made room for it. */
function reopenLesson(room, found) {
  const { aside, news } = room;
  if (!aside?.matches(".lesson") || "reading" in news.dataset) return;
  room.take(found);
  if (aside.open) return;
  news.dataset.kept = "";
  aside.open = true;
  if (room.fits(found)) return;
  delete news.dataset.kept;
  aside.open = false;
}

// An aside that had no room replaces the picture when it is opened.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.matches?.(".news .prompt")) return;
    const news = target.closest(".news");
    const isRead = "reading" in news.dataset;
    if ("kept" in news.dataset) return;
    if (target.open === isRead || (target.open && !(news.dataset.gave || "").includes("aside"))) return;
    if (target.open) news.dataset.reading = "";
    else delete news.dataset.reading;
    fit();
  },
  true,
);

const refit = () => fit();
// After settling: until then htmx keeps the classes and styles of the page before.
document.addEventListener("htmx:afterSettle", refit);
window.addEventListener("resize", refit);
refit();
