/* Photographs of codes: made small here, for a phone's are several megabytes, and sent one by one. */

import "./main.js";
import { $ } from "./page.js";

const SIDE = 2400;
const ENOUGH = 700_000;
const SHOWN = [200, 422];

/** A photograph as it is sent: as it is, where it is small. */
async function small(file) {
  if (file.size <= ENOUGH) return file;
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  let made = file;
  for (const quality of [0.85, 0.6, 0.4]) {
    made = await new Promise(done => canvas.toBlob(done, "image/jpeg", quality));
    if (made.size <= ENOUGH) break;
  }
  return made;
}

/** One photograph, with all that was read before it. Whether there is more to read. */
async function send(file) {
  const form = $("#reading");
  const body = new FormData();
  for (const part of form.querySelectorAll("[name=part]")) body.append("part", part.value);
  body.append("photograph", await small(file).catch(() => file), file.name);
  const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
  const there = answer.headers.get("HX-Redirect");
  if (there) location.assign(there);
  else if (SHOWN.includes(answer.status)) form.outerHTML = await answer.text();
  else $(".trouble", form).innerHTML = await answer.text();
  return !there;
}

async function read(files) {
  const troubles = [];
  for (const [place, file] of files.entries()) {
    $("#reading .progress").value = `${place + 1} / ${files.length}`;
    $("#reading").setAttribute("aria-busy", "true");
    try {
      if (!await send(file)) return;
    } catch {
      break; // the network is gone, and the page says so
    }
    troubles.push(...$("#reading .trouble").children);
  }
  $("#reading").removeAttribute("aria-busy");
  $("#reading .progress").value = "";
  $("#reading .trouble").replaceChildren(...troubles);
}

// Whoever chooses more while some are read has them read after those.
let reading = Promise.resolve();
document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-photographs]")) return;
  const files = [...target.files];
  reading = reading.then(() => read(files));
});
