"""Where a bot can play at all; where it can't, a chair is not offered and says why."""

from narrator.core.message import Msg, msg
from narrator.core.table.mode import mode_of
from narrator.core.table.state import GameState


def why_unsupported(state: GameState) -> Msg | None:
    """Why no bot can sit at this table; nothing where one can."""
    if state.game.tracking != "board":
        return msg(f"bot.not.{state.game.tracking}")
    if mode_of(state).neutrals:
        return msg("bot.not.for_two")
    return None
