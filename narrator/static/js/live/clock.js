/* The turn clock. The server decides when time is up; here it only ticks, then shows a sign and triggers the chime. */

import { $ } from "../lib/dom.js";
import { refresh } from "./refresh.js";
import { pingServer } from "./unsent_taps.js";

const SOON = 20; // seconds
let behind = 0; // seconds that this device's clock is off; every response's date corrects it
let reminded = "";
let asked = 0;
let ran = false; // whether there was time left at the last tick: a page opened later must not chime

function correctClock(date) {
  if (date) behind = (Date.now() - Date.parse(date) - 500) / 1000;
}

/** At most what the server said: its clock or this device's may have been set back since. */
function secondsLeft({ ends, left }) {
  return Math.min(Number(left), Number(ends) + behind - Date.now() / 1000);
}

function tick() {
  const clock = $("[data-clock]");
  if (!clock || "paused" in clock.dataset) return;
  const left = secondsLeft(clock.dataset);
  const whole = Math.max(0, Math.round(left));
  $(".time", clock).textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  clock.classList.toggle("soon", left <= SOON && left > 0);
  if (ran && left <= 0) document.dispatchEvent(new CustomEvent("time-up"));
  ran = left > 0;
  remind(clock, left);
  askWhenUp(clock, left);
}

function remind(clock, left) {
  const sign = left <= 0 ? clock.dataset.up : left <= SOON ? clock.dataset.soon : "";
  if (sign && sign !== reminded) document.dispatchEvent(new CustomEvent("remind", { detail: sign }));
  reminded = sign || (left > SOON ? "" : reminded);
}

// The server decides when time is up; its clock may be a moment behind this one.
function askWhenUp(clock, left) {
  if (left > 0 || clock.classList.contains("up") || Date.now() - asked <= 1500) return;
  asked = Date.now();
  refresh();
}

document.addEventListener("htmx:afterRequest", event => correctClock(event.detail.xhr.getResponseHeader("Date")));
if ($("[data-clock]"))
  pingServer().then(
    answer => correctClock(answer.headers.get("Date")),
    () => {},
  );
setInterval(tick, 500);
