/* A moment takes a phone's whole screen for a breath: once for each entry, however often the page is fetched. */

import { $ } from "./page.js";

let had = "";

function breathe() {
  const moment = $("[data-breath]");
  if (!moment || moment.dataset.breath === had) return;
  had = moment.dataset.breath;
  moment.classList.add("now");
}

document.addEventListener("htmx:afterSwap", breathe);
breathe();
