/* The scripts of the stage and the table view: its words have their size before anything else looks at them. */

import "./fit.js";
import "./main.js";
import "./voice.js";
import "./voice_switch.js";
import "./cues.js";
import "./motion.js";
