/* A lost network: the tap is kept as it was and sent again until it is answered. The server enters it once. */

import { $, shown } from "./page.js";

const bar = $("#connection");
const PATIENCE = 3000;
let waiting = null;
let timer = null;
let isAsking = false;

/** Whether a tap waits for the network. */
export const isWaiting = () => waiting !== null;

/** Whether the server answers, and what it says besides, such as its time. */
export const askAlive = options => fetch(bar.dataset.alive, { cache: "no-store", ...options });

export function tellLost() {
  if (!isWaiting()) show(bar.dataset.lost);
}

export function tellBack() {
  if (bar.textContent === bar.dataset.lost) show(bar.dataset.back, 1500);
}

function show(text, then) {
  bar.textContent = text;
  bar.hidden = !text;
  if (then) setTimeout(() => { if (bar.textContent === text) bar.hidden = true; }, then);
}

function hold({ verb, path, formData }) {
  if (!waiting) waiting = { verb, path, values: Object.fromEntries(formData) };
  show(verb === "post" ? bar.dataset.kept : bar.dataset.lost);
  document.body.classList.add("waiting");
  if (!timer) timer = setInterval(retry, 1000);
}

async function retry() {
  if (!waiting || isAsking) return;
  isAsking = true;
  try {
    const alive = await askAlive({ signal: AbortSignal.timeout ? AbortSignal.timeout(PATIENCE) : undefined });
    if (alive.ok) await sendAgain();
  } catch { /* still away */ } finally { isAsking = false; }
}

async function sendAgain() {
  const { verb, path, values } = waiting;
  clearInterval(timer);
  waiting = timer = null;
  document.body.classList.remove("waiting");
  show(bar.dataset.back, 1500);
  await htmx.ajax(verb, path, { target: "#stage", swap: "outerHTML", values });
}

document.addEventListener("htmx:sendError", event => hold(event.detail.requestConfig));
document.addEventListener("htmx:timeout", event => hold(event.detail.requestConfig));
document.addEventListener("htmx:responseError", event => {
  const { xhr, requestConfig } = event.detail;
  if (xhr.status >= 502) hold(requestConfig);
  else if (!xhr.responseText.includes("id=\"stage\"")) location.reload();
  else htmx.swap("#stage", xhr.responseText, { swapStyle: "outerHTML" });
});
// While a tap waits, another one would only be out of date.
document.addEventListener("htmx:beforeRequest", event => { if (isWaiting()) event.preventDefault(); });
window.addEventListener("offline", () => show(bar.dataset.lost));
window.addEventListener("online", () => { if (!shown()) show(bar.dataset.back, 1500); });
