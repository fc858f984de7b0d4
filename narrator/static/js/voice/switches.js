/* Switches of the voice, in the host's menu and on the table view; and the question whether it was heard. */

import { registerActions } from "../lib/actions.js";
import { $ } from "../lib/dom.js";
import { sayNewest } from "./announcer.js";
import { choose, speaks } from "./speaking_device.js";
import { canSpeak, hush, say } from "./speech.js";

function showChoice() {
  const on = speaks();
  document
    .querySelectorAll("[data-do=voice-on], [data-do=voice-turn]")
    .forEach(button => button.setAttribute("aria-pressed", on));
  document.querySelectorAll("[data-do=voice-turn]").forEach(button => {
    button.hidden = !canSpeak;
  });
  document.querySelectorAll("[data-do=voice-off]").forEach(button => button.setAttribute("aria-pressed", !on));
}

function ask(text, answer) {
  const asked = $(".asked");
  asked.hidden = false;
  $("span", asked).textContent = text;
  asked.querySelectorAll("button").forEach(button => {
    button.hidden = !answer;
  });
}

function turnOn() {
  choose(true, () => {
    showChoice();
    hush();
  });
  showChoice();
  sayNewest();
}

function turnOff() {
  choose(false);
  showChoice();
  hush();
}

registerActions({
  "voice-on": turnOn,
  "voice-off": turnOff,
  "voice-turn": () => (speaks() ? turnOff() : turnOn()),
  "voice-test": button => {
    if (!canSpeak) return ask($("[data-voice]").dataset.none, false);
    hush();
    say([button.dataset.sample]);
    ask($("[data-voice]").dataset.heard, true);
  },
  "voice-yes": () => {
    choose(true);
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
