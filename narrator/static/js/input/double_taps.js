/* Ignores the second of two quick taps on one place: it was meant for the page before. Undo may be tapped fast. */

const DOUBLE_TAP_MS = 350;
const ENTERING_CONTROLS = "button[name=events], button[name=draw], button[name=verdict], button[name=page], form.spots";
let lastTap = { timeStamp: -DOUBLE_TAP_MS, clientX: 0, clientY: 0 };

document.addEventListener(
  "click",
  event => {
    const control = event.detail && event.target.closest?.(ENTERING_CONTROLS);
    if (!control || control.closest(".undo")) return;
    const distance = Math.hypot(event.clientX - lastTap.clientX, event.clientY - lastTap.clientY);
    if (event.timeStamp - lastTap.timeStamp < DOUBLE_TAP_MS && distance < 30) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else lastTap = event;
  },
  true,
);
