/* Keeps a tap while the network is down and sends it again until it is answered. The server enters it only once. */

import { $, livePage, parseHtml } from "../lib/dom.js";

const bar = $("#connection");
const PING_TIMEOUT = 3000;
let unsentRequest = null;
let retryTimer = null;
let isRetrying = false;

export const hasUnsentTap = () => unsentRequest !== null;

/** Ask whether the server answers; the response also carries its time. */
export const pingServer = options => fetch(bar.dataset.alive, { cache: "no-store", ...options });

export function showConnectionLost() {
  if (!hasUnsentTap()) show(bar.dataset.lost);
}

export function showConnectionBack() {
  if (bar.textContent === bar.dataset.lost) show(bar.dataset.back, 1500);
}

function show(text, hideAfter) {
  bar.textContent = text;
  bar.hidden = !text;
  if (hideAfter)
    setTimeout(() => {
      if (bar.textContent === text) bar.hidden = true;
    }, hideAfter);
}

function keepTap({ verb, path, formData }) {
  if (!unsentRequest) unsentRequest = { verb, path, values: Object.fromEntries(formData) };
  show(verb === "post" ? bar.dataset.kept : bar.dataset.lost);
  document.body.classList.add("waiting");
  if (!retryTimer) retryTimer = setInterval(retry, 1000);
}

async function retry() {
  if (!unsentRequest || isRetrying) return;
  isRetrying = true;
  try {
    const alive = await pingServer({ signal: AbortSignal.timeout ? AbortSignal.timeout(PING_TIMEOUT) : undefined });
    if (alive.ok) await sendAgain();
  } catch {
    /* still offline */
  } finally {
    isRetrying = false;
  }
}

async function sendAgain() {
  const { verb, path, values } = unsentRequest;
  clearInterval(retryTimer);
  unsentRequest = retryTimer = null;
  document.body.classList.remove("waiting");
  show(bar.dataset.back, 1500);
  await htmx.ajax(verb, path, { target: "#content", swap: "outerHTML", values });
}

document.addEventListener("htmx:sendError", event => keepTap(event.detail.requestConfig));
document.addEventListener("htmx:timeout", event => keepTap(event.detail.requestConfig));
document.addEventListener("htmx:responseError", event => {
  const { xhr, requestConfig } = event.detail;
  if (xhr.status >= 502) keepTap(requestConfig);
  else if (!parseHtml(xhr.responseText).querySelector("#content")) location.reload();
  else htmx.swap("#content", xhr.responseText, { swapStyle: "outerHTML" });
});
// While a tap waits, another one would be out of date.
document.addEventListener("htmx:beforeRequest", event => {
  if (hasUnsentTap()) event.preventDefault();
});
window.addEventListener("offline", () => show(bar.dataset.lost));
window.addEventListener("online", () => {
  if (!livePage()) show(bar.dataset.back, 1500);
});
