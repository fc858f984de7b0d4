/* The turn clock. The server decides when time is up; here it only ticks, then shows a sign and triggers the chime. */

import { $ } from "../lib/dom.js";
import { refresh } from "./refresh.js";
import { pingServer } from "./unsent_taps.js";

const SOON = 20; // seconds
let clockOffset = 0; // seconds that this device's clock is ahead of the server's; every response's date corrects it
let lastReminder = "";
let lastRefresh = 0;
let hadTimeLeft = false; // whether there was time left at the last tick: a page opened later must not chime

function correctClock(date) {
  if (date) clockOffset = (Date.now() - Date.parse(date) - 500) / 1000;
}

/** Never more than the server said, even if its clock or this device's was set back since. */
function secondsLeft({ ends, left }) {
  return Math.min(Number(left), Number(ends) + clockOffset - Date.now() / 1000);
}

function tick() {
  const clock = $("[data-clock]");
  if (!clock || "paused" in clock.dataset) return;
  const left = secondsLeft(clock.dataset);
  const whole = Math.max(0, Math.round(left));
  $(".time", clock).textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  clock.classList.toggle("soon", left <= SOON && left > 0);
  if (hadTimeLeft && left <= 0) document.dispatchEvent(new CustomEvent("time-up"));
  hadTimeLeft = left > 0;
  remind(clock, left);
  refreshWhenUp(clock, left);
}

function remind(clock, left) {
  const reminder = left <= 0 ? clock.dataset.up : left <= SOON ? clock.dataset.soon : "";
  if (reminder && reminder !== lastReminder) document.dispatchEvent(new CustomEvent("remind", { detail: reminder }));
  lastReminder = reminder || (left > SOON ? "" : lastReminder);
}

// The server decides when time is up; its clock may be a moment behind this one.
function refreshWhenUp(clock, left) {
  if (left > 0 || clock.classList.contains("up") || Date.now() - lastRefresh <= 1500) return;
  lastRefresh = Date.now();
  refresh();
}

document.addEventListener("htmx:afterRequest", event => correctClock(event.detail.xhr.getResponseHeader("Date")));
if ($("[data-clock]"))
  pingServer().then(
    response => correctClock(response.headers.get("Date")),
    () => {},
  );
setInterval(tick, 500);
