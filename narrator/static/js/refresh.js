/* A page that fetches itself anew: without taking anything from under a finger. */

import { isWaiting } from "./connection.js";
import { $, shown } from "./page.js";

// So long a finger that was on its way when a page changed by itself may still come down: it meant the page before.
const ARRIVING = 350;
let pressed = false;
let arrived = 0;
let offered = "";

export async function refresh() {
  const page = shown();
  if (!page || isWaiting()) return;
  // The lobby fetches only its people, from its own address: what somebody types beside them stays.
  const part = `#${page.id}`, elsewhere = page.dataset.fetch;
  const how = { target: part, swap: "outerHTML", ...(elsewhere && { select: part }) };
  try {
    await htmx.ajax("GET", elsewhere || location.pathname + location.search, how);
  } catch { /* told by sendError */ }
}

/** Whether a tap is on its way: its answer is the newer page. */
export const isTapping = () => pressed || $(".htmx-request") !== null;

/** Of two numbers that pages carry, by entries and notes: whether one is before the other. */
export const isOlder = (one, other) =>
  one.split(".").slice(0, 2).some((number, place) => +number < +other.split(".")[place]);

document.addEventListener("pointerdown", () => { pressed = true; }, true);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { pressed = false; }, true);

/** All that can be tapped, in its order. */
const controls = () => [...document.querySelectorAll("button, a[href]")]
  .map(control => control.value || control.getAttribute("href") || control.textContent).join("\n");

/** Whether nobody here has tapped for it: it was fetched, or a bot went on. */
const isByItself = ({ requestConfig }) => !requestConfig.triggeringEvent;

// What was fetched must not take the place away under a finger, nor under a tap that is on its way, nor of the answer
// to one that was quicker.
document.addEventListener("htmx:beforeSwap", event => {
  if (!isByItself(event.detail)) return;
  const page = shown(), text = event.detail.xhr.responseText, fetched = /data-live="([\d.]+)"/.exec(text);
  const isSameGame = page && text.includes(`data-game="${page.dataset.game}"`);
  const isLate = isSameGame && fetched && isOlder(fetched[1], page.dataset.live);
  const isTapped = [...document.querySelectorAll("form.htmx-request, a.htmx-request")]
    .some(control => control !== event.detail.requestConfig.elt);
  if (pressed || isLate || isTapped) event.detail.shouldSwap = false;
  offered = controls();
});

// Where the new page offers something else, nothing can be tapped until that finger is down (see .arriving in
// narrator.css and keys.js). Where it only tells something new, a tap means the same as before.
document.addEventListener("htmx:afterSwap", event => {
  if (!isByItself(event.detail) || controls() === offered) return;
  document.body.classList.add("arriving");
  clearTimeout(arrived);
  arrived = setTimeout(() => document.body.classList.remove("arriving"), ARRIVING);
});

// A page that goes away is emptied first: htmx would take leave of each of the thousand parts of its pictures, and the
// focus, taken from a control in the middle of the swap, would have the old and the new page laid out together.
document.addEventListener("htmx:beforeSwap", event => {
  if (!event.detail.shouldSwap || event.detail.target.matches("[hx-swap=patch]")) return;
  const held = document.activeElement;
  if (held && held !== document.body && !held.id) held.blur();
  event.detail.target.querySelectorAll("svg").forEach(picture => picture.replaceChildren());
});
