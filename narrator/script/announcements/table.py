"""What the table agrees on or sets right, in message keys."""

from collections.abc import Iterator
from typing import Any

from narrator.core.message import Msg, msg
from narrator.core.table.events import ClockPaused, ClockResumed, Corrected, RuleChanged, RulesAgreed, RulingMade
from narrator.core.table.house_rules import rule_for_narration
from narrator.core.table.state import GameState


def tell_agreement(fact: RulesAgreed, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.rules_agreed", seat=fact.seat)


def tell_rule_change(fact: RuleChanged, before: GameState, after: GameState) -> Iterator[Msg]:
    (now,) = rule_for_narration({fact.key: fact.value}, after.rules).items()
    yield msg("event.rule_changed", rule_now=list(now))


def tell_break(fact: ClockPaused | ClockResumed, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg(f"event.{fact.type}")


def tell_ruling(fact: RulingMade, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.ruling_made", question=fact.case, text=fact.text)


def tell_correction(fact: Corrected, before: GameState, after: GameState) -> Iterator[Msg]:
    key = f"event.corrected.{fact.what}"
    if fact.value == "over":  # the step now says it
        return
    if fact.what in ("step", "robber"):
        yield msg(key)
    elif fact.what == "turn":
        yield msg(key, seat=fact.value)
    elif fact.what in ("longest_road", "largest_army"):
        yield _corrected_title(key, fact.value)
    elif fact.what == "bank":
        yield msg(key, resource=fact.resource, n=fact.value)
    elif fact.what == "deck":
        yield msg(key, n=fact.value)
    else:
        yield msg(key, seat=fact.seat, n=fact.value)


def _corrected_title(key: str, value: int | str | None) -> Msg:
    if isinstance(value, str):
        return msg(f"{key}_neutral", colour=value)
    return msg(f"{key}_nobody") if value is None else msg(key, seat=value)


def name_correction(fact: Corrected) -> dict[str, Any]:
    """What the short name of a correction says: which stack, or whose turn."""
    if fact.what == "bank":
        return {"resource": fact.resource}
    return {"other": fact.value} if fact.what == "turn" else {}
