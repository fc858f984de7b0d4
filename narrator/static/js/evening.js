/* The scripts of the game in numbers: it stands still, so it needs no more. */

import "./keys.js";
import "./awake.js";
import "./leaves.js";
