/* A phone: when something new is asked of its player, the page comes to its top, where that stands. What the player
   opens comes into sight from its title on. */

import { $ } from "./page.js";

const read = () => ({ task: "", opened: "", ...$(".phone")?.dataset });
let before = read();

/** A menu left open would hold the page where it was. */
function comeUp() {
  const menu = $(".phone #menu");
  if (menu) menu.open = false;
  scrollTo({ top: 0, behavior: "instant" });
}

document.addEventListener("htmx:afterSettle", () => {
  const now = read();
  if (now.task && now.task !== before.task) comeUp();
  else if (now.opened && now.opened !== before.opened) $("#offering, .phone .mine")?.scrollIntoView();
  before = now;
});
