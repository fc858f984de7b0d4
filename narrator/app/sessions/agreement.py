"""Agreeing to tonight's rules, or not: who is asked for it, and a seat's own word."""

from narrator.app.games.games import Games
from narrator.app.sessions.sessions import SessionService
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent, RuleChanged, RulesAgreed, SeatJoined
from narrator.core.table.phase import Over, SettingUp
from narrator.core.table.state import GameState, active_seats
from narrator.session.events import Objected
from narrator.session.table_session import TableSession


def agree(games: Games, game: str, seat: int) -> None:
    """A seat's own word, so it is entered at once. Raises `EntryRefused`."""
    state = games.record(game).state
    if seat not in state.agreed:
        games.enter(game, [RulesAgreed(seat=seat)], None, f"agreed {seat} {state.seq}")


def object_to(sessions: SessionService, record: Record, game: str, seat: int) -> None:
    """A seat says no to tonight's rules or to what was changed. It is a note: the host sees it, and nothing waits for
    it."""
    if asks_agreement(record.state, seat) and seat not in objecting(record, sessions.of(game)):
        seen = len(record.log)
        sessions.lay(game, Objected(seat=seat, seen=seen), f"objected {seat} {seen}")


def objecting(record: Record, session: TableSession) -> list[int]:
    """Who has said no to the rules as they are now, still sits there and has not agreed since."""
    return [
        seat
        for seat, seen in sorted(session.objections.items())
        if asks_agreement(record.state, seat) and not any(_answers(event, seat) for event in record.log[seen:])
    ]


def _answers(event: AnyEvent, seat: int) -> bool:
    """Whether what a seat said to the rules is outdated by this: they changed, or somebody else sits there."""
    return isinstance(event, RuleChanged) or (isinstance(event, SeatJoined) and event.seat == seat)


def asks_agreement(state: GameState, seat: int) -> bool:
    """Before the first placement, and again after a rule was changed that the host was not free to change."""
    if seat in state.agreed or isinstance(state.phase, Over):
        return False
    return isinstance(state.phase, SettingUp) or state.asks_again


def waiting_for(state: GameState) -> list[int]:
    """Who has not agreed yet to what was changed in mid-game."""
    if isinstance(state.phase, SettingUp) or not state.asks_again:
        return []
    return [seat for seat in active_seats(state) if asks_agreement(state, seat)]
