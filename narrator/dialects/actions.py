"""What an action of a program comes to, however its dialect calls it, and which tables a dialect has words for."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from narrator.app.programs.programs import Programs, Said, Situation
from narrator.core.message import Refused, impossible
from narrator.core.record.rules import apply
from narrator.core.table.events import AnyFact, PointsRevealed, VictoryDeclared
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState

MOST_PLAYERS = 4


class Enter(Struct, frozen=True):
    events: tuple[AnyFact, ...]


class Roll(Struct, frozen=True):
    """The narrator's dice."""


class Reply(Struct, frozen=True):
    said: Said
    offer: int


class Confirm(Struct, frozen=True):
    partner: int
    answer: int


class Cancel(Struct, frozen=True):
    """The own offer."""


Action = Enter | Roll | Reply | Confirm | Cancel


def do(programs: Programs, game: str, seat: int, deed: Action, seen: int | None, key: str | None = None) -> int | None:
    """Do it as this seat; the number of the entry, where something was entered. Raises as `Programs`."""
    if isinstance(deed, Enter):
        entered = programs.enter(game, seat, deed.events, seen, key)
        return entered.numbers[0] if entered is not None else None
    if isinstance(deed, Roll):
        return programs.roll(game, seat).numbers[0]
    if isinstance(deed, Reply):
        programs.answer(game, seat, deed.said, {}, {}, deed.offer)
    elif isinstance(deed, Confirm):
        programs.confirm(game, seat, deed.partner, deed.answer)
    else:
        programs.cancel(game, seat)
    return None


def finish(programs: Programs, game: str, found: Situation) -> Situation | None:
    """Points cards win by themselves: whoever has enough shows them. Where that ends the game, its end."""
    for event in found.actions.events:
        is_end = isinstance(event, PointsRevealed | VictoryDeclared) and not isinstance(found.state.phase, Over)
        if is_end and isinstance(apply(found.state, event).phase, Over):
            programs.enter(game, found.seat, [event], found.seq)
            return programs.situation(game, found.seat)
    return None


def check_table(state: GameState, needed: Mapping[str, Any]) -> None:
    """A dialect has no words for what its rulebook does not know. Raises `Refused` with every rule that is in the
    way."""
    wrong = [key for key, value in needed.items() if getattr(state.rules, key) != value]
    if state.game.cards != "app" or state.game.board is None or len(state.seats) > MOST_PLAYERS:
        raise Refused(impossible("dialect.table"))
    if wrong:
        raise Refused(*(impossible("dialect.rule", key=key, value=needed[key]) for key in wrong))


def is_awaited(found: Situation) -> bool:
    """Whether this seat has to do something. Its own offer waits for the others first."""
    return found.is_awaited and (not found.actions.cancel or found.waits_for is None)
