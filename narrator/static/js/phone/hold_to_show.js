/* Shows a hand on the passed tablet while a finger or a key holds its button down. It is fetched then, and removed on
   release, when the page loses the focus or is hidden. */

import { $, parseHtml } from "../lib/dom.js";

const KEYS = /^( |Enter)$/;
let holding = 0;
let cover = null;

function hideHand() {
  holding = 0;
  if (!cover) return;
  const { button, place, back } = cover;
  cover = null;
  button.setAttribute("aria-pressed", "false");
  place.replaceChildren(...back);
}

async function showHand(button) {
  const place = button.closest(".covered-hand")?.querySelector("[data-cards]");
  if (!place || holding) return;
  const mine = Date.now() + Math.random();
  holding = mine;
  cover = { button, place, back: [...place.childNodes] };
  button.setAttribute("aria-pressed", "true");
  try {
    const answer = await fetch(button.dataset.hold, { cache: "no-store" });
    const text = answer.ok ? await answer.text() : "";
    if (mine !== holding || !text) return; // released meanwhile
    place.replaceChildren(...parseHtml(text).body.childNodes);
  } catch {
    /* the connection bar says so */
  }
}

const held = event => event.target.closest?.("[data-hold]");

document.addEventListener("pointerdown", event => {
  const button = held(event);
  if (!button || event.button > 0) return;
  button.setPointerCapture?.(event.pointerId);
  showHand(button);
});
document.addEventListener("contextmenu", event => {
  if (held(event)) event.preventDefault();
});
document.addEventListener("keydown", event => {
  const button = held(event);
  if (!button || !KEYS.test(event.key)) return;
  event.preventDefault();
  if (!event.repeat) showHand(button);
});
document.addEventListener("focusout", event => {
  if (held(event)) hideHand();
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
