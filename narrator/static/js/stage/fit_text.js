/* Sizes text to its room: the headline as large as possible, the rest gives way in a fixed order (FIT_STEPS).
   Container queries can't do it: which step is enough depends on the words. stage.css has the sizes
   (--hero-most, --hero-short, --hero-least) and what each step does. */

import { $ } from "../lib/dom.js";

// What gives way when the words have too little room, first to last.
const FIT_STEPS = [
  "comfort",
  "next",
  "why",
  "before",
  "text",
  "small",
  "aside",
  "columns",
  "plain",
  "tight",
  "board",
  "any",
  "second",
  "island",
  "wide",
];
const SIZE_STEP = 4; // pixels
const KEEPING_SIZE = FIT_STEPS.indexOf("text"); // up to this step, the headline does not shrink below `short`

/** States, each needing less room than the one before it: how much has given way, and how large the headline is. */
function fitStates(most, short, least) {
  const states = [];
  let lowest = short;
  for (let given = 0; given <= FIT_STEPS.length; given++) {
    const from = given < 2 ? most : lowest;
    lowest = given <= KEEPING_SIZE ? short : Math.max(least, short - SIZE_STEP * (given - KEEPING_SIZE));
    for (let size = from; size >= lowest; size -= given ? SIZE_STEP : SIZE_STEP * 4) states.push({ given, size });
  }
  for (let size = lowest - SIZE_STEP; size >= least; size -= SIZE_STEP) states.push({ given: FIT_STEPS.length, size });
  return states;
}

// Measuring the room, and applying what gives way in it.

const SLACK = 1.5; // pixels that rounding may add
const SHORT = 20; // letters of a short headline

const fitsIn = part =>
  !part || (part.scrollHeight <= part.clientHeight + SLACK && part.scrollWidth <= part.clientWidth + SLACK);

export class TextRoom {
  constructor(stage, news) {
    Object.assign(this, { stage, news, entry: $(".entry", stage), boardArea: $(".board-area", stage) });
    this.parts = [this.news, this.entry].filter(part => part);
    this.side = stage.matches(".boardless") ? $(".side", stage) : null;
    this.words = $(".hero h1", news);
    this.aside = $(".prompt", news);
    this.isUpright = innerHeight >= innerWidth;
    // Taps on the board need it; the menu takes its room at once.
    this.canWiden = !$(".spot, .menu", stage) && !!this.entry && !!$(".block", this.entry);
    this.kind = [stage.dataset.kind, news.querySelectorAll(".pictured-player").length, innerWidth].join();
    this.freeze(true);
    this.measure(getComputedStyle(stage));
  }

  /** States, each needing less room than the one before it. */
  chain() {
    return fitStates(this.most, this.short, this.least);
  }

  measure(style) {
    const read = name => +style.getPropertyValue(name);
    [this.most, this.short] = [read("--hero-most"), read("--hero-short")];
    // A short headline needs little room and keeps its size.
    this.news.style.setProperty("--hero", `${this.short}px`);
    const { textContent, scrollWidth, clientWidth, offsetHeight } = this.words;
    const isShort = textContent.trim().length <= SHORT && scrollWidth <= clientWidth + SLACK;
    this.least = isShort || offsetHeight < this.short * 2 ? this.short : read("--hero-least");
  }

  /** Freeze motion while measuring, and skip the island, which is expensive to lay out. Marking the whole stage would
      restyle its board. */
  freeze(on) {
    if (this.boardArea) this.boardArea.style.contentVisibility = on ? "hidden" : "";
    this.parts.forEach(part => part.classList.toggle("measuring", on));
    this.stage.style.animation = on ? "none" : "";
  }

  apply({ given, size, loose }) {
    const gave = (loose === undefined ? FIT_STEPS.slice(0, given) : [...FIT_STEPS.slice(0, loose), "wide"]).join(" ");
    for (const part of this.parts) {
      part.dataset.gave = gave;
      part.style.setProperty("--hero", `${size}px`);
    }
    const board = gave.includes("island") ? "small" : gave.includes("board") ? "less" : "";
    if (this.isUpright && this.stage.dataset.board !== board) this.stage.dataset.board = board;
    if (this.canWiden) this.stage.classList.toggle("wide", gave.includes("wide"));
    if (this.aside && !this.news.matches("[data-reading], [data-kept]")) this.aside.open = !gave.includes("aside");
  }

  /** Enlarge the headline into room that other steps made, trying its last size first. */
  grow({ given, size, loose }, before) {
    let low = size;
    let high = given ? this.most : size;
    const guesses = before > low ? [before, before + SIZE_STEP] : [low + SIZE_STEP];
    while (high - low >= SIZE_STEP) {
      const guessed = guesses.shift();
      const isOpen = guessed > low && guessed <= high;
      const middle = isOpen ? guessed : Math.min(high, low + Math.ceil((high - low) / 2 / SIZE_STEP) * SIZE_STEP);
      if (this.fits({ given, size: middle, loose })) low = middle;
      else high = middle - SIZE_STEP;
    }
    this.apply({ given, size: low, loose });
    return low;
  }

  fits(state) {
    this.apply(state);
    return (
      [this.news, this.entry, this.stage, this.side].every(fitsIn) &&
      this.words.scrollWidth <= this.words.clientWidth + SLACK &&
      this.isOnScreen()
    );
  }

  /** Grid rows can grow past the edge without any cell being taller. */
  isOnScreen() {
    const last = this.stage.querySelector(".bar") || this.entry;
    return last.offsetTop + last.offsetHeight <= this.stage.clientHeight + SLACK;
  }
}

// Finding the loosest state that fits.

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
  room.freeze(false);
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

/** The last step gives the words the board's room. Undo the other steps again as far as the words still fit. */
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
  room.apply(found);
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

// A helper card that is shown in the board's place.

/** Make its letters as large as possible; the drawing gives way to them. */
function fitCard(card) {
  for (const height of [24, 18, 12]) {
    card.style.setProperty("--drawing", `${height}dvh`);
    if (fitLetters(card)) return;
  }
}

function fitLetters(card) {
  const fits = size => {
    card.style.setProperty("--card", `${size}px`);
    return card.scrollHeight <= card.clientHeight + SLACK;
  };
  let low = 14;
  let high = 26;
  while (low < high) {
    const size = (low + high + 1) >> 1;
    if (fits(size)) low = size;
    else high = size - 1;
  }
  return fits(low);
}
