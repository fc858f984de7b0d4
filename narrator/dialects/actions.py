"""Actions common to all dialects, and which tables a dialect supports."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from narrator.app.programs import Programs, Said, Situation
from narrator.core.message import Refusal, Refused, impossible
from narrator.core.record.judging import apply
from narrator.core.table.events import AnyFact, PointsRevealed, VictoryDeclared
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState

MAX_PLAYERS = 4
# by dialect; our own API fits every table
REQUIRED_RULES: Mapping[str, Mapping[str, Any]] = {
    "clawtan": {
        "dice_source": "app",
        "discard_choice": "random",
        "trade_answers": "turn_order",
        "two_player_mode": "plain",
    },
    "agente": {
        "dice_source": "app",
        "robber": "off",
        "discards": "off",
        "harbours": "off",
        "development_cards": "off",
        "domestic_trade": "off",
        "two_player_mode": "plain",
        "turn_phases": "combined",
        "auto_win": "on",
    },
}


class Enter(Struct, frozen=True):
    events: tuple[AnyFact, ...]


class Roll(Struct, frozen=True):
    """The app's dice."""


class Reply(Struct, frozen=True):
    answer: Said
    offer: int


class Confirm(Struct, frozen=True):
    partner: int
    answer: int


class Cancel(Struct, frozen=True):
    """The seat's own offer."""


Action = Enter | Roll | Reply | Confirm | Cancel


def perform(
    programs: Programs, game: str, seat: int, action: Action, seen: int | None, key: str | None = None
) -> int | None:
    """Do an action as this seat; return the number of the entry, if any. Raises like `Programs`."""
    if isinstance(action, Enter):
        entered = programs.enter(game, seat, action.events, seen, key)
        return entered.numbers[0] if entered is not None else None
    if isinstance(action, Roll):
        return programs.roll(game, seat).numbers[0]
    if isinstance(action, Reply):
        programs.answer(game, seat, action.answer, {}, {}, action.offer)
    elif isinstance(action, Confirm):
        programs.confirm(game, seat, action.partner, action.answer)
    else:
        programs.cancel(game, seat)
    return None


def reveal_winning_points(programs: Programs, game: str, situation: Situation) -> Situation | None:
    """Reveal points cards that win the game, as dialects do by themselves. Return the situation if that ended it."""
    for event in situation.actions.events:
        is_end = isinstance(event, PointsRevealed | VictoryDeclared) and not isinstance(situation.state.phase, Over)
        if is_end and isinstance(apply(situation.state, event).phase, Over):
            programs.enter(game, situation.seat, [event], situation.last_entry)
            return programs.situation(game, situation.seat)
    return None


def check_rules(state: GameState, dialect: str) -> None:
    """Raise `Refused` with every rule that the dialect's rulebook does not know."""
    if reasons := unsupported_rules(state, dialect):
        raise Refused(*reasons)


def unsupported_rules(state: GameState, dialect: str) -> tuple[Refusal, ...]:
    """Return everything that keeps a dialect from being used at this table."""
    if dialect not in REQUIRED_RULES:
        return ()
    if not state.game.is_dealt or not state.game.has_board or len(state.seats) > MAX_PLAYERS:
        return (impossible("dialect.table"),)
    rules = {key: value for key, value in REQUIRED_RULES[dialect].items() if getattr(state.rules, key) != value}
    return tuple(impossible("dialect.rule", key=key, value=value) for key, value in rules.items())


def is_awaited(situation: Situation) -> bool:
    """Return whether this seat has to act. While its own offer is open, the others answer first."""
    return situation.is_awaited and (not situation.actions.cancel or situation.waits_for is None)
