/* The room that the stage's words have, and what gives way in it. */

import { $ } from "./page.js";

// What gives way, the first first; stage.css says what each of these does.
const GIVES = [
  "comfort", "next", "why", "before", "board", "text", "small", "aside", "columns", "plain", "tight", "island", "any",
  "second", "wide",
];
const FIRM = GIVES.indexOf("text"); // down to here the hero does not go below what a short one has
const STEP = 4;
export const SLACK = 1.5;

const holds = part => !part
  || (part.scrollHeight <= part.clientHeight + SLACK && part.scrollWidth <= part.clientWidth + SLACK);

export class Room {
  constructor(stage, news) {
    this.stage = stage;
    this.news = news;
    this.entry = $(".entry", stage);
    this.side = stage.matches(".bare") ? $(".side", stage) : null;
    this.words = $(".hero h1", news);
    this.aside = $(".prompt", news);
    this.isUpright = innerHeight >= innerWidth;
    // What is tapped on the board needs it; the menu takes its room at once.
    this.canWiden = !$(".spot, .menu", stage) && !!this.entry && !!$(".block", this.entry);
    this.measure(getComputedStyle(stage));
  }

  measure(style) {
    const read = name => +style.getPropertyValue(name);
    this.most = read("--hero-most");
    this.short = Math.min(read("--hero-short"), this.most);
    // One that is short costs little room and stays as large as a short one is.
    this.news.style.setProperty("--hero", `${this.short}px`);
    this.least = this.words.offsetHeight < this.short * 2 ? this.short : read("--hero-least");
  }

  /** States, each taking less room than the one before it. */
  chain() {
    const states = [];
    let least = this.short;
    for (let given = 0; given <= GIVES.length; given++) {
      const from = given < 2 ? this.most : least;
      least = given <= FIRM ? this.short : Math.max(this.least, this.short - STEP * (given - FIRM));
      for (let size = from; size >= least; size -= given ? STEP : STEP * 4) states.push({ given, size });
    }
    for (let size = least - STEP; size >= this.least; size -= STEP) states.push({ given: GIVES.length, size });
    return states;
  }

  take({ given, size }) {
    const gave = GIVES.slice(0, given).join(" ");
    for (const part of [this.news, this.entry]) {
      if (!part) continue;
      part.dataset.gave = gave;
      part.style.setProperty("--hero", `${size}px`);
    }
    if (this.isUpright) this.stage.dataset.gave = gave;
    if (this.canWiden) this.stage.classList.toggle("wide", gave.includes("wide"));
    if (this.aside && !("reading" in this.news.dataset)) this.aside.open = !gave.includes("aside");
  }

  /** Where something had to go, the hero may have got room by it. */
  grow({ given, size }) {
    let low = size, high = given ? this.most : size;
    while (high - low >= STEP) {
      const middle = Math.min(high, low + Math.ceil((high - low) / 2 / STEP) * STEP);
      this.take({ given, size: middle });
      if (this.fits()) low = middle;
      else high = middle - STEP;
    }
    this.take({ given, size: low });
  }

  fits() {
    return [this.news, this.entry, this.stage, this.side].every(holds)
      && this.words.scrollWidth <= this.words.clientWidth + SLACK && this.isOnScreen();
  }

  /** Rows of a grid grow beyond its edge without anything in it being wider or taller. */
  isOnScreen() {
    const last = $(".bar", this.stage) || this.entry;
    return last.offsetTop + last.offsetHeight <= this.stage.clientHeight + SLACK;
  }
}
