/* Fingers: one that taps twice, and one that taps beside. */

import { learn } from "./deeds.js";

// A nervous finger: of two taps on one place, the second was meant for the page before. Undo may be tapped fast.
const TWICE = 350;
const ENTERING = "button[name=events], button[name=draw], button[name=verdict], button[name=page], form.spots";
let entering = { timeStamp: -TWICE, clientX: 0, clientY: 0 };

document.addEventListener("click", event => {
  const control = event.detail && event.target.closest && event.target.closest(ENTERING);
  if (!control || control.closest(".undo")) return;
  const far = Math.hypot(event.clientX - entering.clientX, event.clientY - entering.clientY);
  if (event.timeStamp - entering.timeStamp < TWICE && far < 30) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else entering = event;
}, true);

// The board: a finger means the nearest spot, and none that is farther off than this: a sleeve must not build.
const REACH = 22;
// So much farther than the nearest, or three times as far, the next one was not meant. Closer, the board comes nearer
// and is asked again.
const DOUBT = 10;

// In the board's units (a hex's side has 56): a corner is meant as far round it as its house is wide, and a road along
// its middle, not where it ends: an empty corner builds no road.
const HOUSE = 12.5, MIDDLE = 16;
// A city's mark stands at the shoulder of its settlement, so far off (see board.css).
const SHOULDER = { x: 17, y: -15 };

/** How many pixels one of the board's units has now. */
function unitOf(spots) {
  const land = spots.closest(".land");
  return land.getBoundingClientRect().width / getComputedStyle(land).getPropertyValue("--units");
}

/** How far a finger is from a spot, and whether it is plainly on it (`own`) or only near its end (`aside`). A hex is
    meant as far as its mark reaches, a city by its house and by its mark. */
function aim(spot, { clientX, clientY }, unit) {
  const box = spot.getBoundingClientRect();
  const x = clientX - box.left - box.width / 2, y = clientY - box.top - box.height / 2;
  const far = Math.hypot(x, y);
  if (spot.matches(".hex")) return { spot, far: Math.max(0, far - box.width / 2) + far / 1000, own: true };
  if (spot.matches(".road")) return { spot, far, aside: Math.abs(along(spot, x, y)) > MIDDLE * unit };
  const mark = spot.matches(".city") ? Math.hypot(x - SHOULDER.x * unit, y - SHOULDER.y * unit) : far;
  return { spot, far: Math.min(far, mark), own: far <= Math.min(HOUSE * unit, REACH) };
}

/** How far from a road's middle, in its own direction. */
function along(spot, x, y) {
  const way = parseFloat(spot.style.getPropertyValue("--way")) * Math.PI / 180;
  return x * Math.cos(way) + y * Math.sin(way);
}

/** The spot that a finger means, none where it is too far off, and whether that is plain. */
function meant(spots, event) {
  const unit = unitOf(spots), aims = [...spots.querySelectorAll(".spot")].map(spot => aim(spot, event, unit));
  const [first, second] = aims.sort((one, other) => !!other.own - !!one.own || one.far - other.far);
  if (!first || first.far > REACH) return {};
  const isClear = !second || second.far - first.far >= DOUBT || first.far * 3 < second.far;
  return { found: first.spot, isSure: first.own || (isClear && !first.aside), isAside: first.aside };
}

/** Round the spot, which stays where it is; the way back lies in the other half. */
function comeNearer(island, spot) {
  const { left, top } = spot.style;
  island.querySelector(".land").style.transformOrigin = `${left} ${top}`;
  island.classList.add("near");
  island.classList.toggle("high", parseFloat(top) < 50);
}

const seeWhole = island => island.classList.remove("near");

// Keys and those who read the screen aloud tap the spot itself: nothing is guessed for them.
document.addEventListener("click", event => {
  const spots = event.detail && event.target.closest && event.target.closest(".spots");
  if (!spots) return;
  const island = spots.closest(".island"), isNear = island.classList.contains("near");
  const { found, isSure, isAside } = meant(spots, event);
  if (found && isSure && event.target === found) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (found && (isSure || (isNear && !isAside))) found.click();
  else if (found && !isNear) comeNearer(island, found);
  else if (isNear && !found) seeWhole(island);
}, true);

learn({ whole: button => seeWhole(button.closest(".island")) });
