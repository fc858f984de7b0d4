/* Keeps `<details>` open or closed when their page is swapped. */

const FOLDS = "details[data-keep]";
let before = new Map();

document.addEventListener("htmx:beforeSwap", () => {
  before = new Map([...document.querySelectorAll(FOLDS)].map(fold => [fold.id, fold.open]));
});
document.addEventListener("htmx:afterSettle", () => {
  document.querySelectorAll(FOLDS).forEach(fold => {
    if (before.has(fold.id)) fold.open = before.get(fold.id);
  });
});
