/* Shows the current line as the tab's title. */

import { $ } from "../lib/dom.js";

document.addEventListener("htmx:afterSwap", () => {
  const line = $("#line");
  const words = line && (line.dataset.line || line.dataset.say);
  if (words) document.title = `${words} – Narrator`;
});
