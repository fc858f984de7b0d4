/* A moment takes a phone's whole screen for a breath: once for each entry, however often the page is fetched. */

import { $ } from "./page.js";

const BREATH = 2000;
let moment = "";
let since = 0;

function breathe() {
  const shown = $("[data-breath]");
  if (!shown) return;
  if (shown.dataset.breath !== moment) {
    moment = shown.dataset.breath;
    since = Date.now();
  }
  const gone = Date.now() - since;
  if (gone >= BREATH) return;
  shown.style.animationDelay = `-${gone}ms`; // fetched anew in the midst of it, it goes on where it was
  shown.classList.add("now");
}

document.addEventListener("htmx:afterSwap", breathe);
breathe();
