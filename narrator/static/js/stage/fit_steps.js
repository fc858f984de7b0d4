/* What gives way when the words have too little room, first to last; stage.css defines what each step does. */

export const FIT_STEPS = [
  "comfort",
  "next",
  "why",
  "before",
  "text",
  "small",
  "aside",
  "columns",
  "plain",
  "tight",
  "board",
  "any",
  "second",
  "island",
  "wide",
];
export const STEP = 4;
const FIRM = FIT_STEPS.indexOf("text"); // until then the headline keeps the size of a short one

/** States, each needing less room than the one before it: how much has given way, and how large the headline is. */
export function fitStates(most, short, least) {
  const states = [];
  let lowest = short;
  for (let given = 0; given <= FIT_STEPS.length; given++) {
    const from = given < 2 ? most : lowest;
    lowest = given <= FIRM ? short : Math.max(least, short - STEP * (given - FIRM));
    for (let size = from; size >= lowest; size -= given ? STEP : STEP * 4) states.push({ given, size });
  }
  for (let size = lowest - STEP; size >= least; size -= STEP) states.push({ given: FIT_STEPS.length, size });
  return states;
}
