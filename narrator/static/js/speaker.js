/* Which device speaks: a stage or a table view, the one where the voice was switched on last. The page names it. */

import { keep, kept } from "./memory.js";
import { $ } from "./page.js";
import { language } from "./speech.js";

let claimed = "";

/** What there is to say, on a page that may speak: a phone has none of it. */
export const box = () => $(".stage .spoken");

const isOn = () => kept("voice") === language;

/** Whether nobody else listens to this page: then nobody else speaks for it. */
export const isAlone = () => box() !== null && "alone" in box().dataset;

/** Whether this device speaks. */
export const speaks = () => isOn() && box() !== null && (isAlone() || box().dataset.speaker === me());

/** This device's name, given by itself. */
function me() {
  if (!kept("device")) {
    const numbers = crypto.getRandomValues(new Uint8Array(8));
    keep("device", [...numbers].map(number => number.toString(16).padStart(2, "0")).join(""));
  }
  return kept("device");
}

/** A device whose voice is still on from another evening speaks in a new game, where nobody has spoken yet. */
export function claim(game) {
  if (!isOn() || isAlone() || box().dataset.speaker !== undefined || claimed === game) return;
  claimed = game;
  tell(me(), { first: 1 });
}

/** The voice is switched on or off here; off elsewhere it stays as it is. `refused` is called on a device that only
    watches, while one at the table speaks. */
export function choose(on, refused = () => {}) {
  const spoke = speaks();
  keep("voice", on ? language : "");
  if (!box() || isAlone() || !(on || spoke)) return;
  const before = box().dataset.speaker;
  box().dataset.speaker = on ? me() : "";
  tell(box().dataset.speaker, {}, () => {
    keep("voice", "");
    box().dataset.speaker = before;
    refused();
  });
}

function tell(device, more, refused = () => {}) {
  const body = new URLSearchParams({ device, ...more });
  fetch(box().dataset.take, { method: "POST", body })
    .then(answer => { if (answer.status === 403) refused(); })
    .catch(() => {}); // the next tap on the switch tells it again
}
