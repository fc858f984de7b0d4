/* What a page can't do without a script. Everything else is links and forms. */

import "./keys.js";
import "./taps.js";
import "./fit.js";
import "./breath.js";
import "./title.js";
import "./draft.js";
import "./folds.js";
import "./connection.js";
import "./voice.js";
import "./voice_switch.js";
import "./cues.js";
import "./motion.js";
import "./awake.js";
import "./clock.js";
import "./live.js";
import "./copy.js";
import "./chooser.js";
import "./reader.js";
