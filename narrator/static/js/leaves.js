/* Pages one swipes through: the dots tell which is seen, the arrow keys and the arrows turn to its neighbours. */

import { $ } from "./page.js";

const leaves = $(".leaves");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const PAUSE = 400;
/** The page that is shown, and the one that a key or a tap has sent us to, until it is reached. */
let seen = 0, goal = null;
let later = 0;

const all = () => [...leaves.children];
const where = () => Math.round(leaves.scrollLeft / leaves.clientWidth);
const dots = () => [...document.querySelectorAll(".dots ol a")];

function show(at) {
  seen = at;
  tell(all()[at].id);
  dots().forEach((dot, place) => {
    if (place === at) dot.setAttribute("aria-current", "page");
    else dot.removeAttribute("aria-current");
  });
  for (const arrow of document.querySelectorAll("[data-turn]")) {
    const to = at + Number(arrow.dataset.turn);
    arrow.toggleAttribute("data-end", to < 0 || to >= all().length);
  }
}

/** After the end the television shows what the host looks at, once the host has stayed there. */
function tell(page) {
  const { browse } = leaves.dataset;
  if (!browse) return;
  clearTimeout(later);
  const body = new URLSearchParams({ page });
  later = setTimeout(() => fetch(browse, { method: "POST", body }).catch(() => {}), PAUSE);
}

function turn(at, behavior = still.matches ? "instant" : "smooth") {
  const leaf = all()[at];
  if (!leaf) return;
  goal = where() === at ? null : at;
  leaves.scrollTo({ left: leaf.offsetLeft - leaves.offsetLeft, behavior });
  show(at);
  history.replaceState(null, "", `#${leaf.id}`);
}

function follow() {
  leaves.addEventListener("scroll", () => {
    const at = where();
    if (goal !== null && at !== goal) return;
    goal = null;
    if (at !== seen) show(at);
  }, { passive: true });
  for (const own of ["pointerdown", "wheel"]) leaves.addEventListener(own, () => { goal = null; }, { passive: true });
  document.addEventListener("click", event => {
    const arrow = event.target.closest("[data-turn]"), dot = event.target.closest(".dots ol a");
    if (!arrow && !dot) return;
    event.preventDefault();
    turn(arrow ? seen + Number(arrow.dataset.turn) : dots().indexOf(dot));
  });
  addEventListener("pagehide", () => {
    clearTimeout(later);
    if (leaves.dataset.browse) navigator.sendBeacon(leaves.dataset.browse, new URLSearchParams({ page: "" }));
  });
  const asked = all().findIndex(({ id }) => `#${id}` === location.hash);
  turn(Math.max(asked, 0), "instant");
}

if (leaves) follow();
