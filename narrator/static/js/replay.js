/* A game that plays itself: from step to step, as fast as its reader likes. It stands still where nobody looks, while
   the voice speaks, and from the start where no motion is wanted or the address names a moment; whoever takes a step
   themselves has stopped it. */

import { learn } from "./deeds.js";
import { keep, kept } from "./memory.js";
import { $ } from "./page.js";
import { isSpeaking } from "./speech.js";

const PACES = [1, 2, 4];
const STEP = 3600;
/** A moment is looked at for longer. */
const MOMENT = 1.5;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const player = () => $("[data-player]");
const pace = () => PACES.find(one => String(one) === kept("pace")) || PACES[0];
let playing = player() !== null && !still.matches && !("still" in player().dataset);
let since = Date.now();
let stepping = false;

function show() {
  if (!$("#play")) return; // a practice turn has no time of its own
  $("#play").classList.toggle("playing", playing);
  $("[data-pace]").textContent = `${pace()}×`;
  const here = $("[data-player] [aria-current]"); // of the moments, the one that is shown comes into sight
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
  if (isSpeaking()) { since = Math.max(since, Date.now() - STEP / 2); return; }
  const lasts = STEP / pace() * ($(".stage.moment") ? MOMENT : 1);
  if (Date.now() - since < lasts) return;
  if ("over" in player().dataset) playing = false;
  else go($("#step-on"));
  show();
}

learn({
  "replay-play": button => {
    playing = !playing;
    if (playing && "over" in player().dataset) go($("#step-on"));
    else if (playing) since = Date.now() - STEP; // the next step comes at once
    show();
  },
  "replay-pace": () => {
    keep("pace", PACES[(PACES.indexOf(pace()) + 1) % PACES.length]);
    show();
  },
});

function stop() {
  playing = false;
  show();
}

document.addEventListener("click", event => {
  const link = event.target.closest && event.target.closest("[data-player] a");
  if (link && !stepping) stop();
}, true);
// While it is pulled, the step is counted; the table follows when it is let go.
document.addEventListener("input", ({ target }) => {
  if (target.id !== "scrub") return;
  stop();
  target.nextElementSibling.textContent = `${target.value} / ${target.max}`;
  $(".scrubber .line").style.setProperty("--part", `${100 * target.value / (+target.max || 1)}%`);
});
document.addEventListener("visibilitychange", () => { since = Date.now(); });
document.addEventListener("htmx:afterSettle", () => {
  since = Date.now();
  show();
});
setInterval(tick, 100);
show();
