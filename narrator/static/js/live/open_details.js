/* Keeps `<details>` open or closed when their page is swapped. */

const KEPT_DETAILS = "details[data-keep-open]";
let wasOpen = new Map();

document.addEventListener("htmx:beforeSwap", () => {
  wasOpen = new Map([...document.querySelectorAll(KEPT_DETAILS)].map(details => [details.id, details.open]));
});
document.addEventListener("htmx:afterSettle", () => {
  document.querySelectorAll(KEPT_DETAILS).forEach(details => {
    if (wasOpen.has(details.id)) details.open = wasOpen.get(details.id);
  });
});
