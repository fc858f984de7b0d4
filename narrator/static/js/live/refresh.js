/* Fetches the page again, but never replaces what a finger is about to tap. */

import { $, livePage, parseHtml } from "../lib/dom.js";
import { hasUnsentTap } from "./unsent_taps.js";

// For so many milliseconds after the page has changed by itself, a tap was meant for the page before.
const TAP_DELAY = 350;
let isPointerDown = false;
let arrivalTimer = 0;
let controlsBefore = "";

export async function refresh() {
  const page = livePage();
  if (!page || hasUnsentTap()) return;
  // The lobby fetches only its list of people, from a URL of its own, so that what is typed beside it stays.
  const selector = `#${page.id}`;
  const partUrl = page.dataset.fetch;
  const options = { target: selector, swap: "outerHTML", ...(partUrl && { select: selector }) };
  try {
    await htmx.ajax("GET", partUrl || location.pathname + location.search, options);
  } catch {
    /* handled by htmx:sendError */
  }
}

/** Whether a tap is being sent: its response will be the newer page. */
export const isTapping = () => isPointerDown || $(".htmx-request") !== null;

/** Compare two page versions by their entries and session events. */
export const isOlder = (one, other) =>
  one
    .split(".")
    .slice(0, 2)
    .some((number, place) => +number < +other.split(".")[place]);

document.addEventListener(
  "pointerdown",
  () => {
    isPointerDown = true;
  },
  true,
);
for (const end of ["pointerup", "pointercancel"])
  document.addEventListener(
    end,
    () => {
      isPointerDown = false;
    },
    true,
  );

/** All controls in order, as one string. */
const controls = () =>
  [...document.querySelectorAll("button, a[href]")]
    .map(control => control.value || control.getAttribute("href") || control.textContent)
    .join("\n");

/** Whether no tap caused a swap: the page refreshed itself, or a bot moved. */
const isAutomatic = ({ requestConfig }) => !requestConfig.triggeringEvent;

// A refresh must not replace the page under a finger, during a tap, or after the faster response to one.
document.addEventListener("htmx:beforeSwap", event => {
  if (!isAutomatic(event.detail)) return;
  const page = livePage();
  const fetched = livePage(parseHtml(event.detail.xhr.responseText));
  const isSameGame = page && fetched && fetched.dataset.game === page.dataset.game;
  const isOutdated = isSameGame && isOlder(fetched.dataset.version, page.dataset.version);
  const isTapped = [...document.querySelectorAll("form.htmx-request, a.htmx-request")].some(
    control => control !== event.detail.requestConfig.elt,
  );
  if (isPointerDown || isOutdated || isTapped) event.detail.shouldSwap = false;
  controlsBefore = controls();
});

// If the new page has other controls, ignore taps for a moment (see .arriving in base.css and keyboard.js). If it has
// the same, a tap means the same as before.
document.addEventListener("htmx:afterSwap", event => {
  if (!isAutomatic(event.detail) || controls() === controlsBefore) return;
  document.body.classList.add("arriving");
  clearTimeout(arrivalTimer);
  arrivalTimer = setTimeout(() => document.body.classList.remove("arriving"), TAP_DELAY);
});

// Empty the old page first: htmx would clean up each of the thousand nodes of its pictures, and moving the focus in
// the middle of the swap would lay out the old and the new page together.
document.addEventListener("htmx:beforeSwap", event => {
  if (!event.detail.shouldSwap || event.detail.target.matches("[hx-swap=patch]")) return;
  const focused = document.activeElement;
  if (focused && focused !== document.body && !focused.id) focused.blur();
  event.detail.target.querySelectorAll("svg").forEach(picture => picture.replaceChildren());
});
