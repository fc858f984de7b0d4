/* Short sounds: the turn passes, a seven, time is up, the end. Off until this device turns them on. */

import { registerActions } from "../lib/actions.js";
import { getStored, setStored } from "../lib/device_storage.js";
import { $ } from "../lib/dom.js";
import { onNewEntries } from "../live/new_entries.js";

const VOLUME = 0.06;
const FADE_SECONDS = 0.5;
/** Each tone: frequency in Hz, delay in seconds. */
const SOUNDS = {
  turn: [
    [523, 0],
    [659, 0.09],
  ],
  seven: [
    [247, 0],
    [185, 0.16],
  ],
  time: [
    [880, 0],
    [880, 0.22],
    [659, 0.44],
  ],
  win: [
    [523, 0],
    [659, 0.13],
    [784, 0.26],
    [1047, 0.39],
  ],
};
let audio = null;

const isOn = () => getStored("sound") === "on";

function play(name) {
  if (!isOn() || !window.AudioContext) return;
  audio = audio || new AudioContext();
  audio.resume();
  for (const [pitch, after] of SOUNDS[name]) ring(pitch, audio.currentTime + after);
}

function ring(pitch, when) {
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = "sine";
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, when);
  loudness.gain.linearRampToValueAtTime(VOLUME, when + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.0001, when + FADE_SECONDS);
  tone.connect(loudness).connect(audio.destination);
  tone.start(when);
  tone.stop(when + FADE_SECONDS);
}

function showChoice() {
  const box = $("[data-sound]");
  if (!box) return;
  $("[data-action=sound-on]", box).setAttribute("aria-pressed", isOn());
  $("[data-action=sound-off]", box).setAttribute("aria-pressed", !isOn());
}

function choose(on) {
  setStored("sound", on ? "on" : "");
  showChoice();
}

registerActions({
  "sound-on": () => {
    choose(true);
    play("turn");
  },
  "sound-off": () => choose(false),
});

onNewEntries((now, before) => {
  if (now.kind === "win" && before.kind !== "win") play("win");
  else if (now.kind === "seven" && before.kind !== "seven") play("seven");
  else if (now.turn !== before.turn) play("turn");
});
document.addEventListener("time-up", () => play("time"));
document.addEventListener("htmx:afterSwap", showChoice);
showChoice();
