"""Agreements during the game: rule changes, rulings, consent."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict, replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.for_two import without_neutral_piece
from narrator.core.play.placement import is_placement
from narrator.core.play.roll_and_discard import recompute_discards
from narrator.core.table.events import ClockPaused, ClockResumed, RuleChanged, RulesAgreed, RulingMade
from narrator.core.table.house_rules import DUEL_RULES, contradictions, rule_refusal
from narrator.core.table.state import GameState


def refuse_rule_change(state: GameState, event: RuleChanged) -> Iterator[Refusal]:
    if (refusal := rule_refusal(event.key, event.value)) is not None:
        yield refusal
        return
    changes = _rules_set_by(state, event)
    if state.game.is_dealt and len(state.seats) == 2 and changes.get("two_player_mode") == "catan_for_two":
        yield impossible("setup.cards_not_for_two")
    against = contradictions({**asdict(state.rules), **changes})
    yield from (reason for reason in against if changes.keys() & set(reason.params.values()))
    if state.rules.rules_lock == "locked_after_placement" and not is_placement(state) and not event.late:
        yield irregular("rules.locked", key=event.key)


def apply_rule_change(state: GameState, event: RuleChanged) -> GameState:
    """Change a rule from now on. Everybody must agree again, unless the host may change rules freely."""
    if state.rules.rules_lock != "free":
        state = replace(state, agreed_seats=frozenset(), needs_agreement=True)
    state = replace(state, rules=replace(state.rules, **_rules_set_by(state, event)))
    return without_neutral_piece(recompute_discards(state))


def _rules_set_by(state: GameState, event: RuleChanged) -> dict[str, Any]:
    """Return the changed rules: switching to a duel changes several, even in mid-game."""
    is_duel = event.key == "two_player_mode" and event.value == "duel" and len(state.seats) == 2
    return {**(DUEL_RULES if is_duel else {}), event.key: event.value}


def leave_unchanged(state: GameState, event: ClockPaused | ClockResumed) -> GameState:
    """Leave the table unchanged: the clock reads breaks from the record."""
    return state


MAX_RULINGS = 100  # far more than any table decides; every state holds them all


def refuse_ruling(state: GameState, event: RulingMade) -> Iterator[Refusal]:
    if event.case not in state.rulings and len(state.rulings) >= MAX_RULINGS:
        yield impossible("ruling.too_many", n=MAX_RULINGS)


def apply_ruling(state: GameState, event: RulingMade) -> GameState:
    return replace(state, rulings={**state.rulings, event.case: event.text})


def apply_agreement(state: GameState, event: RulesAgreed) -> GameState:
    return replace(state, agreed_seats=state.agreed_seats | {event.seat})
