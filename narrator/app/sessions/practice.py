"""Which scene of the practice turn a table is at. It is a note beside the log: the log never hears of it."""

from narrator.app.sessions.sessions import SessionService
from narrator.core.record.record import Record
from narrator.script.practice import Scene, can_practise, practice_turn
from narrator.session.events import PracticeStepped
from narrator.session.table_session import TableSession


def practising(record: Record, session: TableSession) -> Scene | None:
    """The scene that everybody is at. The first real roll ends the practice."""
    scenes = practice_turn(record) if session.practice else ()
    return scenes[session.practice - 1] if session.practice <= len(scenes) and scenes else None


def practise(sessions: SessionService, record: Record, game: str, step: int, seen: int) -> None:
    """One step on or back, or the end (0). A tap on a page that others have turned since does nothing."""
    now = sessions.of(game).practice
    is_near = step == 0 or abs(step - now) == 1
    if can_practise(record.state) and seen == now and is_near and step <= len(practice_turn(record)):
        sessions.lay(
            game, PracticeStepped(step=step, seen=len(record.log)), f"practice {sessions.of(game).number} {step}"
        )
