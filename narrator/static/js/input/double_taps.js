/* Ignores the second of two quick taps on one place: it was meant for the page before. Undo may be tapped fast. */

const DOUBLE_TAP_MS = 350;
const ENTERING = "button[name=events], button[name=draw], button[name=verdict], button[name=page], form.spots";
let entering = { timeStamp: -DOUBLE_TAP_MS, clientX: 0, clientY: 0 };

document.addEventListener(
  "click",
  event => {
    const control = event.detail && event.target.closest?.(ENTERING);
    if (!control || control.closest(".undo")) return;
    const far = Math.hypot(event.clientX - entering.clientX, event.clientY - entering.clientY);
    if (event.timeStamp - entering.timeStamp < DOUBLE_TAP_MS && far < 30) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else entering = event;
  },
  true,
);
