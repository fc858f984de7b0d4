/* Cards fly to the players who take them, from the hexes that pay, from those who give or from the bank. This shows
   what has already happened: a tap goes through it and ends it. Nothing moves if reduced motion is preferred. */

import { $ } from "../lib/dom.js";
import { onNewEntries } from "../live/new_entries.js";

const DURATION = 360;
const STAGGER = 20;
const MAX_CARDS = 12;
const TIMING = { duration: DURATION - STAGGER * 4, easing: "cubic-bezier(.2, .7, .3, 1)", fill: "backwards" };
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
let layer = null;

const middle = box => [box.left + box.width / 2, box.top + box.height / 2];
const kindOf = card => [...card.classList].find(name => name.startsWith("of-"));

/** Where a card comes from on the page. */
function sourceOf(stage, card) {
  const some = card.closest("[data-from]");
  const player = card.closest(".pictured-player");
  const given = [...stage.querySelectorAll(".gives .pic")].filter(one => one.closest(".pictured-player") !== player);
  return (
    (some && $(`.lit[data-hex="${some.dataset.from}"]`, stage)) ||
    given.find(one => kindOf(one) === kindOf(card)) ||
    given[0] ||
    $(".side .bank", stage)
  );
}

/** If nobody takes cards, those given go to the bank. */
function targetOfGivenCards(stage) {
  return $(".takes .pic", stage) ? null : $(".side .bank", stage);
}

/** Read all positions before adding anything, so that the page is laid out once. */
function flights(stage) {
  const taken = [...stage.querySelectorAll(".pictured-player .takes .pic")].slice(0, MAX_CARDS);
  const bank = targetOfGivenCards(stage);
  const given = bank ? [...stage.querySelectorAll(".pictured-player .gives .pic")].slice(0, MAX_CARDS) : [];
  return [...taken.map(card => [card, sourceOf(stage, card), card]), ...given.map(card => [card, card, bank])]
    .filter(([, from, to]) => from && to)
    .map(([card, from, to]) => ({
      card,
      size: card.getBoundingClientRect(),
      arrives: card === to,
      from: middle(from.getBoundingClientRect()),
      to: middle(to.getBoundingClientRect()),
    }));
}

function fly(stage) {
  if (!stage.isConnected) return;
  const all = flights(stage);
  if (!all.length) return;
  // Beside the body, which may be rotated: these are positions on the screen.
  layer = document.documentElement.appendChild(document.createElement("div"));
  layer.className = "flying-cards";
  layer.setAttribute("aria-hidden", "true");
  all.forEach(launch);
  setTimeout(removeLayer, DURATION, layer);
}

function launch({ card, size, arrives, from, to }, number) {
  const flying = layer.appendChild(card.cloneNode(true));
  const delay = Math.min(number, 4) * STAGGER;
  const at = ([x, y]) => `translate(${x - size.width / 2}px, ${y - size.height / 2}px)`;
  flying.style.cssText = `width: ${size.width}px; height: ${size.height}px`;
  flying.animate([{ transform: `${at(from)} scale(.6)` }, { transform: at(to) }], { ...TIMING, delay, fill: "both" });
  if (arrives) card.animate({ opacity: [0, 0] }, TIMING.duration + delay);
}

function removeLayer(which = layer) {
  if (which) which.remove();
  if (which === layer) layer = null;
}

function endMotion() {
  if (!layer) return;
  removeLayer();
  document.querySelectorAll(".pictured-player .pic").forEach(card => card.getAnimations().forEach(one => one.cancel()));
}

/** The turn passes: the player's color slides over their seat. */
function slideTurnColor({ stage }) {
  const seat = $(".seat.acts", stage);
  if (!seat) return;
  const backgroundImage = "linear-gradient(90deg, var(--field) 50%, var(--paper) 50%)";
  const backgroundSize = "200% 100%";
  const field = backgroundPosition => ({ backgroundImage, backgroundSize, backgroundPosition });
  seat.animate([field("100% 0"), field("0 0")], { duration: 300, easing: "ease-out" });
}

onNewEntries((now, before) => {
  endMotion();
  if (reducedMotion.matches) return;
  if (now.turn !== before.turn) slideTurnColor(now);
  requestAnimationFrame(() => fly(now.stage)); // after the words are sized
});
document.addEventListener("pointerdown", endMotion, true);
document.addEventListener("keydown", endMotion, true);
document.addEventListener("htmx:beforeSwap", endMotion);
