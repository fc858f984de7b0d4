/* Shows a hand on the passed tablet while a finger or a key holds its button down. It is fetched then, and removed on
   release, when the page loses the focus or is hidden. */

import { $, parseHtml } from "../lib/dom.js";

const HOLD_KEYS = /^( |Enter)$/;
let currentHold = 0;
let shownHand = null;

function hideHand() {
  currentHold = 0;
  if (!shownHand) return;
  const { button, place, cardBacks } = shownHand;
  shownHand = null;
  button.setAttribute("aria-pressed", "false");
  place.replaceChildren(...cardBacks);
}

async function showHand(button) {
  const place = button.closest(".covered-hand")?.querySelector("[data-cards]");
  if (!place || currentHold) return;
  const thisHold = Date.now() + Math.random();
  currentHold = thisHold;
  shownHand = { button, place, cardBacks: [...place.childNodes] };
  button.setAttribute("aria-pressed", "true");
  try {
    const response = await fetch(button.dataset.hold, { cache: "no-store" });
    const text = response.ok ? await response.text() : "";
    if (thisHold !== currentHold || !text) return; // released meanwhile
    place.replaceChildren(...parseHtml(text).body.childNodes);
  } catch {
    /* the connection bar says so */
  }
}

const holdButton = event => event.target.closest?.("[data-hold]");

document.addEventListener("pointerdown", event => {
  const button = holdButton(event);
  if (!button || event.button > 0) return;
  button.setPointerCapture?.(event.pointerId);
  showHand(button);
});
document.addEventListener("contextmenu", event => {
  if (holdButton(event)) event.preventDefault();
});
document.addEventListener("keydown", event => {
  const button = holdButton(event);
  if (!button || !HOLD_KEYS.test(event.key)) return;
  event.preventDefault();
  if (!event.repeat) showHand(button);
});
document.addEventListener("focusout", event => {
  if (holdButton(event)) hideHand();
});
for (const end of ["pointerup", "pointercancel", "lostpointercapture", "keyup"])
  document.addEventListener(end, hideHand, true);
for (const end of ["blur", "pagehide"]) window.addEventListener(end, hideHand);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) hideHand();
});
document.addEventListener("htmx:beforeSwap", () => {
  if ($("[data-hold]")) hideHand();
});
