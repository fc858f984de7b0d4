/* The tab names the line that is said now. */

import { $ } from "./page.js";

document.addEventListener("htmx:afterSwap", () => {
  const line = $("#line");
  const words = line && (line.dataset.line || line.dataset.say);
  if (words) document.title = `${words} – Narrator`;
});
