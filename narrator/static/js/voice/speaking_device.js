/* Which device speaks: the stage or television where the voice was turned on last. The page names it. */

import { getStored, setStored } from "../lib/device_storage.js";
import { $ } from "../lib/dom.js";
import { language } from "./speech.js";

let claimedGame = "";

/** The list of what to say; a phone has none. */
export const spokenList = () => $(".stage .spoken");

const isOn = () => getStored("voice") === language;

/** Whether this page is watched alone, such as a replay. */
export const isWatchedAlone = () => spokenList() !== null && "alone" in spokenList().dataset;

/** Whether this device is the one that speaks. */
export const speaks = () =>
  isOn() && spokenList() !== null && (isWatchedAlone() || spokenList().dataset.speaker === deviceName());

/** This device's own random name. */
function deviceName() {
  if (!getStored("device")) {
    const numbers = crypto.getRandomValues(new Uint8Array(8));
    setStored("device", [...numbers].map(number => number.toString(16).padStart(2, "0")).join(""));
  }
  return getStored("device");
}

/** Let a device whose voice is still on from an earlier game speak in a new one. */
export function claimSpeaker(game) {
  if (!isOn() || isWatchedAlone() || spokenList().dataset.speaker !== undefined || claimedGame === game) return;
  claimedGame = game;
  announceSpeaker(deviceName(), { first: 1 });
}

/** Turn the voice on or off here; other devices keep theirs. `onRefused` is called on a device that only watches
    while one at the table speaks. */
export function chooseSpeaker(on, onRefused = () => {}) {
  const wasSpeaking = speaks();
  setStored("voice", on ? language : "");
  if (!spokenList() || isWatchedAlone() || !(on || wasSpeaking)) return;
  const before = spokenList().dataset.speaker;
  spokenList().dataset.speaker = on ? deviceName() : "";
  announceSpeaker(spokenList().dataset.speaker, {}, () => {
    setStored("voice", "");
    spokenList().dataset.speaker = before;
    onRefused();
  });
}

function announceSpeaker(device, fields, onRefused = () => {}) {
  const body = new URLSearchParams({ device, ...fields });
  fetch(spokenList().dataset.take, { method: "POST", body })
    .then(response => {
      if (response.status === 403) onRefused();
    })
    .catch(() => {}); // the next tap on the switch sends it again
}
