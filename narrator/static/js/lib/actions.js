/* Buttons that act on this device alone: `data-do` names the action. */

const actions = {};

export const registerActions = added => Object.assign(actions, added);

document.addEventListener("click", event => {
  const button = event.target.closest?.("[data-do]");
  if (button && actions[button.dataset.do]) actions[button.dataset.do](button);
});

registerActions({
  full: () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  },
  print: () => print(),
});
