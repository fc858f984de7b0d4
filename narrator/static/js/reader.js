/* A phone's page stays as its reader left it when something happens: what is unfolded, how far the map is moved. */

import { $ } from "./page.js";

const PASSING = 25000;
const unfolded = new Set();
let moved = null;
let addressee = "";

function remember() {
  const map = $("[data-scroll]"), to = $("[name=to]:checked");
  moved = map && map.scrollLeft;
  addressee = to ? to.value : "";
}

function settle() {
  const to = $(`[name=to][value="${addressee}"]`);
  if (to) to.checked = true;
  unfolded.forEach(id => {
    const part = document.getElementById(id);
    if (part) part.open = true;
  });
  const map = $("[data-scroll]");
  if (map) map.scrollLeft = moved || (map.scrollWidth - map.clientWidth) / 2;
  document.querySelectorAll("p.heard, p.said").forEach(words => setTimeout(() => words.remove(), PASSING));
}

document.addEventListener("click", event => {
  const folds = event.target.closest && event.target.closest("summary");
  const part = folds && folds.parentElement;
  if (part && part.id) unfolded[part.open ? "delete" : "add"](part.id);
});
document.addEventListener("htmx:beforeSwap", remember);
document.addEventListener("htmx:afterSwap", settle);
settle();
