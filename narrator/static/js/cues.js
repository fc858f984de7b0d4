/* Soft cues, made here and kept short: the turn passes, a seven, time is up, the end. Off until this device wants
   them. */

import { learn } from "./deeds.js";
import { whenHappened } from "./happened.js";
import { keep, kept } from "./memory.js";
import { $ } from "./page.js";

const LOUD = 0.06;
const FADES = 0.5;
/** Each note: how high, and after how many seconds. */
const CUES = {
  turn: [[523, 0], [659, 0.09]],
  seven: [[247, 0], [185, 0.16]],
  time: [[880, 0], [880, 0.22], [659, 0.44]],
  win: [[523, 0], [659, 0.13], [784, 0.26], [1047, 0.39]],
};
let sound = null;

const isOn = () => kept("sound") === "on";

function play(cue) {
  if (!isOn() || !window.AudioContext) return;
  sound = sound || new AudioContext();
  sound.resume();
  for (const [pitch, after] of CUES[cue]) ring(pitch, sound.currentTime + after);
}

function ring(pitch, when) {
  const tone = sound.createOscillator(), loudness = sound.createGain();
  tone.type = "sine";
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, when);
  loudness.gain.linearRampToValueAtTime(LOUD, when + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.0001, when + FADES);
  tone.connect(loudness).connect(sound.destination);
  tone.start(when);
  tone.stop(when + FADES);
}

function showChoice() {
  const box = $("[data-sound]");
  if (!box) return;
  $("[data-do=sound-on]", box).setAttribute("aria-pressed", isOn());
  $("[data-do=sound-off]", box).setAttribute("aria-pressed", !isOn());
}

function choose(on) {
  keep("sound", on ? "on" : "");
  showChoice();
}

learn({
  "sound-on": () => { choose(true); play("turn"); },
  "sound-off": () => choose(false),
});

whenHappened((now, before) => {
  if (now.kind === "win" && before.kind !== "win") play("win");
  else if (now.kind === "seven" && before.kind !== "seven") play("seven");
  else if (now.turn !== before.turn) play("turn");
});
document.addEventListener("time-up", () => play("time"));
document.addEventListener("htmx:afterSwap", showChoice);
showChoice();
