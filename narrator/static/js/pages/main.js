/* What most pages need; stage.js, new_game.js and others add to it. Everything else is links and forms. */

import "../input/keyboard.js";
import "../input/double_taps.js";
import "../input/board_taps.js";
import "../phone/moment_overlay.js";
import "../live/first_player_draw.js";
import "../phone/scroll_to_task.js";
import "../phone/hold_to_show.js";
import "../live/tab_title.js";
import "../live/open_details.js";
import "../live/unsent_taps.js";
import "../live/wake_lock.js";
import "../live/clock.js";
import "../live/stream.js";
import "../phone/game_copy.js";
import "../forms/file_names.js";
import "../phone/page_state.js";
