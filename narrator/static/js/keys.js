/* Keys: every control that names one. */

const TYPING = /^(INPUT|SELECT|TEXTAREA)$/;
const PRESSED_BY_SPACE = /^(BUTTON|A|SUMMARY)$/;

document.addEventListener("keydown", event => {
  const { key, target } = event;
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || TYPING.test(target.tagName)) return;
  if (key === " " && PRESSED_BY_SPACE.test(target.tagName)) return;
  const named = [...document.querySelectorAll("[data-key]")];
  const control = named.find(({ dataset }) => dataset.key === key.toLowerCase() || dataset.key === key);
  if (!control) return;
  event.preventDefault();
  control.click();
});
