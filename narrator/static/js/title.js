/* The tab names the line that is said now. */

import { $ } from "./page.js";

document.addEventListener("htmx:afterSwap", () => {
  const line = $("#line");
  if (line) document.title = `${line.dataset.say} – Narrator`;
});
