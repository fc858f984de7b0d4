/* Live updates: the server only sends the current version; a page that shows an older one fetches itself again. */

import { livePage } from "../lib/dom.js";
import { isOlder, isTapping, refresh } from "./refresh.js";
import { hasUnsentTap, showConnectionBack, showConnectionLost } from "./unsent_taps.js";

// The server sends a heartbeat every few seconds. A stream that is silent for longer is dead, whatever the browser
// reports; a new one is then tried every other second.
const MAX_SILENCE = 25000;
let source = null;
let listening = "";
let heard = "";
let fetching = null;
let last = Date.now();
let tried = 0;

/** The parts of a version that concern a page: who came or left concerns only the host's. */
const parts = (version, page) =>
  version
    .split(".")
    .slice(0, page.matches(".phone, .read-only") ? 2 : 3)
    .join(".");
const isTypingIn = page => {
  const held = document.activeElement;
  return held?.matches("input:not([type=radio]), select, textarea") && page.contains(held);
};

function hear(version) {
  heard = version || heard;
  const page = livePage();
  if (!page || page.dataset.game !== listening) return; // a version says nothing about another game's page
  if (!heard || hasUnsentTap() || fetching || parts(heard, page) === parts(page.dataset.live, page)) return;
  if (isTypingIn(page)) return;
  if (isTapping()) return; // its response calls this again
  if (isOlder(heard, page.dataset.live)) return; // the response to a tap was faster than the stream
  // Phones spread their requests; the host's own page does not wait.
  fetching = setTimeout(
    async () => {
      const known = heard;
      await refresh();
      fetching = null;
      if (heard !== known) checkAgain(); // something newer arrived meanwhile
    },
    page.matches(".phone") ? Math.random() * 150 : 0,
  );
}

const checkAgain = () => hear("");

function connect() {
  const page = livePage();
  if (!page || !window.EventSource) return;
  if (source) source.close();
  tried = Date.now();
  listening = page.dataset.game;
  source = new EventSource(page.dataset.stream);
  source.onopen = () => {
    markAlive();
    showConnectionBack();
  };
  source.onmessage = event => {
    markAlive();
    hear(event.data);
  };
  source.addEventListener("alive", markAlive);
  source.onerror = lose;
}

function markAlive() {
  last = Date.now();
}

function lose() {
  last = Math.min(last, Date.now() - MAX_SILENCE);
  showConnectionLost();
}

setInterval(() => {
  if (!source || Date.now() - last < MAX_SILENCE || Date.now() - tried < 2000) return;
  lose();
  connect();
}, 500);
for (const end of ["pointerup", "pointercancel"])
  document.addEventListener(end, () => setTimeout(checkAgain, 300), true);
document.addEventListener("htmx:afterSwap", checkAgain);
document.addEventListener("focusout", () => setTimeout(checkAgain, 200));
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) connect();
});
window.addEventListener("pageshow", event => {
  if (event.persisted) connect();
});
window.addEventListener("online", connect);
connect();
