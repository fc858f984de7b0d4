/* The room that the stage's words have, and what gives way in it. */

import { chain, GIVES, STEP } from "./giving.js";
import { $ } from "./page.js";

export const SLACK = 1.5;
const SHORT = 20; // letters

const holds = part => !part
  || (part.scrollHeight <= part.clientHeight + SLACK && part.scrollWidth <= part.clientWidth + SLACK);

export class Room {
  constructor(stage, news) {
    Object.assign(this, { stage, news, entry: $(".entry", stage), sea: $(".sea", stage) });
    this.parts = [this.news, this.entry].filter(part => part);
    this.side = stage.matches(".bare") ? $(".side", stage) : null;
    this.words = $(".hero h1", news);
    this.aside = $(".prompt", news);
    this.isUpright = innerHeight >= innerWidth;
    // What is tapped on the board needs it; the menu takes its room at once.
    this.canWiden = !$(".spot, .menu", stage) && !!this.entry && !!$(".block", this.entry);
    this.kind = [stage.dataset.kind, news.querySelectorAll(".take").length, innerWidth].join();
    this.hold(true);
    this.measure(getComputedStyle(stage));
  }

  /** States, each taking less room than the one before it. */
  chain() {
    return chain(this.most, this.short, this.least);
  }

  measure(style) {
    const read = name => +style.getPropertyValue(name);
    [this.most, this.short] = [read("--hero-most"), read("--hero-short")];
    // One that is short costs little room and stays as large as a short one is.
    this.news.style.setProperty("--hero", `${this.short}px`);
    const { textContent, scrollWidth, clientWidth, offsetHeight } = this.words;
    const isShort = textContent.trim().length <= SHORT && scrollWidth <= clientWidth + SLACK;
    this.least = isShort || offsetHeight < this.short * 2 ? this.short : read("--hero-least");
  }

  /** Nothing moves while it is measured, and the island, which is dear to lay out, waits for its last size. The whole
      stage is not marked: its board would be styled anew. */
  hold(on) {
    if (this.sea) this.sea.style.contentVisibility = on ? "hidden" : "";
    this.parts.forEach(part => part.classList.toggle("measuring", on));
    this.stage.style.animation = on ? "none" : "";
  }

  take({ given, size, loose }) {
    const gave = (loose === undefined ? GIVES.slice(0, given) : [...GIVES.slice(0, loose), "wide"]).join(" ");
    for (const part of this.parts) {
      part.dataset.gave = gave;
      part.style.setProperty("--hero", `${size}px`);
    }
    const board = gave.includes("island") ? "small" : gave.includes("board") ? "less" : "";
    if (this.isUpright && this.stage.dataset.board !== board) this.stage.dataset.board = board;
    if (this.canWiden) this.stage.classList.toggle("wide", gave.includes("wide"));
    if (this.aside && !this.news.matches("[data-reading], [data-kept]")) this.aside.open = !gave.includes("aside");
  }

  /** Where something had to go, the hero may have got room: as large as it can be, tried first as it was before. */
  grow({ given, size, loose }, before) {
    let low = size, high = given ? this.most : size;
    const guesses = before > low ? [before, before + STEP] : [low + STEP];
    while (high - low >= STEP) {
      const guessed = guesses.shift(), isOpen = guessed > low && guessed <= high;
      const middle = isOpen ? guessed : Math.min(high, low + Math.ceil((high - low) / 2 / STEP) * STEP);
      if (this.fits({ given, size: middle, loose })) low = middle;
      else high = middle - STEP;
    }
    this.take({ given, size: low, loose });
    return low;
  }

  fits(state) {
    this.take(state);
    return [this.news, this.entry, this.stage, this.side].every(holds)
      && this.words.scrollWidth <= this.words.clientWidth + SLACK && this.isOnScreen();
  }

  /** Rows of a grid grow beyond its edge without anything in it being taller. */
  isOnScreen() {
    const last = this.stage.querySelector(".bar") || this.entry;
    return last.offsetTop + last.offsetHeight <= this.stage.clientHeight + SLACK;
  }
}
