/* What gives way where the words have too little room, the first first; stage.css says what each of these does. */

export const GIVES = [
  "comfort", "next", "why", "before", "text", "small", "aside", "columns", "plain", "tight", "board", "any", "second",
  "island", "wide",
];
export const STEP = 4;
const FIRM = GIVES.indexOf("text"); // down to there a hero does not go below what a short one has

/** States, each taking less room than the one before it: how much has given way, and how large the hero is. */
export function chain(most, short, least) {
  const states = [];
  let lowest = short;
  for (let given = 0; given <= GIVES.length; given++) {
    const from = given < 2 ? most : lowest;
    lowest = given <= FIRM ? short : Math.max(least, short - STEP * (given - FIRM));
    for (let size = from; size >= lowest; size -= given ? STEP : STEP * 4) states.push({ given, size });
  }
  for (let size = lowest - STEP; size >= least; size -= STEP) states.push({ given: GIVES.length, size });
  return states;
}
