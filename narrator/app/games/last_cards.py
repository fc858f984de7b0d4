"""The points cards that are still hidden when a game is over: who is asked for them, one after the other."""

from narrator.app.sessions.sessions import SessionService
from narrator.core.play.checklist import only_tells
from narrator.core.play.development import can_exist
from narrator.core.record.record import Record
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import PointsRevealed
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, points
from narrator.session.events import NoPointsCards
from narrator.session.table_session import TableSession


def to_ask(record: Record, session: TableSession) -> tuple[int, ...]:
    """Who holds cards and has neither shown nor denied points since the end: fewest points first, the winner last."""
    state = record.state
    if not _shows(state) or state.game.cards == "app":  # which knows, and has shown them
        return ()
    end, shown = _since_the_end(record.head)
    denied = {seat for seat, seen in session.end.no_points.items() if seen >= end}
    winner = state.phase.winner if isinstance(state.phase, Over) else None
    asked = [
        number
        for number, seat in enumerate(state.seats)
        if seat.development_cards and not seat.left and number not in denied | shown
    ]
    return tuple(sorted(asked, key=lambda number: (number == winner, points(state, number), number)))


def deny(sessions: SessionService, record: Record, game: str, seat: int) -> None:
    """A seat has none. A note: it changes nothing at the table, and who showed cards late is entered as ever."""
    if seat in to_ask(record, sessions.of(game)):
        seen = len(record.log)
        sessions.lay(game, NoPointsCards(seat=seat, seen=seen), f"no points {seat} {seen}")


def _shows(state: GameState) -> bool:
    is_won = isinstance(state.phase, Over) and state.phase.winner is not None
    return is_won and not only_tells(state) and state.rules.reveal_at_end == "yes" and can_exist(state, "points") > 0


def _since_the_end(head: Snapshot) -> tuple[int, set[int]]:
    """The entry that ended the game, and who has shown points after it."""
    shown: set[int] = set()
    snapshot = head
    while snapshot.before is not None and isinstance(snapshot.before.state.phase, Over):
        if isinstance(snapshot.fact, PointsRevealed) and not snapshot.left_out:
            shown.add(snapshot.fact.seat)
        snapshot = snapshot.before
    return snapshot.number, shown
