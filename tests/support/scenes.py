"""Scenes after an event."""

from typing import Any

from narrator.core.message import Msg
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent, DiceRolled
from narrator.core.table.state import GameState
from narrator.script.scenes.director import NarrationOptions, current_scene
from narrator.script.scenes.for_seat import for_seat
from narrator.script.scenes.model import Scene
from tests.support.games import ANA, record_of


def scene_of(table: GameState, *events: AnyEvent, detail: str | None = None, muted: bool = False) -> Scene:
    return current_scene(record_of(table, *events), NarrationOptions(detail, is_muted=muted))[1]


def scene_for_seat(record: Record, seat: int) -> Scene:
    """The scene as the player's own phone addresses them."""
    script, scene = current_scene(record, seat=seat)
    return for_seat(scene, script.now, seat)


def keys(lines: tuple[Msg, ...]) -> list[str]:
    return [line.key for line in lines]


def rolled(total: int, seat: int = ANA, **about: Any) -> DiceRolled:
    return DiceRolled(seat=seat, total=total, **about)
