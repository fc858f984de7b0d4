/* The voice: one sentence at a time, off until somebody wants it. */

import { learn } from "./deeds.js";
import { keep, kept } from "./memory.js";
import { $ } from "./page.js";

const voice = window.speechSynthesis;
const language = document.documentElement.lang;
let said = "";

/** Speaks where this device wants to hear it. */
export function speakIfWanted(text) {
  if (isOn()) speak(text);
}

const isOn = () => kept("voice") === language;

function best() {
  const tongues = voice.getVoices().filter(one => one.lang.replace("_", "-").toLowerCase().startsWith(language));
  return tongues.find(one => one.localService) || tongues[0];
}

function speak(text) {
  if (!voice || !text) return;
  voice.cancel();
  for (const sentence of text.match(/[^.!?…]+[.!?…]*\s*/g) || [text]) {
    const words = new SpeechSynthesisUtterance(sentence.trim());
    words.lang = language;
    const found = best();
    if (found) words.voice = found;
    voice.speak(words);
  }
}

function sayLine() {
  const spoken = $(".note[data-say]") || $("#line");
  const text = spoken && spoken.dataset.say;
  if (!text || text === said || !isOn()) return;
  said = text;
  speak(text);
}

function showChoice() {
  const box = $("[data-voice]");
  if (!box) return;
  $("[data-do=voice-on]", box).setAttribute("aria-pressed", isOn());
  $("[data-do=voice-off]", box).setAttribute("aria-pressed", !isOn());
}

function ask(text, answer) {
  const asked = $(".asked");
  asked.hidden = false;
  $("span", asked).textContent = text;
  asked.querySelectorAll("button").forEach(button => { button.hidden = !answer; });
}

function choose(on) {
  keep("voice", on ? language : "");
  showChoice();
}

learn({
  "voice-on": () => { choose(true); said = ""; sayLine(); },
  "voice-off": () => { choose(false); if (voice) voice.cancel(); },
  "voice-test": button => {
    const box = $("[data-voice]");
    if (!voice) return ask(box.dataset.none, false);
    speak(button.dataset.sample);
    ask(box.dataset.heard, true);
  },
  "voice-yes": () => { choose(true); $(".asked").hidden = true; },
  "voice-no": () => { choose(false); ask($("[data-voice]").dataset.none, false); },
});

document.addEventListener("htmx:afterSwap", () => { sayLine(); showChoice(); });
showChoice();
sayLine();
