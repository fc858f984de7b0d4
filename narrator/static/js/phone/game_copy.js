/* Keeps the public game file on every phone, so that any Narrator can continue from it. */

import { registerActions } from "../lib/actions.js";
import { getStored, setStored } from "../lib/device_storage.js";
import { $ } from "../lib/dom.js";

const MIN_INTERVAL = 15000;
let lastCopy = 0;
let copyTimer = null;

function keepCopy() {
  if (copyTimer || !$("[data-copy-url]")) return;
  copyTimer = setTimeout(
    async () => {
      copyTimer = null;
      lastCopy = Date.now();
      const page = $("[data-copy-url]");
      try {
        const response = await fetch(page.dataset.copyUrl);
        if (response.ok) setStored("copy", JSON.stringify({ game: page.dataset.game, text: await response.text() }));
      } catch {
        /* tried again with the next change */
      }
    },
    Math.max(500, lastCopy + MIN_INTERVAL - Date.now()),
  );
}

function offerCopy() {
  const form = $("#copy");
  if (!form || !getStored("copy")) return;
  try {
    $("textarea", form).value = JSON.parse(getStored("copy")).text;
    form.hidden = false;
  } catch {
    /* no usable copy */
  }
}

registerActions({
  "save-copy": () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.parse(getStored("copy")).text], { type: "application/json" }));
    link.download = "narrator.json";
    link.click();
  },
});

document.addEventListener("htmx:afterSwap", keepCopy);
offerCopy();
keepCopy();
