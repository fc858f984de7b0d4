/* Shows a moment on a phone's whole screen for two seconds, once per entry however often the page is fetched. */

import { $ } from "../lib/dom.js";

let shownMoment = "";
let shownSince = 0;

/** Milliseconds, as phone.css animates it. */
const durationOf = overlay => parseFloat(getComputedStyle(overlay).getPropertyValue("--duration"));

function showMoment() {
  const overlay = $("[data-moment]");
  if (!overlay) return;
  if (overlay.dataset.moment !== shownMoment) {
    shownMoment = overlay.dataset.moment;
    shownSince = Date.now();
  }
  const elapsed = Date.now() - shownSince;
  if (elapsed >= durationOf(overlay)) return;
  overlay.style.animationDelay = `-${elapsed}ms`; // continue where the earlier page was
  overlay.classList.add("now");
}

document.addEventListener("htmx:afterSwap", showMoment);
showMoment();
