/* Carries what was typed for a game that is being prepared: into another language, over a reload, back from another
   page. */

import { $ } from "../lib/dom.js";

/** A seat's language counts only if somebody chose another than the page's. */
const isChosen = ([name, value]) => !(/^language\d$/.test(name) && value === document.documentElement.lang);

const addressOf = draft => `${location.pathname}?${new URLSearchParams([...new FormData(draft)].filter(isChosen))}`;

document.addEventListener(
  "submit",
  event => {
    const draft = $("#new, #rules");
    const next = event.target.elements.next;
    if (draft && next && event.target.matches("form.choice")) next.value = addressOf(draft);
  },
  true,
);

const keepInAddress = () => history.replaceState(history.state, "", addressOf($("#new")));

document.addEventListener("change", event => {
  if (event.target.matches("#new .seats .text")) keepInAddress();
});
// The address that htmx pushes lacks what was typed since the request, and contains the tap itself.
document.addEventListener("htmx:afterSettle", event => {
  if (event.target.id === "new") keepInAddress();
});
