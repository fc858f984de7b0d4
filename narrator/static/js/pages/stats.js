/* Scripts of the game in numbers; the page never changes, so it needs no more. */

import "../input/keyboard.js";
import "../live/wake_lock.js";
import "../stats/pager.js";
