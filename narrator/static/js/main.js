/* What any page can't do without a script; stage.js, new_game.js and others have more.
   Everything else is links and forms. */

import "./keys.js";
import "./taps.js";
import "./breath.js";
import "./draw.js";
import "./task.js";
import "./hold.js";
import "./title.js";
import "./folds.js";
import "./connection.js";
import "./awake.js";
import "./clock.js";
import "./live.js";
import "./copy.js";
import "./chooser.js";
import "./reader.js";
