/* What has just happened: a page that is newer than the one before it, of the same game, and not by an undo. */

import { $ } from "./page.js";

const moment = () => {
  const stage = $(".stage");
  if (!stage) return null;
  const { game, kind, seq, turn } = stage.dataset;
  return { stage, game, kind, seq: +seq, turn };
};
const listeners = [];
let last = moment();

/** Calls with what is shown now and what was shown before, each time that something has happened in between. */
export const whenHappened = listener => listeners.push(listener);

// Not at the swap itself: htmx gives a page its own classes only as it settles.
document.addEventListener("htmx:afterSettle", () => {
  const before = last, now = last = moment();
  if (!now || !before || now.game !== before.game || now.seq <= before.seq || $("[data-undone]", now.stage)) return;
  now.stage.classList.add("fresh"); // the television's, too, which only fetches itself anew
  listeners.forEach(listener => listener(now, before));
});
