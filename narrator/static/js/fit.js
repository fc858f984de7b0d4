/* Text is sized to its room: the hero as large as it can be, the rest gives way in a stated order (see stage.css). */

import { $ } from "./page.js";

// What gives way, the first first. What is tried is a chain of states, each taking less room than the one before it, so
// that the loosest one that fits is found by halving.
const GIVES = ["comfort", "next", "why", "before", "board", "text", "small", "aside", "columns", "plain", "tight", "island", "any", "wide"];
const FIRM = GIVES.indexOf("text"); // down to here the hero does not go below what a short one has
const STEP = 4;
const SLACK = 1.5;

/** Sizes the stage's words: nothing is cut, scrolled or broken then. */
export function fit(stage = $(".stage")) {
  const news = stage && $(".news", stage);
  if (!news) return;
  const room = new Room(stage, news);
  stage.classList.add("measuring");
  const chain = room.chain();
  let low = 0, high = chain.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    room.take(chain[middle]);
    if (room.fits()) high = middle;
    else low = middle + 1;
  }
  room.take(chain[low]);
  room.grow(chain[low]);
  stage.classList.remove("measuring");
  const card = $(".side .card", stage);
  if (card) fitCard(card);
}

/** A helper card lies in the board's place: its letters are as large as they can be. */
function fitCard(card) {
  let low = 13, high = 26;
  while (low < high) {
    const size = (low + high + 1) >> 1;
    card.style.setProperty("--card", `${size}px`);
    if (card.scrollHeight <= card.clientHeight + SLACK) low = size;
    else high = size - 1;
  }
  card.style.setProperty("--card", `${low}px`);
}

class Room {
  constructor(stage, news) {
    Object.assign(this, { stage, news, entry: $(".entry", stage), words: $(".hero h1", news), aside: $(".prompt", news) });
    const style = getComputedStyle(stage), read = name => +style.getPropertyValue(name);
    this.most = read("--hero-most");
    this.least = read("--hero-least");
    this.short = Math.min(read("--hero-short"), this.most);
    // One that is short costs little room and stays as large as a short one is.
    news.style.setProperty("--hero", `${this.short}px`);
    if (this.words.offsetHeight < this.short * 2) this.least = this.short;
    this.isUpright = innerHeight >= innerWidth;
    // What is tapped on the board needs it; the menu takes its room at once.
    this.canWiden = !$(".spot, .menu", stage) && !!this.entry && !!$(".block", this.entry);
  }

  chain() {
    const states = [];
    for (let given = 0; given <= GIVES.length; given++) {
      const from = given === 0 ? this.most : given === 1 ? this.most : given <= FIRM ? this.short : this.size;
      const to = given <= FIRM ? this.short : Math.max(this.least, this.short - STEP * (given - FIRM));
      for (let size = from; size >= to; size -= given === 0 ? STEP * 4 : STEP) states.push({ given, size });
      this.size = to;
    }
    for (let size = this.size - STEP; size >= this.least; size -= STEP) states.push({ given: GIVES.length, size });
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
      const middle = Math.ceil((low + high) / 2 / STEP) * STEP;
      if (middle <= low || middle > high) break;
      this.take({ given, size: middle });
      if (this.fits()) low = middle;
      else high = middle - STEP;
    }
    this.take({ given, size: low });
  }

  fits() {
    const { stage, news, entry, words } = this;
    const holds = part => !part || (part.scrollHeight <= part.clientHeight + SLACK && part.scrollWidth <= part.clientWidth + SLACK);
    return holds(news) && holds(entry) && holds(stage) && words.scrollWidth <= words.clientWidth + SLACK && this.onScreen();
  }

  /** The last part ends above the edge: rows of a grid grow beyond it without anything being wider or taller. */
  onScreen() {
    const last = this.stage.lastElementChild.matches(".leave") ? this.entry : this.stage.lastElementChild;
    return last.offsetTop + last.offsetHeight <= this.stage.clientHeight + SLACK;
  }
}

// An aside that had no room is opened in the place of the picture.
document.addEventListener("toggle", ({ target }) => {
  if (!target.matches || !target.matches(".news .prompt")) return;
  const news = target.closest(".news");
  if (target.open && (news.dataset.gave || "").includes("aside")) {
    news.dataset.reading = "";
    fit();
  } else if (!target.open && "reading" in news.dataset) {
    delete news.dataset.reading;
    fit();
  }
}, true);

const refit = () => fit();
// Not at the swap: until it settles, htmx leaves the classes and styles of the page before.
document.addEventListener("htmx:afterSettle", refit);
window.addEventListener("resize", refit);
document.fonts.ready.then(refit);
refit();
