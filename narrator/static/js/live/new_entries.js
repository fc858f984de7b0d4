/* Detects new entries: a page newer than the one before it, of the same game, and not because of an undo. */

import { $ } from "../lib/dom.js";

const currentStage = () => {
  const stage = $(".stage");
  if (!stage) return null;
  const { game, kind, seq, turn } = stage.dataset;
  return { stage, game, kind, seq: +seq, turn };
};
const listeners = [];
let lastStage = currentStage();

/** Call the listener with the page now and the page before whenever there are new entries. */
export const onNewEntries = listener => listeners.push(listener);

// After settling: only then does htmx give the page its own classes.
document.addEventListener("htmx:afterSettle", () => {
  const before = lastStage;
  const now = currentStage();
  lastStage = now;
  if (!now || !before || now.game !== before.game || now.seq <= before.seq || $("[data-undone]", now.stage)) return;
  now.stage.classList.add("animated"); // the television's too, which only refreshes itself
  listeners.forEach(listener => listener(now, before));
});
