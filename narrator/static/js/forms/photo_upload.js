/* Photos of codes: scaled down here, since a phone's are several megabytes, and sent one by one. */

import { $ } from "../lib/dom.js";

const MAX_SIDE = 2400; // pixels
const MAX_BYTES = 700_000;
const STATUSES_WITH_FORM = [200, 422];

/** Scale a photo down unless it is small. */
async function scaleDown(file) {
  if (file.size <= MAX_BYTES) return file;
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  let scaled = file;
  for (const quality of [0.85, 0.6, 0.4]) {
    scaled = await new Promise(done => canvas.toBlob(done, "image/jpeg", quality));
    if (scaled.size <= MAX_BYTES) break;
  }
  return scaled;
}

/** Send one photo with all that was read before it; return whether there is more to read. */
async function send(file) {
  const form = $("#reading");
  const body = new FormData();
  for (const part of form.querySelectorAll("[name=part]")) body.append("part", part.value);
  body.append("photograph", await scaleDown(file).catch(() => file), file.name);
  const response = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
  const redirect = response.headers.get("HX-Redirect");
  if (redirect) location.assign(redirect);
  else if (STATUSES_WITH_FORM.includes(response.status)) form.outerHTML = await response.text();
  else $(".trouble", form).innerHTML = await response.text();
  return !redirect;
}

async function read(files) {
  const problems = [];
  for (const [place, file] of files.entries()) {
    $("#reading .progress").value = `${place + 1} / ${files.length}`;
    $("#reading").setAttribute("aria-busy", "true");
    try {
      if (!(await send(file))) return;
    } catch {
      break; // offline; the page says so
    }
    problems.push(...$("#reading .trouble").children);
  }
  $("#reading").removeAttribute("aria-busy");
  $("#reading .progress").value = "";
  $("#reading .trouble").replaceChildren(...problems);
}

// Photos chosen while others are being read are read after those.
let reading = Promise.resolve();
document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-photographs]")) return;
  const files = [...target.files];
  reading = reading.then(() => read(files));
});
