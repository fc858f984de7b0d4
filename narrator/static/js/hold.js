/* A hand on the passed tablet: fetched while a finger or a key holds its button down, and gone when that lets go, when
   the page loses the focus or is hidden. */

import { $ } from "./page.js";

const KEYS = /^( |Enter)$/;
let holding = 0;
let cover = null;

function coverAgain() {
  holding = 0;
  if (!cover) return;
  const { button, place, back } = cover;
  cover = null;
  button.setAttribute("aria-pressed", "false");
  place.replaceChildren(...back);
}

async function open(button) {
  const place = button.closest(".covered-hand")?.querySelector("[data-cards]");
  if (!place || holding) return;
  const mine = holding = Date.now() + Math.random();
  cover = { button, place, back: [...place.childNodes] };
  button.setAttribute("aria-pressed", "true");
  try {
    const answer = await fetch(button.dataset.hold, { cache: "no-store" });
    const text = answer.ok ? await answer.text() : "";
    if (mine !== holding || !text) return; // it was let go meanwhile
    place.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
  } catch { /* told by the bar of the connection */ }
}

const held = event => event.target.closest?.("[data-hold]");

document.addEventListener("pointerdown", event => {
  const button = held(event);
  if (!button || event.button > 0) return;
  button.setPointerCapture?.(event.pointerId);
  open(button);
});
document.addEventListener("contextmenu", event => { if (held(event)) event.preventDefault(); });
document.addEventListener("keydown", event => {
  const button = held(event);
  if (!button || !KEYS.test(event.key)) return;
  event.preventDefault();
  if (!event.repeat) open(button);
});
document.addEventListener("focusout", event => { if (held(event)) coverAgain(); });
for (const end of ["pointerup", "pointercancel", "lostpointercapture", "keyup"])
  document.addEventListener(end, coverAgain, true);
for (const end of ["blur", "pagehide"]) window.addEventListener(end, coverAgain);
document.addEventListener("visibilitychange", () => { if (document.hidden) coverAgain(); });
document.addEventListener("htmx:beforeSwap", () => { if ($("[data-hold]")) coverAgain(); });
