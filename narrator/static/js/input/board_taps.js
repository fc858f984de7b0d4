/* Taps on the board: which spot a finger means. */

import { registerActions } from "../lib/actions.js";

// A finger means the nearest spot within this many pixels: a sleeve must not build.
const REACH = 22;
// The next spot must be this much farther than the nearest, or three times as far. Otherwise the board zooms in and
// the player taps again.
const MIN_MARGIN = 10;

// In board units (a hex's side is 56). A tap within a house's radius means that corner. A tap near a road's end does
// not mean the road, because tapping an empty corner must not build one.
const HOUSE_RADIUS = 12.5;
const ROAD_HALF_LENGTH = 16;

/** Pixels per board unit, and a city mark's offset from its settlement in pixels; board.css has both in units. */
function scaleOf(spots) {
  const layer = spots.closest(".board-layer");
  const style = getComputedStyle(layer);
  const unit = layer.getBoundingClientRect().width / style.getPropertyValue("--units");
  const [x, y] = ["--city-mark-x", "--city-mark-y"].map(name => style.getPropertyValue(name) * unit);
  return { unit, cityMark: { x, y } };
}

/** A finger's distance from a spot, whether it is clearly on the spot (`own`), and whether it is only near a road's end
    (`isNearRoadEnd`). Anywhere on a hex's mark counts as its middle; a city has two middles, its house and its mark. */
function measureTap(spot, { clientX, clientY }, { unit, cityMark }) {
  const box = spot.getBoundingClientRect();
  const x = clientX - box.left - box.width / 2;
  const y = clientY - box.top - box.height / 2;
  const far = Math.hypot(x, y);
  if (spot.matches(".hex")) return { spot, far: Math.max(0, far - box.width / 2) + far / 1000, own: true };
  if (spot.matches(".road"))
    return { spot, far, isNearRoadEnd: Math.abs(distanceAlongRoad(spot, x, y)) > ROAD_HALF_LENGTH * unit };
  const mark = spot.matches(".city") ? Math.hypot(x - cityMark.x, y - cityMark.y) : far;
  return { spot, far: Math.min(far, mark), own: far <= Math.min(HOUSE_RADIUS * unit, REACH) };
}

/** Distance from a road's middle along its direction. */
function distanceAlongRoad(spot, x, y) {
  const angle = (parseFloat(spot.style.getPropertyValue("--angle")) * Math.PI) / 180;
  return x * Math.cos(angle) + y * Math.sin(angle);
}

/** The spot that a finger means, if any is near enough, and whether that is certain. */
function findSpot(spots, event) {
  const scale = scaleOf(spots);
  const measured = [...spots.querySelectorAll(".spot")].map(spot => measureTap(spot, event, scale));
  const [first, second] = measured.sort((one, other) => !!other.own - !!one.own || one.far - other.far);
  if (!first || first.far > REACH) return {};
  const isClear = !second || second.far - first.far >= MIN_MARGIN || first.far * 3 < second.far;
  return {
    found: first.spot,
    isSure: first.own || (isClear && !first.isNearRoadEnd),
    isNearRoadEnd: first.isNearRoadEnd,
  };
}

/** Zoom in around the spot; the button to zoom out is placed in the other half. */
function zoomIn(frame, spot) {
  const { left, top } = spot.style;
  frame.querySelector(".board-layer").style.transformOrigin = `${left} ${top}`;
  frame.classList.add("zoomed");
  frame.classList.toggle("button-below", parseFloat(top) < 50);
}

const zoomOut = frame => frame.classList.remove("zoomed");

// Keys and screen readers activate the spot itself: nothing is guessed for them.
document.addEventListener(
  "click",
  event => {
    const spots = event.detail && event.target.closest?.(".spots");
    if (!spots) return;
    const frame = spots.closest(".board-frame");
    const isZoomed = frame.classList.contains("zoomed");
    const { found, isSure, isNearRoadEnd } = findSpot(spots, event);
    if (found && isSure && event.target === found) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (found && (isSure || (isZoomed && !isNearRoadEnd))) found.click();
    else if (found && !isZoomed) zoomIn(frame, found);
    else if (isZoomed && !found) zoomOut(frame);
  },
  true,
);

registerActions({ "zoom-out": button => zoomOut(button.closest(".board-frame")) });
