/* Live: the server only says which number is current; a page that shows an older one fetches itself anew. */

import { isWaiting, tellBack, tellLost } from "./connection.js";
import { shown } from "./page.js";
import { isOlder, isTapping, refresh } from "./refresh.js";

// The server gives a sign of life every few seconds. A line that is silent for longer is dead, whatever the browser
// thinks of it; while there is none, a new one is tried every other second.
const SILENCE = 25000;
let source = null;
let listening = "";
let heard = "";
let fetching = null;
let last = Date.now();
let tried = 0;

/** As much of a number as concerns a page: who came or left only the host's. */
const parts = (version, page) => version.split(".").slice(0, page.matches(".phone, .shown") ? 2 : 3).join(".");
const isTypingIn = page => {
  const held = document.activeElement;
  return held && held.matches("input:not([type=radio]), select, textarea") && page.contains(held);
};

function hear(version) {
  heard = version || heard;
  const page = shown();
  if (!page || page.dataset.game !== listening) return; // a number says nothing about another game's page
  if (!heard || isWaiting() || fetching || parts(heard, page) === parts(page.dataset.live, page)) return;
  if (isTypingIn(page)) return;
  if (isTapping()) return; // its answer looks here again
  if (isOlder(heard, page.dataset.live)) return; // the answer to a tap was quicker than the stream
  // Phones don't all ask at the same moment; the host's own page does not wait.
  fetching = setTimeout(async () => {
    const known = heard;
    await refresh();
    fetching = null;
    if (heard !== known) lookAgain(); // something newer came meanwhile
  }, page.matches(".phone") ? Math.random() * 150 : 0);
}

const lookAgain = () => hear("");

function connect() {
  const page = shown();
  if (!page || !window.EventSource) return;
  if (source) source.close();
  tried = Date.now();
  listening = page.dataset.game;
  source = new EventSource(page.dataset.stream);
  source.onopen = () => { live(); tellBack(); };
  source.onmessage = event => { live(); hear(event.data); };
  source.addEventListener("alive", live);
  source.onerror = lose;
}

function live() {
  last = Date.now();
}

function lose() {
  last = Math.min(last, Date.now() - SILENCE);
  tellLost();
}

setInterval(() => {
  if (!source || Date.now() - last < SILENCE || Date.now() - tried < 2000) return;
  lose();
  connect();
}, 500);
for (const end of ["pointerup", "pointercancel"])
  document.addEventListener(end, () => setTimeout(lookAgain, 300), true);
document.addEventListener("htmx:afterSwap", lookAgain);
document.addEventListener("focusout", () => setTimeout(lookAgain, 200));
document.addEventListener("visibilitychange", () => { if (!document.hidden) connect(); });
window.addEventListener("pageshow", event => { if (event.persisted) connect(); });
window.addEventListener("online", connect);
connect();
