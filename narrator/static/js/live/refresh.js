/* Fetches the page again without taking anything from under a finger. */

import { $, livePage, parseHtml } from "../lib/dom.js";
import { hasUnsentTap } from "./unsent_taps.js";

// A finger already on its way when the page changed by itself meant the page before.
const TAP_DELAY = 350;
let pressed = false;
let arrived = 0;
let offered = "";

export async function refresh() {
  const page = livePage();
  if (!page || hasUnsentTap()) return;
  // The lobby fetches only its people, from their own address, so that what is typed beside them stays.
  const part = `#${page.id}`;
  const elsewhere = page.dataset.fetch;
  const how = { target: part, swap: "outerHTML", ...(elsewhere && { select: part }) };
  try {
    await htmx.ajax("GET", elsewhere || location.pathname + location.search, how);
  } catch {
    /* handled by htmx:sendError */
  }
}

/** Whether a tap is being sent: its response will be the newer page. */
export const isTapping = () => pressed || $(".htmx-request") !== null;

/** Compare two page versions by their entries and session events. */
export const isOlder = (one, other) =>
  one
    .split(".")
    .slice(0, 2)
    .some((number, place) => +number < +other.split(".")[place]);

document.addEventListener(
  "pointerdown",
  () => {
    pressed = true;
  },
  true,
);
for (const end of ["pointerup", "pointercancel"])
  document.addEventListener(
    end,
    () => {
      pressed = false;
    },
    true,
  );

/** All controls in order, as one string. */
const controls = () =>
  [...document.querySelectorAll("button, a[href]")]
    .map(control => control.value || control.getAttribute("href") || control.textContent)
    .join("\n");

/** Whether no tap caused it: the page refreshed itself, or a bot moved. */
const isByItself = ({ requestConfig }) => !requestConfig.triggeringEvent;

// A refresh must not replace the page under a finger, during a tap, or after the faster response to one.
document.addEventListener("htmx:beforeSwap", event => {
  if (!isByItself(event.detail)) return;
  const page = livePage();
  const fetched = livePage(parseHtml(event.detail.xhr.responseText));
  const isSameGame = page && fetched && fetched.dataset.game === page.dataset.game;
  const isLate = isSameGame && isOlder(fetched.dataset.live, page.dataset.live);
  const isTapped = [...document.querySelectorAll("form.htmx-request, a.htmx-request")].some(
    control => control !== event.detail.requestConfig.elt,
  );
  if (pressed || isLate || isTapped) event.detail.shouldSwap = false;
  offered = controls();
});

// If the new page offers other controls, ignore taps until that finger is down (see .arriving in base.css and
// keyboard.js). If only the news differs, a tap means the same as before.
document.addEventListener("htmx:afterSwap", event => {
  if (!isByItself(event.detail) || controls() === offered) return;
  document.body.classList.add("arriving");
  clearTimeout(arrived);
  arrived = setTimeout(() => document.body.classList.remove("arriving"), TAP_DELAY);
});

// Empty the old page first: htmx would clean up each of the thousand nodes of its pictures, and moving the focus in
// the middle of the swap would lay out the old and the new page together.
document.addEventListener("htmx:beforeSwap", event => {
  if (!event.detail.shouldSwap || event.detail.target.matches("[hx-swap=patch]")) return;
  const held = document.activeElement;
  if (held && held !== document.body && !held.id) held.blur();
  event.detail.target.querySelectorAll("svg").forEach(picture => picture.replaceChildren());
});
