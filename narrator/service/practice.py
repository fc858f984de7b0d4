"""Which scene of the practice turn a table is at. It is a note beside the log: the log never hears of it."""

from narrator.core.record.record import Record
from narrator.script.practice import Scene, can_practise, practice_turn
from narrator.store.note import Practised

from .desk import Desk
from .desks import Desks


def practising(record: Record, desk: Desk) -> Scene | None:
    """The scene that everybody is at. The first real roll ends the practice."""
    scenes = practice_turn(record) if desk.practice else ()
    return scenes[desk.practice - 1] if desk.practice <= len(scenes) and scenes else None


def practise(desks: Desks, record: Record, game: str, step: int, seen: int) -> None:
    """One step on or back, or the end (0). A tap on a page that others have turned since does nothing."""
    now = desks.of(game).practice
    is_near = step == 0 or abs(step - now) == 1
    if can_practise(record.state) and seen == now and is_near and step <= len(practice_turn(record)):
        desks.lay(game, Practised(step=step, seen=len(record.log)), f"practice {desks.of(game).number} {step}")
