/* Fingers: one that taps twice, and one that taps beside. */

// A nervous finger: of two taps on one place, the second was meant for the page before. Undo may be tapped fast.
const TWICE = 350;
const ENTERING = "button[name=events], button[name=verdict], form.spots";
let entering = { timeStamp: -TWICE, clientX: 0, clientY: 0 };

document.addEventListener("click", event => {
  const control = event.detail && event.target.closest && event.target.closest(ENTERING);
  if (!control || control.closest(".undo")) return;
  const far = Math.hypot(event.clientX - entering.clientX, event.clientY - entering.clientY);
  if (event.timeStamp - entering.timeStamp < TWICE && far < 30) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else entering = event;
}, true);

// The board: a tap beside the spots means the nearest one.
document.addEventListener("click", event => {
  const spots = event.target.closest && event.target.closest(".spots");
  if (!spots || event.target !== spots) return;
  const [near] = [...spots.querySelectorAll(".spot")].map(spot => {
    const box = spot.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    return { spot, far: Math.hypot(event.clientX - x, event.clientY - y) };
  }).sort((one, other) => one.far - other.far);
  if (near && near.far < spots.clientWidth / 9) near.spot.click();
});
