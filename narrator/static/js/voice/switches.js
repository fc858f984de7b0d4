/* Switches of the voice, in the host's menu and on the television; and the question whether it was heard. */

import { registerActions } from "../lib/actions.js";
import { $ } from "../lib/dom.js";
import { sayNewest } from "./announcer.js";
import { chooseSpeaker, speaks } from "./speaking_device.js";
import { canSpeak, hush, say } from "./speech.js";

function showChoice() {
  const on = speaks();
  document
    .querySelectorAll("[data-action=voice-on], [data-action=voice-toggle]")
    .forEach(button => button.setAttribute("aria-pressed", on));
  document.querySelectorAll("[data-action=voice-toggle]").forEach(button => {
    button.hidden = !canSpeak;
  });
  document.querySelectorAll("[data-action=voice-off]").forEach(button => button.setAttribute("aria-pressed", !on));
}

function ask(text, hasAnswers) {
  const question = $(".asked");
  question.hidden = false;
  $("span", question).textContent = text;
  question.querySelectorAll("button").forEach(button => {
    button.hidden = !hasAnswers;
  });
  question.scrollIntoView({ block: "nearest" });
}

function turnOn() {
  chooseSpeaker(true, () => {
    showChoice();
    hush();
  });
  showChoice();
  sayNewest();
}

function turnOff() {
  chooseSpeaker(false);
  showChoice();
  hush();
}

registerActions({
  "voice-on": turnOn,
  "voice-off": turnOff,
  "voice-toggle": () => (speaks() ? turnOff() : turnOn()),
  "voice-test": button => {
    if (!canSpeak) return ask($("[data-voice]").dataset.none, false);
    hush();
    say([button.dataset.sample]);
    ask($("[data-voice]").dataset.heard, true);
  },
  "voice-yes": () => {
    chooseSpeaker(true);
    showChoice();
    $(".asked").hidden = true;
  },
  "voice-no": () => {
    turnOff();
    ask($("[data-voice]").dataset.none, false);
  },
});

document.addEventListener("htmx:afterSwap", showChoice);
showChoice();
