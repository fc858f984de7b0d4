/* Text is sized to its room: the hero as large as it can be, the rest gives way in a stated order (see room.js). */

import { $ } from "./page.js";
import { Room, SLACK } from "./room.js";

/** Sizes the stage's words: nothing is cut, scrolled or broken. The loosest state that fits is found by halving. */
export function fit(stage = $(".stage")) {
  const news = stage && $(".news", stage);
  if (!news) return;
  stage.classList.add("measuring");
  const room = new Room(stage, news), chain = room.chain();
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

// An aside that had no room is opened in the place of the picture.
document.addEventListener("toggle", ({ target }) => {
  if (!target.matches || !target.matches(".news .prompt")) return;
  const news = target.closest(".news"), isRead = "reading" in news.dataset;
  if (target.open === isRead || (target.open && !(news.dataset.gave || "").includes("aside"))) return;
  if (target.open) news.dataset.reading = "";
  else delete news.dataset.reading;
  fit();
}, true);

const refit = () => fit();
// Not at the swap: until it settles, htmx leaves the classes and styles of the page before.
document.addEventListener("htmx:afterSettle", refit);
window.addEventListener("resize", refit);
document.fonts.ready.then(refit);
refit();
