/* A game that is being prepared comes along with what was typed just now: into another language, over a reload, back
   from another page. */

import { $ } from "./page.js";

/** Not a seat's language that is the page's only because nobody chose another. */
const isChosen = ([name, value]) => !(/^language\d$/.test(name) && value === document.documentElement.lang);

const addressOf = draft => `${location.pathname}?${new URLSearchParams([...new FormData(draft)].filter(isChosen))}`;

document.addEventListener("submit", event => {
  const draft = $("#new, #rules"), next = event.target.elements.next;
  if (draft && next && event.target.matches("form.choice")) next.value = addressOf(draft);
}, true);

const keepInAddress = () => history.replaceState(history.state, "", addressOf($("#new")));

document.addEventListener("change", event => { if (event.target.matches("#new .seats .text")) keepInAddress(); });
// The address that was pushed is the one that was asked for: without what was typed since, and with the tap itself.
document.addEventListener("htmx:afterSettle", event => { if (event.target.id === "new") keepInAddress(); });
