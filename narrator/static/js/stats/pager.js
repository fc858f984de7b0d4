/* Pages to swipe through: dots mark the current one, arrow keys and arrow buttons turn to its neighbors. */

import { $ } from "../lib/dom.js";

const pager = $(".pager");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const BROWSE_DELAY = 400;
/** The page in view, and the one that a key or a tap scrolls to, until it is reached. */
let currentPage = 0;
let targetPage = null;
let shareTimer = 0;

const pages = () => [...pager.children];
const pageInView = () => Math.round(pager.scrollLeft / pager.clientWidth);
const dots = () => [...document.querySelectorAll(".dots ol a")];

function show(at) {
  currentPage = at;
  sharePage(pages()[at].id);
  dots().forEach((dot, place) => {
    if (place === at) dot.setAttribute("aria-current", "page");
    else dot.removeAttribute("aria-current");
  });
  for (const arrow of document.querySelectorAll("[data-turn]")) {
    const to = at + Number(arrow.dataset.turn);
    arrow.toggleAttribute("data-end", to < 0 || to >= pages().length);
  }
}

/** After the end the television follows the host's page, once the host has stayed on it. */
function sharePage(page) {
  const { browse } = pager.dataset;
  if (!browse) return;
  clearTimeout(shareTimer);
  const body = new URLSearchParams({ page });
  shareTimer = setTimeout(() => fetch(browse, { method: "POST", body }).catch(() => {}), BROWSE_DELAY);
}

function turnTo(at, behavior = reducedMotion.matches ? "instant" : "smooth") {
  const page = pages()[at];
  if (!page) return;
  targetPage = pageInView() === at ? null : at;
  pager.scrollTo({ left: page.offsetLeft - pager.offsetLeft, behavior });
  show(at);
  history.replaceState(null, "", `#${page.id}`);
}

function start() {
  pager.addEventListener(
    "scroll",
    () => {
      const at = pageInView();
      if (targetPage !== null && at !== targetPage) return;
      targetPage = null;
      if (at !== currentPage) show(at);
    },
    { passive: true },
  );
  for (const gesture of ["pointerdown", "wheel"])
    pager.addEventListener(
      gesture,
      () => {
        targetPage = null;
      },
      { passive: true },
    );
  document.addEventListener("click", event => {
    const arrow = event.target.closest("[data-turn]");
    const dot = event.target.closest(".dots ol a");
    if (!arrow && !dot) return;
    event.preventDefault();
    turnTo(arrow ? currentPage + Number(arrow.dataset.turn) : dots().indexOf(dot));
  });
  addEventListener("pagehide", () => {
    clearTimeout(shareTimer);
    if (pager.dataset.browse) navigator.sendBeacon(pager.dataset.browse, new URLSearchParams({ page: "" }));
  });
  const linkedPage = pages().findIndex(({ id }) => `#${id}` === location.hash);
  turnTo(Math.max(linkedPage, 0), "instant");
}

if (pager) start();
