/* Buttons that do something on this device alone: `data-do` names the deed. */

const deeds = {};

export const learn = more => Object.assign(deeds, more);

document.addEventListener("click", event => {
  const button = event.target.closest && event.target.closest("[data-do]");
  if (button && deeds[button.dataset.do]) deeds[button.dataset.do](button);
});

learn({
  full: () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  },
  print: () => print(),
});
