/* Motion: cards travel to the chips of those who take them, from the hexes that pay, from those who give or from the
   bank. It shows what has happened already: a tap goes through it and ends it. Nothing moves where none is wanted. */

import { whenHappened } from "./happened.js";
import { $ } from "./page.js";

const TAKES = 360;
const APART = 20;
const MOST = 12;
const WAYS = { duration: TAKES - APART * 4, easing: "cubic-bezier(.2, .7, .3, 1)", fill: "backwards" };
const still = matchMedia("(prefers-reduced-motion: reduce)");
let sky = null;

const middle = box => [box.left + box.width / 2, box.top + box.height / 2];
const kindOf = card => [...card.classList].find(name => name.startsWith("of-"));

/** Where a card comes from, as the page shows it. */
function origin(stage, card) {
  const some = card.closest("[data-from]"), chip = card.closest(".take");
  const given = [...stage.querySelectorAll(".gives .pic")].filter(one => one.closest(".take") !== chip);
  return (some && $(`.lit[data-hex="${some.dataset.from}"]`, stage)) || given.find(one => kindOf(one) === kindOf(card))
    || given[0] || $(".side .bank", stage);
}

/** Those who only give hand their cards to the bank. */
function goal(stage) {
  return $(".takes .pic", stage) ? null : $(".side .bank", stage);
}

/** All places are read before anything is added, so that the page is laid out once. */
function flights(stage) {
  const taken = [...stage.querySelectorAll(".take .takes .pic")].slice(0, MOST);
  const bank = goal(stage);
  const given = bank ? [...stage.querySelectorAll(".take .gives .pic")].slice(0, MOST) : [];
  return [...taken.map(card => [card, origin(stage, card), card]), ...given.map(card => [card, card, bank])]
    .filter(([, from, to]) => from && to)
    .map(([card, from, to]) => ({ card, size: card.getBoundingClientRect(), arrives: card === to,
      from: middle(from.getBoundingClientRect()), to: middle(to.getBoundingClientRect()) }));
}

function fly(stage) {
  if (!stage.isConnected) return;
  const all = flights(stage);
  if (!all.length) return;
  // Beside the body, which may be turned round: places on the screen are meant.
  sky = document.documentElement.appendChild(document.createElement("div"));
  sky.className = "sky";
  sky.setAttribute("aria-hidden", "true");
  all.forEach(launch);
  setTimeout(land, TAKES, sky);
}

function launch({ card, size, arrives, from, to }, number) {
  const flying = sky.appendChild(card.cloneNode(true)), delay = Math.min(number, 4) * APART;
  const at = ([x, y]) => `translate(${x - size.width / 2}px, ${y - size.height / 2}px)`;
  flying.style.cssText = `width: ${size.width}px; height: ${size.height}px`;
  flying.animate([{ transform: `${at(from)} scale(.6)` }, { transform: at(to) }], { ...WAYS, delay, fill: "both" });
  if (arrives) card.animate({ opacity: [0, 0] }, WAYS.duration + delay);
}

/** All that flies has arrived. */
function land(which = sky) {
  if (which) which.remove();
  if (which === sky) sky = null;
}

function end() {
  if (!sky) return;
  land();
  document.querySelectorAll(".take .pic").forEach(card => card.getAnimations().forEach(one => one.cancel()));
}

/** The turn passes: a player's colour comes over their place from the side. */
function pass({ stage }) {
  const seat = $(".seat.acts", stage);
  if (!seat) return;
  const backgroundImage = "linear-gradient(90deg, var(--field) 50%, var(--paper) 50%)", backgroundSize = "200% 100%";
  const field = backgroundPosition => ({ backgroundImage, backgroundSize, backgroundPosition });
  seat.animate([field("100% 0"), field("0 0")], { duration: 300, easing: "ease-out" });
}

whenHappened((now, before) => {
  end();
  if (still.matches) return;
  if (now.turn !== before.turn) pass(now);
  requestAnimationFrame(() => fly(now.stage)); // once the words have their size
});
document.addEventListener("pointerdown", end, true);
document.addEventListener("keydown", end, true);
document.addEventListener("htmx:beforeSwap", end);
