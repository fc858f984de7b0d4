/* A helper card in the board's place. */

import { SLACK } from "./room.js";

/** Its letters are as large as they can be, and its drawing gives way to them. */
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
  let low = 14, high = 26;
  while (low < high) {
    const size = (low + high + 1) >> 1;
    if (fits(size)) low = size;
    else high = size - 1;
  }
  return fits(low);
}
