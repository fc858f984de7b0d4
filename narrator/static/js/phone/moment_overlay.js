/* Shows a moment on a phone's whole screen for two seconds, once per entry however often the page is fetched. */

import { $ } from "../lib/dom.js";

let moment = "";
let since = 0;

/** Milliseconds, as phone.css animates it. */
const durationOf = overlay => parseFloat(getComputedStyle(overlay).getPropertyValue("--duration"));

function showMoment() {
  const shown = $("[data-moment]");
  if (!shown) return;
  if (shown.dataset.moment !== moment) {
    moment = shown.dataset.moment;
    since = Date.now();
  }
  const elapsed = Date.now() - since;
  if (elapsed >= durationOf(shown)) return;
  shown.style.animationDelay = `-${elapsed}ms`; // continue where the earlier page was
  shown.classList.add("now");
}

document.addEventListener("htmx:afterSwap", showMoment);
showMoment();
