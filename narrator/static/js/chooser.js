/* Which file was chosen: its name stands beside our own button. */

document.addEventListener("change", ({ target }) => {
  if (target.type !== "file") return;
  target.closest(".chooser").querySelector("output").value = [...target.files].map(file => file.name).join();
});
