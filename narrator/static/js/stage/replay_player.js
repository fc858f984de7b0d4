/* Plays a replay step by step, as fast as its reader likes. It pauses while the page is hidden or the voice speaks, and
   does not start if reduced motion is preferred or the address names a moment; taking a step by hand stops it. */

import { registerActions } from "../lib/actions.js";
import { getStored, setStored } from "../lib/device_storage.js";
import { $ } from "../lib/dom.js";
import { isSpeaking } from "../voice/speech.js";

const PACES = [1, 2, 4];
const STEP_MS = 3600;
const MOMENT_FACTOR = 1.5; // a moment is shown longer
const still = matchMedia("(prefers-reduced-motion: reduce)");
const player = () => $("[data-player]");
const pace = () => PACES.find(one => String(one) === getStored("pace")) || PACES[0];
let playing = player() !== null && !still.matches && !("still" in player().dataset);
let since = Date.now();
let stepping = false;

function show() {
  if (!$("#play")) return; // a practice turn does not play by itself
  $("#play").classList.toggle("playing", playing);
  $("[data-pace]").textContent = `${pace()}×`;
  const here = $("[data-player] [aria-current]"); // scroll to the current moment
  if (here) here.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
}

function go(link) {
  stepping = true;
  since = Date.now();
  link.click();
  stepping = false;
}

function tick() {
  if (!player() || !playing || document.hidden || $(".htmx-request")) return;
  if (isSpeaking()) {
    since = Math.max(since, Date.now() - STEP_MS / 2);
    return;
  }
  const lasts = (STEP_MS / pace()) * ($(".stage.moment") ? MOMENT_FACTOR : 1);
  if (Date.now() - since < lasts) return;
  if ("over" in player().dataset) playing = false;
  else go($("#step-on"));
  show();
}

registerActions({
  "replay-play": () => {
    playing = !playing;
    if (playing && "over" in player().dataset) go($("#step-on"));
    else if (playing) since = Date.now() - STEP_MS; // step at once
    show();
  },
  "replay-pace": () => {
    setStored("pace", PACES[(PACES.indexOf(pace()) + 1) % PACES.length]);
    show();
  },
});

function stop() {
  playing = false;
  show();
}

document.addEventListener(
  "click",
  event => {
    const link = event.target.closest?.("[data-player] a");
    if (link && !stepping) stop();
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
  since = Date.now();
});
document.addEventListener("htmx:afterSettle", () => {
  since = Date.now();
  show();
});
setInterval(tick, 100);
show();
