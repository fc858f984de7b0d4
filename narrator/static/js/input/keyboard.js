/* Keyboard shortcuts: every control with `data-key`. Latin letters and digits count as typed; on other layouts
   (Russian, Thai, digits behind shift) the position of the key counts. */

const TYPING = /^(INPUT|SELECT|TEXTAREA)$/;
const PRESSED_BY_SPACE = /^(BUTTON|A|SUMMARY)$/;
const PLACES = { Minus: "-", NumpadSubtract: "-", Equal: "=", Space: " " };

/** What a key's position types on a US keyboard: `KeyE`, `Digit2` and `Numpad2` say it in their names. */
const typedAt = code => PLACES[code] || code.replace(/^(Key|Digit|Numpad)(?=.$)/, "").toLowerCase();

/** The names of a key, likeliest first. */
function names({ key = "", code = "", shiftKey }) {
  if (key.length > 1 && key !== "Dead") return [key];
  const typed = key.toLowerCase();
  if (/^[a-z0-9]$/.test(typed)) return [typed]; // Dvorak's E is not D
  return shiftKey ? [typed, typedAt(code)] : [typedAt(code), typed]; // French 6 types a minus until shift is held
}

document.addEventListener("keydown", event => {
  const { target } = event;
  if (document.body.matches(".arriving")) return; // meant for the previous page
  if (event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (TYPING.test(target.tagName)) return;
  const wanted = names(event);
  if (wanted.includes(" ") && PRESSED_BY_SPACE.test(target.tagName)) return;
  const named = [...document.querySelectorAll("[data-key]")];
  const control = wanted.map(name => named.find(({ dataset }) => dataset.key === name)).find(Boolean);
  if (!control) return;
  event.preventDefault();
  control.click();
});
