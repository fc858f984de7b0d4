/* Scrolls a phone to the top when its player is asked something new, and to whatever the player opens. */

import { $ } from "../lib/dom.js";

const currentTask = () => ({ task: "", opened: "", ...$(".phone")?.dataset });
let before = currentTask();

/** Close the menu first: left open, it would keep the page where it was. */
function scrollToTop() {
  const menu = $(".phone #menu");
  if (menu) menu.open = false;
  scrollTo({ top: 0, behavior: "instant" });
}

document.addEventListener("htmx:afterSettle", () => {
  const now = currentTask();
  if (now.task && now.task !== before.task) scrollToTop();
  else if (now.opened && now.opened !== before.opened) $("#offering, .phone .own-actions")?.scrollIntoView();
  before = now;
});
