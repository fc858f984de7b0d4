/* A game that is being prepared, and its rules. */

import "./main.js";
import "./patch.js";
import "./draft.js";
