/* The story of the evening: read aloud by this device, and shared as a picture that is drawn here. */

import { registerActions } from "../lib/actions.js";
import "./main.js";
import { $ } from "../lib/dom.js";
import { canSpeak, hush, isSpeaking, say } from "../voice/speech.js";

const CHECK_INTERVAL = 500;
let waiting = null;

function show(button, words) {
  button.dataset.read ??= $(".label", button).textContent;
  button.setAttribute("aria-pressed", words === button.dataset.hush);
  $(".label", button).textContent = words;
}

function stop(button) {
  clearInterval(waiting);
  hush();
  show(button, button.dataset.read);
}

function read(button) {
  if (button.getAttribute("aria-pressed") === "true") return stop(button);
  show(button, button.dataset.hush);
  say([...document.querySelectorAll(".spoken li")].map(sentence => sentence.textContent));
  waiting = setInterval(() => {
    if (!isSpeaking()) stop(button);
  }, CHECK_INTERVAL);
}

/** Render the page's drawing as a PNG, through a data URL since our content policy allows images from those. */
async function renderPicture() {
  const drawing = $(".story-picture");
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = drawing.width.baseVal.value;
  canvas.height = drawing.height.baseVal.value;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise(done => canvas.toBlob(done, "image/png"));
}

async function share(button) {
  const picture = new File([await renderPicture()], button.dataset.name, { type: "image/png" });
  if (navigator.canShare?.({ files: [picture] })) {
    try {
      return await navigator.share({ files: [picture], title: document.title });
    } catch (error) {
      if (error.name === "AbortError") return; // canceled
    }
  }
  save(picture);
}

function save(picture) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = picture.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

registerActions({ "read-story": read, "share-picture": share });
document.querySelectorAll("[data-action=read-story]").forEach(button => {
  button.hidden = !canSpeak;
});
window.addEventListener("pagehide", hush);
