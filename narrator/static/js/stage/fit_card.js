/* Sizes a helper card that is shown in the board's place. */

import { SLACK } from "./text_room.js";

/** Make its letters as large as possible; the drawing gives way to them. */
export function fitCard(card) {
  for (const height of [24, 18, 12]) {
    card.style.setProperty("--drawing", `${height}dvh`);
    if (fitLetters(card)) return;
  }
}

function fitLetters(card) {
  const fits = size => {
    card.style.setProperty("--card", `${size}px`);
    return card.scrollHeight <= card.clientHeight + SLACK;
  };
  let low = 14;
  let high = 26;
  while (low < high) {
    const size = (low + high + 1) >> 1;
    if (fits(size)) low = size;
    else high = size - 1;
  }
  return fits(low);
}
