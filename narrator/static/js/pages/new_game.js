/* Scripts of a game that is being prepared, and of its rules. */

import "./main.js";
import "../forms/patch_swap.js";
import "../forms/draft.js";
