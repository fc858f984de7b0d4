/* Text is sized to its room: the hero as large as it can be, the rest gives way in a stated order (see room.js). */

import { fitCard } from "./card.js";
import { GIVES } from "./giving.js";
import { $ } from "./page.js";
import { Room } from "./room.js";

// What fitted last on a stage that is built alike: most often it fits again, and two tries are enough to know.
const fitted = new Map();

/** Sizes the stage's words: nothing is cut, scrolled or broken. */
export function fit(stage = $(".stage")) {
  const news = stage && $(".news", stage);
  if (!news) return;
  delete news.dataset.kept;
  const room = new Room(stage, news), chain = room.chain(), before = fitted.get(room.kind) || {};
  const found = loosened(room, loosest(room, chain, before));
  reopen(room, found);
  const size = room.grow(found, before.grown);
  room.hold(false);
  fitted.set(room.kind, { ...found, grown: size });
  const card = $(".side .card", stage);
  if (card) fitCard(card);
}

/** The loosest state that fits: as the last one did, or the loosest of all, or found by halving. */
function loosest(room, chain, before) {
  const guess = chain.findIndex(({ given, size }) => given === before.given && size <= before.size);
  const guesses = guess < 0 ? [0] : [guess, guess - 1];
  let low = 0, high = chain.length - 1;
  while (low < high) {
    const guessed = guesses.shift(), isOpen = guessed >= low && guessed < high;
    const middle = isOpen ? guessed : (low + high) >> 1;
    if (room.fits(chain[middle])) high = middle;
    else low = middle + 1;
  }
  if (low === guess) return chain[low];
  // Now and then a tighter state takes more room than a looser one.
  for (const back of [16, 8, 4, 2]) if (low >= back && room.fits(chain[low - back])) low -= back;
  return chain[low];
}

/** What took the board's room, as the last thing that gives way, has plenty: the rest comes back as far as it goes. */
function loosened(room, found) {
  if (!room.canWiden || found.given < GIVES.length) return found;
  for (let loose = 0; loose < GIVES.length - 1; loose += 2) {
    const state = { ...found, loose };
    if (room.fits(state)) return state;
  }
  return found;
}

/** A lesson that gave way may have got its room back by what went after it. */
function reopen(room, found) {
  const { aside, news } = room;
  if (!aside || !aside.matches(".lesson") || "reading" in news.dataset) return;
  room.take(found);
  if (aside.open) return;
  news.dataset.kept = "";
  aside.open = true;
  if (room.fits(found)) return;
  delete news.dataset.kept;
  aside.open = false;
}

// An aside that had no room is opened in the place of the picture.
document.addEventListener("toggle", ({ target }) => {
  if (!target.matches || !target.matches(".news .prompt")) return;
  const news = target.closest(".news"), isRead = "reading" in news.dataset;
  if ("kept" in news.dataset) return;
  if (target.open === isRead || (target.open && !(news.dataset.gave || "").includes("aside"))) return;
  if (target.open) news.dataset.reading = "";
  else delete news.dataset.reading;
  fit();
}, true);

const refit = () => fit();
// Not at the swap: until it settles, htmx leaves the classes and styles of the page before.
document.addEventListener("htmx:afterSettle", refit);
window.addEventListener("resize", refit);
refit();
