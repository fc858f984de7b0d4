/* Text is sized to its room: the hero as large as it can be, the rest gives way in a stated order (see stage.css). */

import { $ } from "./page.js";

const STEP = 4;
const SHORT = 56; // down to here a hero shrinks before anything gives way
const LEVELS = 8;

/** Sizes the stage's words; nothing is cut, scrolled or broken then, as far as the room allows. */
export function fit(stage = $(".stage")) {
  const news = stage && $(".news", stage);
  if (!news) return;
  const style = getComputedStyle(stage), most = +style.getPropertyValue("--hero-max"), least = +style.getPropertyValue("--hero-min");
  const usual = Math.max(least, Math.min(SHORT, most));
  for (let level = 0; level < LEVELS; level++) {
    stage.dataset.fit = level;
    const down = level < 4 ? usual : least;
    for (let size = level ? usual : most; size >= down; size -= STEP) {
      stage.style.setProperty("--hero", `${size}px`);
      if (fits(stage, news)) return;
    }
  }
}

function fits(stage, news) {
  const entry = $(".entry", stage), words = $(".hero h1", news);
  return [news, entry].every(part => !part || part.scrollHeight <= part.clientHeight + 1)
    && stage.scrollHeight <= stage.clientHeight + 1 && words.scrollWidth <= words.clientWidth + 1;
}

const refit = () => fit();
// Not at the swap: until it settles, htmx leaves the classes and styles of the page before.
document.addEventListener("htmx:afterSettle", refit);
window.addEventListener("resize", refit);
document.fonts.ready.then(refit);
refit();
