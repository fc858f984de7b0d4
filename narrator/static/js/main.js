/* What any page can't do without a script; stage.js and photographs.js have more.
   Everything else is links and forms. */

import "./keys.js";
import "./taps.js";
import "./breath.js";
import "./draw.js";
import "./task.js";
import "./hold.js";
import "./title.js";
import "./patch.js";
import "./draft.js";
import "./folds.js";
import "./connection.js";
import "./awake.js";
import "./clock.js";
import "./live.js";
import "./copy.js";
import "./chooser.js";
import "./reader.js";
