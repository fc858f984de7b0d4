"""What the table agrees on while it plays: rules changed, rulings made, consent given."""

from collections.abc import Iterator

from msgspec.structs import asdict, replace

from .dice import reopen_seven
from .events import ClockPaused, ClockResumed, RuleChanged, RulesAgreed, RulingMade
from .message import Refusal, irregular
from .neutrals import without_neutral_piece
from .placement import is_placement
from .rules import contradictions, rule_refusal
from .state import GameState, Ruling


def refuse_rule_change(state: GameState, event: RuleChanged) -> Iterator[Refusal]:
    refusal = rule_refusal(event.key, event.value)
    if refusal is not None:
        yield refusal
        return
    against = contradictions({**asdict(state.rules), event.key: event.value})
    yield from (reason for reason in against if event.key in reason.params.values())
    if state.rules.rules_lock == "locked_after_placement" and not is_placement(state) and not event.late:
        yield irregular("rules.locked", key=event.key)


def apply_rule_change(state: GameState, event: RuleChanged) -> GameState:
    """From now on. Everybody is asked again whether they agree, unless the host is free to change rules."""
    agreed = state.agreed if state.rules.rules_lock == "free" else frozenset[int]()
    state = replace(state, rules=replace(state.rules, **{event.key: event.value}), agreed=agreed)
    return without_neutral_piece(reopen_seven(state))


def only_on_record(state: GameState, event: ClockPaused | ClockResumed) -> GameState:
    """A break changes nothing on the table; the clock reads it from the record."""
    return state


def apply_ruling(state: GameState, event: RulingMade) -> GameState:
    return replace(state, rulings=(*state.rulings, Ruling(event.case, event.text)))


def apply_agreement(state: GameState, event: RulesAgreed) -> GameState:
    return replace(state, agreed=state.agreed | {event.seat})
