/* Keyboard shortcuts: every control with `data-key`, except those in a picture of a page. Latin letters and digits
   count as typed; on other layouts (Russian, Thai, digits behind shift) the position of the key counts. */

const TYPING_TAGS = /^(INPUT|SELECT|TEXTAREA)$/;
const SPACE_TAGS = /^(BUTTON|A|SUMMARY)$/;
const KEYS_BY_CODE = { Minus: "-", NumpadSubtract: "-", Equal: "=", Space: " " };

/** What a key's position types on a US keyboard: `KeyE`, `Digit2` and `Numpad2` say it in their names. */
const typedAt = code => KEYS_BY_CODE[code] || code.replace(/^(Key|Digit|Numpad)(?=.$)/, "").toLowerCase();

/** The names of a key, likeliest first. */
function keyNames({ key = "", code = "", shiftKey }) {
  if (key.length > 1 && key !== "Dead") return [key];
  const typed = key.toLowerCase();
  if (/^[a-z0-9]$/.test(typed)) return [typed]; // Dvorak's E is not D
  return shiftKey ? [typed, typedAt(code)] : [typedAt(code), typed]; // French 6 types a minus until shift is held
}

document.addEventListener("keydown", event => {
  const { target } = event;
  if (document.body.matches(".arriving")) return; // meant for the previous page
  if (event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (TYPING_TAGS.test(target.tagName)) return;
  const pressed = keyNames(event);
  if (pressed.includes(" ") && SPACE_TAGS.test(target.tagName)) return;
  const controls = [...document.querySelectorAll("[data-key]:not([inert] *)")];
  const control = pressed.map(name => controls.find(({ dataset }) => dataset.key === name)).find(Boolean);
  if (!control) return;
  event.preventDefault();
  control.click();
});
