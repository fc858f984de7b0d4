/* Scripts of the stage, the television and a replay. Text is sized before anything else measures it. */

import "../stage/fit_text.js";
import "./main.js";
import "../voice/announcer.js";
import "../voice/switches.js";
import "../stage/sounds.js";
import "../stage/card_motion.js";
import "../stage/replay_player.js";
