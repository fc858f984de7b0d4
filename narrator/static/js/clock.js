/* The clock: the server knows when it runs out; here it only ticks. First a gentle sign, then a chime and a spoken
   reminder. */

import { askAlive } from "./connection.js";
import { $ } from "./page.js";
import { refresh } from "./refresh.js";

const SOON = 20;
/** A device's own clock may be wrong by so many seconds; every answer's date sets it right. */
let behind = 0;
let reminded = "";
let asked = 0;
/** Whether there was time left at the last tick: the chime rings when time runs out, not on a page opened later. */
let ran = false;

function setRight(date) {
  if (date) behind = (Date.now() - Date.parse(date) - 500) / 1000;
}

/** Never more than the server said: its clock or this device's may have been set back since. */
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

// The server says when time is up; its clock may be a moment behind this one.
function askWhenUp(clock, left) {
  if (left > 0 || clock.classList.contains("up") || Date.now() - asked <= 1500) return;
  asked = Date.now();
  refresh();
}

document.addEventListener("htmx:afterRequest", event => setRight(event.detail.xhr.getResponseHeader("Date")));
if ($("[data-clock]")) askAlive().then(answer => setRight(answer.headers.get("Date")), () => {});
setInterval(tick, 500);
