"""Who has agreed to tonight's rules, and what is new since."""

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
    return isinstance(head.state.phase, SettingUp) or head.state.asks_again


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
