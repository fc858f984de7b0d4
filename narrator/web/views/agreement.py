"""Who has agreed to tonight's rules, and what is new since."""

from collections.abc import Iterator

from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import RuleChanged, RulesAgreed
from narrator.core.table.phase import Over, SettingUp
from narrator.core.table.rules import differences
from narrator.core.table.state import GameState, active_seats
from narrator.text.render import Voice, say_rule


def rules_in_words(state: GameState, voice: Voice) -> tuple[str, ...]:
    """What differs from the box."""
    return tuple(say_rule(key, value, voice) for key, value in differences(state.rules).items())


def asks_agreement(head: Snapshot, seat: int) -> bool:
    """Before the first placement, and again after a rule was changed that the host was not free to change."""
    if seat in head.state.agreed or isinstance(head.state.phase, Over):
        return False
    return isinstance(head.state.phase, SettingUp) or any(_changes(head))


def waiting_for(head: Snapshot) -> list[int]:
    """Who has not agreed yet to what was changed in mid-game."""
    if isinstance(head.state.phase, SettingUp):
        return []
    return [seat for seat in active_seats(head.state) if asks_agreement(head, seat)]


def new_rules(head: Snapshot, seat: int, voice: Voice) -> tuple[str, ...]:
    """What was changed since a seat agreed last, each rule as it is now."""
    found: dict[str, str] = {}
    for snapshot in head.history():
        if isinstance(snapshot.fact, RulesAgreed) and snapshot.fact.seat == seat:
            found = {}
        elif isinstance(snapshot.fact, RuleChanged):
            found[snapshot.fact.key] = say_rule(snapshot.fact.key, snapshot.fact.value, voice)
    return tuple(found.values())


def _changes(head: Snapshot) -> Iterator[bool]:
    """Whether each change of a rule needed everybody's word: that is for the rules before it to say."""
    for snapshot in head.history():
        if isinstance(snapshot.fact, RuleChanged) and snapshot.before is not None:
            yield snapshot.before.state.rules.rules_lock != "free"
