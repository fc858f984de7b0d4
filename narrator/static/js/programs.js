/* What a program is given, copied with one tap. */

import { learn } from "./deeds.js";
import "./main.js";
import { $ } from "./page.js";

/** Without https no page may write to the clipboard, but what is selected can be copied. */
function copySelected(node) {
  getSelection().selectAllChildren(node);
  return document.execCommand("copy");
}

async function copy(button) {
  const code = $("code", button.parentElement);
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    isCopied = copySelected(code);
  }
  if (isCopied) $(".label", button).textContent = button.dataset.done;
}

learn({ "copy-text": copy });
