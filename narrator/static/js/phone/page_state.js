/* Keeps a phone's page as its reader left it when something happens: what is unfolded, whom they write to. */

import { $ } from "../lib/dom.js";

const MESSAGE_MS = 25000;
const unfolded = new Set();
let addressee = "";

function remember() {
  const to = $("[name=to]:checked");
  addressee = to ? to.value : "";
}

function restore() {
  const to = $(`[name=to][value="${addressee}"]`);
  if (to) to.checked = true;
  unfolded.forEach(id => {
    const part = document.getElementById(id);
    if (part) part.open = true;
  });
  document.querySelectorAll("p.heard, p.said").forEach(words => setTimeout(() => words.remove(), MESSAGE_MS));
}

document.addEventListener("click", event => {
  const folds = event.target.closest?.("summary");
  const part = folds?.parentElement;
  if (part?.id) unfolded[part.open ? "delete" : "add"](part.id);
});
document.addEventListener("htmx:beforeSwap", remember);
document.addEventListener("htmx:afterSwap", restore);
restore();
