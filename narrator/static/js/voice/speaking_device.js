/* Which device speaks: the stage or table view where the voice was turned on last. The page names it. */

import { getStored, setStored } from "../lib/device_storage.js";
import { $ } from "../lib/dom.js";
import { language } from "./speech.js";

let claimed = "";

/** What there is to say; a phone has none. */
export const box = () => $(".stage .spoken");

const isOn = () => getStored("voice") === language;

/** Whether this page is watched alone, such as a replay. */
export const isAlone = () => box() !== null && "alone" in box().dataset;

/** Whether this device is the one that speaks. */
export const speaks = () => isOn() && box() !== null && (isAlone() || box().dataset.speaker === me());

/** This device's own random name. */
function me() {
  if (!getStored("device")) {
    const numbers = crypto.getRandomValues(new Uint8Array(8));
    setStored("device", [...numbers].map(number => number.toString(16).padStart(2, "0")).join(""));
  }
  return getStored("device");
}

/** Let a device whose voice is still on from an earlier game speak in a new one. */
export function claim(game) {
  if (!isOn() || isAlone() || box().dataset.speaker !== undefined || claimed === game) return;
  claimed = game;
  announceSpeaker(me(), { first: 1 });
}

/** Turn the voice on or off here; other devices keep theirs. `refused` is called on a device that only watches while
    one at the table speaks. */
export function choose(on, refused = () => {}) {
  const spoke = speaks();
  setStored("voice", on ? language : "");
  if (!box() || isAlone() || !(on || spoke)) return;
  const before = box().dataset.speaker;
  box().dataset.speaker = on ? me() : "";
  announceSpeaker(box().dataset.speaker, {}, () => {
    setStored("voice", "");
    box().dataset.speaker = before;
    refused();
  });
}

function announceSpeaker(device, more, refused = () => {}) {
  const body = new URLSearchParams({ device, ...more });
  fetch(box().dataset.take, { method: "POST", body })
    .then(answer => {
      if (answer.status === 403) refused();
    })
    .catch(() => {}); // the next tap on the switch sends it again
}
