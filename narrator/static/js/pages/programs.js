/* Copies what a program is given with one tap. */

import { registerActions } from "../lib/actions.js";
import "./main.js";
import { $ } from "../lib/dom.js";

/** Without HTTPS a page may not write to the clipboard, but it can copy its selection. */
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

registerActions({ "copy-text": copy });
