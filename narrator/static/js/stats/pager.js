/* Pages to swipe through: dots mark the current one, arrow keys and arrow buttons turn to its neighbors. */

import { $ } from "../lib/dom.js";

const pager = $(".pager");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const BROWSE_DELAY = 400;
/** The page in view, and the one that a key or a tap scrolls to, until it is reached. */
let current = 0;
let goal = null;
let later = 0;

const all = () => [...pager.children];
const where = () => Math.round(pager.scrollLeft / pager.clientWidth);
const dots = () => [...document.querySelectorAll(".dots ol a")];

function show(at) {
  current = at;
  share(all()[at].id);
  dots().forEach((dot, place) => {
    if (place === at) dot.setAttribute("aria-current", "page");
    else dot.removeAttribute("aria-current");
  });
  for (const arrow of document.querySelectorAll("[data-turn]")) {
    const to = at + Number(arrow.dataset.turn);
    arrow.toggleAttribute("data-end", to < 0 || to >= all().length);
  }
}

/** After the end the table view follows the host's page, once the host has stayed on it. */
function share(page) {
  const { browse } = pager.dataset;
  if (!browse) return;
  clearTimeout(later);
  const body = new URLSearchParams({ page });
  later = setTimeout(() => fetch(browse, { method: "POST", body }).catch(() => {}), BROWSE_DELAY);
}

function turn(at, behavior = still.matches ? "instant" : "smooth") {
  const page = all()[at];
  if (!page) return;
  goal = where() === at ? null : at;
  pager.scrollTo({ left: page.offsetLeft - pager.offsetLeft, behavior });
  show(at);
  history.replaceState(null, "", `#${page.id}`);
}

function start() {
  pager.addEventListener(
    "scroll",
    () => {
      const at = where();
      if (goal !== null && at !== goal) return;
      goal = null;
      if (at !== current) show(at);
    },
    { passive: true },
  );
  for (const own of ["pointerdown", "wheel"])
    pager.addEventListener(
      own,
      () => {
        goal = null;
      },
      { passive: true },
    );
  document.addEventListener("click", event => {
    const arrow = event.target.closest("[data-turn]");
    const dot = event.target.closest(".dots ol a");
    if (!arrow && !dot) return;
    event.preventDefault();
    turn(arrow ? current + Number(arrow.dataset.turn) : dots().indexOf(dot));
  });
  addEventListener("pagehide", () => {
    clearTimeout(later);
    if (pager.dataset.browse) navigator.sendBeacon(pager.dataset.browse, new URLSearchParams({ page: "" }));
  });
  const asked = all().findIndex(({ id }) => `#${id}` === location.hash);
  turn(Math.max(asked, 0), "instant");
}

if (pager) start();
