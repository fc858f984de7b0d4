/* Plays a replay step by step, as fast as its reader likes. It pauses while the page is hidden or the voice speaks, and
   does not start if reduced motion is preferred or the address names a moment; taking a step by hand stops it. */

import { registerActions } from "../lib/actions.js";
import { getStored, setStored } from "../lib/device_storage.js";
import { $ } from "../lib/dom.js";
import { isSpeaking } from "../voice/speech.js";

const SPEEDS = [1, 2, 4];
const STEP_MS = 3600;
const MOMENT_FACTOR = 1.5; // a moment is shown longer
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const player = () => $("[data-player]");
const speed = () => SPEEDS.find(one => String(one) === getStored("pace")) || SPEEDS[0];
let isPlaying = player() !== null && !reducedMotion.matches && !("still" in player().dataset);
let stepStart = Date.now();
let isStepping = false;

function show() {
  if (!$("#play")) return; // a practice turn does not play by itself
  $("#play").classList.toggle("playing", isPlaying);
  $("[data-pace]").textContent = `${speed()}×`;
  const here = $("[data-player] [aria-current]"); // scroll to the current moment
  if (here) here.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
}

function go(link) {
  isStepping = true;
  stepStart = Date.now();
  link.click();
  isStepping = false;
}

function tick() {
  if (!player() || !isPlaying || document.hidden || $(".htmx-request")) return;
  if (isSpeaking()) {
    stepStart = Math.max(stepStart, Date.now() - STEP_MS / 2);
    return;
  }
  const lasts = (STEP_MS / speed()) * ($(".stage.moment") ? MOMENT_FACTOR : 1);
  if (Date.now() - stepStart < lasts) return;
  if ("over" in player().dataset) isPlaying = false;
  else go($("#step-on"));
  show();
}

registerActions({
  "replay-play": () => {
    isPlaying = !isPlaying;
    if (isPlaying && "over" in player().dataset) go($("#step-on"));
    else if (isPlaying) stepStart = Date.now() - STEP_MS; // step at once
    show();
  },
  "replay-pace": () => {
    setStored("pace", SPEEDS[(SPEEDS.indexOf(speed()) + 1) % SPEEDS.length]);
    show();
  },
});

function stop() {
  isPlaying = false;
  show();
}

document.addEventListener(
  "click",
  event => {
    const link = event.target.closest?.("[data-player] a");
    if (link && !isStepping) stop();
  },
  true,
);
// Dragging shows the step's number; the table follows on release.
document.addEventListener("input", ({ target }) => {
  if (target.id !== "scrub") return;
  stop();
  target.nextElementSibling.textContent = `${target.value} / ${target.max}`;
  $(".scrubber .line").style.setProperty("--part", `${(100 * target.value) / (+target.max || 1)}%`);
});
document.addEventListener("visibilitychange", () => {
  stepStart = Date.now();
});
document.addEventListener("htmx:afterSettle", () => {
  stepStart = Date.now();
  show();
});
setInterval(tick, 100);
show();
