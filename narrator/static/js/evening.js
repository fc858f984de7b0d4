/* The scripts of the game in numbers. */

import "./main.js";
import "./leaves.js";
