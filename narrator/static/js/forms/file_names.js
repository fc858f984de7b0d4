/* Shows the names of the chosen files beside our own file button. */

document.addEventListener("change", ({ target }) => {
  if (target.type !== "file") return;
  const name = target.closest(".chooser").querySelector("output");
  if (name) name.value = [...target.files].map(file => file.name).join();
});
