/* Fetches the page again, but never replaces what a finger is about to tap. */

import { $, livePage, parseHtml } from "../lib/dom.js";
import { hasUnsentTap } from "./unsent_taps.js";
import { isOlder } from "./version.js";

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

/** Whether a response that no tap asked for must be dropped: a finger is down, a tap is being sent, or the response to
    a tap was faster. */
function mustDrop({ xhr, requestConfig }) {
  const page = livePage();
  const fetched = livePage(parseHtml(xhr.responseText));
  const isSameGame = page && fetched && fetched.dataset.game === page.dataset.game;
  const isOutdated = isSameGame && isOlder(fetched.dataset.version, page.dataset.version);
  const isTapped = [...document.querySelectorAll("form.htmx-request, a.htmx-request")].some(
    control => control !== requestConfig.elt,
  );
  return isPointerDown || isOutdated || isTapped;
}

/** Empty the old page: htmx would clean up each of the thousand nodes of its pictures, and moving the focus in the
    middle of the swap would lay out the old and the new page together. */
function emptyBeforeSwap(target) {
  if (target.matches("[hx-swap=patch]")) return;
  const focused = document.activeElement;
  if (focused && focused !== document.body && !focused.id) focused.blur();
  target.querySelectorAll("svg").forEach(picture => picture.replaceChildren());
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (isAutomatic(detail)) {
    controlsBefore = controls();
    if (mustDrop(detail)) detail.shouldSwap = false;
  }
  if (detail.shouldSwap) emptyBeforeSwap(detail.target);
});

// If the new page has other controls, ignore taps for a moment (see .arriving in base.css and keyboard.js). If it has
// the same, a tap means the same as before.
document.addEventListener("htmx:afterSwap", event => {
  if (!isAutomatic(event.detail) || controls() === controlsBefore) return;
  document.body.classList.add("arriving");
  clearTimeout(arrivalTimer);
  arrivalTimer = setTimeout(() => document.body.classList.remove("arriving"), TAP_DELAY);
});
