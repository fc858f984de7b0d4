/* Live updates: the server only sends the current version; a page that shows an older one fetches itself again. */

import { livePage } from "../lib/dom.js";
import { isTapping, refresh } from "./refresh.js";
import { hasUnsentTap, showConnectionBack, showConnectionLost } from "./unsent_taps.js";
import { isOlder, looksSame } from "./version.js";

// The server sends a keep-alive every few seconds. A stream that is silent for longer is dead, whatever the browser
// reports; a new one is then opened every other second.
const MAX_SILENCE = 25000;
let source = null;
let streamedGame = "";
let newestVersion = "";
let refreshTimer = null;
let lastMessage = Date.now();
let lastAttempt = 0;

const isTypingIn = page => {
  const focused = document.activeElement;
  return focused?.matches("input:not([type=radio]), select, textarea") && page.contains(focused);
};

/** Fetch the page again if the server has a newer version, unless a tap or typing would be disturbed. */
function handleVersion(version) {
  newestVersion = version || newestVersion;
  const page = livePage();
  if (!page || page.dataset.game !== streamedGame) return; // a version says nothing about another game's page
  if (!newestVersion || hasUnsentTap() || refreshTimer) return;
  if (looksSame(newestVersion, page.dataset.version, !page.matches(".phone, .read-only"))) return;
  if (isTypingIn(page)) return;
  if (isTapping()) return; // its response calls this again
  if (isOlder(newestVersion, page.dataset.version)) return; // the response to a tap was faster than the stream
  // Phones spread their requests; the host's own page does not wait.
  refreshTimer = setTimeout(
    async () => {
      const fetchedVersion = newestVersion;
      await refresh();
      refreshTimer = null;
      if (newestVersion !== fetchedVersion) checkVersion(); // something newer arrived meanwhile
    },
    page.matches(".phone") ? Math.random() * 150 : 0,
  );
}

const checkVersion = () => handleVersion("");

function connect() {
  const page = livePage();
  if (!page || !window.EventSource) return;
  if (source) source.close();
  lastAttempt = Date.now();
  streamedGame = page.dataset.game;
  source = new EventSource(page.dataset.stream);
  source.onopen = () => {
    markAlive();
    showConnectionBack();
  };
  source.onmessage = event => {
    markAlive();
    handleVersion(event.data);
  };
  source.addEventListener("alive", markAlive);
  source.onerror = handleLostStream;
}

function markAlive() {
  lastMessage = Date.now();
}

function handleLostStream() {
  lastMessage = Math.min(lastMessage, Date.now() - MAX_SILENCE);
  showConnectionLost();
}

setInterval(() => {
  if (!source || Date.now() - lastMessage < MAX_SILENCE || Date.now() - lastAttempt < 2000) return;
  handleLostStream();
  connect();
}, 500);
for (const end of ["pointerup", "pointercancel"])
  document.addEventListener(end, () => setTimeout(checkVersion, 300), true);
document.addEventListener("htmx:afterSwap", checkVersion);
document.addEventListener("focusout", () => setTimeout(checkVersion, 200));
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) connect();
});
window.addEventListener("pageshow", event => {
  if (event.persisted) connect();
});
window.addEventListener("online", connect);
connect();
