/* The story of the night: read aloud by this device, and shared as a picture that is drawn here. */

import { learn } from "./deeds.js";
import "./main.js";
import { $ } from "./page.js";
import { canSpeak, hush, isSpeaking, say } from "./speech.js";

const LOOK = 500;
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
  waiting = setInterval(() => { if (!isSpeaking()) stop(button); }, LOOK);
}

/** The drawing of the page as a PNG. A data address, since that is where pages of ours may take pictures from. */
async function drawn() {
  const drawing = $(".night-picture"), picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = drawing.width.baseVal.value;
  canvas.height = drawing.height.baseVal.value;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise(done => canvas.toBlob(done, "image/png"));
}

async function share(button) {
  const picture = new File([await drawn()], button.dataset.name, { type: "image/png" });
  if (navigator.canShare && navigator.canShare({ files: [picture] })) {
    try {
      return await navigator.share({ files: [picture], title: document.title });
    } catch (error) {
      if (error.name === "AbortError") return; // whoever shares changed their mind
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

learn({ "read-story": read, "share-picture": share });
document.querySelectorAll("[data-do=read-story]").forEach(button => { button.hidden = !canSpeak; });
window.addEventListener("pagehide", hush);
