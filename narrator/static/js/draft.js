/* A game that is being prepared comes along when its reader changes the language: with what was typed just now. */

import { $ } from "./page.js";

/** Not a seat's language that is the page's only because nobody chose another. */
const isChosen = ([name, value]) => !(/^language\d$/.test(name) && value === document.documentElement.lang);

document.addEventListener("submit", event => {
  const draft = $("#new, #rules"), next = event.target.elements.next;
  if (!draft || !next || !event.target.matches("form.choice")) return;
  next.value = `${location.pathname}?${new URLSearchParams([...new FormData(draft)].filter(isChosen))}`;
}, true);
