"""Who has agreed to tonight's rules, and what is new since."""

from collections.abc import Iterator

from narrator.core.events import RuleChanged, RulesAgreed
from narrator.core.phase import Over, SettingUp
from narrator.core.point import Point
from narrator.core.rules import differences
from narrator.core.state import GameState, active_seats
from narrator.text.render import Voice, say_rule


def rules_in_words(state: GameState, voice: Voice) -> tuple[str, ...]:
    """What differs from the box."""
    return tuple(say_rule(key, value, voice) for key, value in differences(state.rules).items())


def asks_agreement(head: Point, seat: int) -> bool:
    """Before the first placement, and again after a rule was changed that the host was not free to change."""
    if seat in head.state.agreed or isinstance(head.state.phase, Over):
        return False
    return isinstance(head.state.phase, SettingUp) or any(_changes(head))


def waiting_for(head: Point) -> list[int]:
    """Who has not agreed yet to what was changed in mid-game."""
    if isinstance(head.state.phase, SettingUp):
        return []
    return [seat for seat in active_seats(head.state) if asks_agreement(head, seat)]


def new_rules(head: Point, seat: int, voice: Voice) -> tuple[str, ...]:
    """What was changed since a seat agreed last, each rule as it is now."""
    found: dict[str, str] = {}
    for point in head.history():
        if isinstance(point.fact, RulesAgreed) and point.fact.seat == seat:
            found = {}
        elif isinstance(point.fact, RuleChanged):
            found[point.fact.key] = say_rule(point.fact.key, point.fact.value, voice)
    return tuple(found.values())


def _changes(head: Point) -> Iterator[bool]:
    """Whether each change of a rule needed everybody's word: that is for the rules before it to say."""
    for point in head.history():
        if isinstance(point.fact, RuleChanged) and point.before is not None:
            yield point.before.state.rules.rules_lock != "free"
