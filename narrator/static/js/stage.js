/* The scripts of the stage, the table view and a replay: words have their size before anything else
   looks at them. */

import "./fit.js";
import "./main.js";
import "./voice.js";
import "./voice_switch.js";
import "./cues.js";
import "./motion.js";
import "./replay.js";
