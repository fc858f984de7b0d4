/* Plays the draw of the first player once on every device that sees it happen; a page loaded later shows its result. */

import { $ } from "../lib/dom.js";

let shownEntry = $(".draw")?.dataset.entry;

document.addEventListener("htmx:afterSettle", () => {
  const draw = $(".draw");
  if (!draw || draw.dataset.entry === shownEntry) return;
  shownEntry = draw.dataset.entry;
  draw.classList.add("runs");
});
