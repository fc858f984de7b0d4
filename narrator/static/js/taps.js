/* Fingers: one that taps twice, and one that taps beside. */

import { learn } from "./deeds.js";

// A nervous finger: of two taps on one place, the second was meant for the page before. Undo may be tapped fast.
const TWICE = 350;
const ENTERING = "button[name=events], button[name=verdict], button[name=page], form.spots";
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

// A city's mark stands at the shoulder of its settlement, so many of the board's units off (see board.css).
const SHOULDER = { x: 17, y: -15 };

/** How far a finger is from a spot; a hex is meant as far as its mark reaches, a city by its house and by its mark. */
function distance(spot, { clientX, clientY }) {
  const box = spot.getBoundingClientRect();
  const x = clientX - box.left - box.width / 2, y = clientY - box.top - box.height / 2;
  const far = Math.hypot(x, y);
  if (spot.matches(".city")) return Math.min(far, fromShoulder(spot, x, y));
  return spot.matches(".hex") ? Math.max(0, far - box.width / 2) + far / 1000 : far;
}

function fromShoulder(spot, x, y) {
  const land = spot.closest(".land");
  const unit = land.getBoundingClientRect().width / getComputedStyle(land).getPropertyValue("--units");
  return Math.hypot(x - SHOULDER.x * unit, y - SHOULDER.y * unit);
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
  const [first, second] = [...spots.querySelectorAll(".spot")]
    .map(spot => ({ spot, far: distance(spot, event) }))
    .sort((one, other) => one.far - other.far);
  const found = first && first.far <= REACH ? first.spot : null;
  const isClear = second && (second.far - first.far >= DOUBT || first.far * 3 < second.far);
  const isSure = isNear || !second || isClear || first.spot.matches(".hex");
  if (found && isSure && event.target === found) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (found && isSure) found.click();
  else if (found) comeNearer(island, found);
  else if (isNear) seeWhole(island);
}, true);

learn({ whole: button => seeWhole(button.closest(".island")) });
