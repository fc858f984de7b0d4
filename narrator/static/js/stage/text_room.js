/* Measures the room that the stage's words have, and applies what gives way in it. */

import { $ } from "../lib/dom.js";
import { FIT_STEPS, fitStates, STEP } from "./fit_steps.js";

export const SLACK = 1.5; // pixels that rounding may add
const SHORT = 20; // letters of a short headline

const holds = part =>
  !part || (part.scrollHeight <= part.clientHeight + SLACK && part.scrollWidth <= part.clientWidth + SLACK);

export class TextRoom {
  constructor(stage, news) {
    Object.assign(this, { stage, news, entry: $(".entry", stage), sea: $(".sea", stage) });
    this.parts = [this.news, this.entry].filter(part => part);
    this.side = stage.matches(".bare") ? $(".side", stage) : null;
    this.words = $(".hero h1", news);
    this.aside = $(".prompt", news);
    this.isUpright = innerHeight >= innerWidth;
    // Taps on the board need it; the menu takes its room at once.
    this.canWiden = !$(".spot, .menu", stage) && !!this.entry && !!$(".block", this.entry);
    this.kind = [stage.dataset.kind, news.querySelectorAll(".take").length, innerWidth].join();
    this.hold(true);
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
  hold(on) {
    if (this.sea) this.sea.style.contentVisibility = on ? "hidden" : "";
    this.parts.forEach(part => part.classList.toggle("measuring", on));
    this.stage.style.animation = on ? "none" : "";
  }

  take({ given, size, loose }) {
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
    const guesses = before > low ? [before, before + STEP] : [low + STEP];
    while (high - low >= STEP) {
      const guessed = guesses.shift();
      const isOpen = guessed > low && guessed <= high;
      const middle = isOpen ? guessed : Math.min(high, low + Math.ceil((high - low) / 2 / STEP) * STEP);
      if (this.fits({ given, size: middle, loose })) low = middle;
      else high = middle - STEP;
    }
    this.take({ given, size: low, loose });
    return low;
  }

  fits(state) {
    this.take(state);
    return (
      [this.news, this.entry, this.stage, this.side].every(holds) &&
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
