/* No single battery: every phone keeps the public game file, and any Narrator can go on from it. */

import { learn } from "./deeds.js";
import { keep, kept } from "./memory.js";
import { $ } from "./page.js";

const PAUSE = 15000;
let copied = 0;
let copying = null;

function keepCopy() {
  if (copying || !$("[data-keep]")) return;
  copying = setTimeout(async () => {
    copying = null;
    copied = Date.now();
    const page = $("[data-keep]");
    try {
      const answer = await fetch(page.dataset.keep);
      if (answer.ok) keep("copy", JSON.stringify({ game: page.dataset.game, text: await answer.text() }));
    } catch { /* with the next change */ }
  }, Math.max(500, copied + PAUSE - Date.now()));
}

function offerCopy() {
  const form = $("#copy");
  if (!form || !kept("copy")) return;
  try {
    $("textarea", form).value = JSON.parse(kept("copy")).text;
    form.hidden = false;
  } catch { /* nothing to go on with */ }
}

learn({
  "save-copy": () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.parse(kept("copy")).text], { type: "application/json" }));
    link.download = "narrator.json";
    link.click();
  },
});

document.addEventListener("htmx:afterSwap", keepCopy);
offerCopy();
keepCopy();
