/* Buttons that act on this device alone: `data-action` names the action. */

const actions = {};

export const registerActions = added => Object.assign(actions, added);

document.addEventListener("click", event => {
  const button = event.target.closest?.("[data-action]");
  if (button && actions[button.dataset.action]) actions[button.dataset.action](button);
});

registerActions({
  fullscreen: () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  },
  print: () => print(),
});
