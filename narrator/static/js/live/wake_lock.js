/* Keeps the screen on where the browser supports it; the page says so where it does not. */

import { $ } from "../lib/dom.js";

let lock = null;

async function stayAwake() {
  if ("wakeLock" in navigator && !document.hidden && $("#content[data-seq]")) {
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", show);
    } catch {
      lock = null;
    }
  }
  show();
}

function show() {
  const line = $("[data-wake]");
  if (line) line.textContent = lock && !lock.released ? line.dataset.awake : line.dataset.asleep;
}

document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("htmx:afterSwap", show);
stayAwake();
