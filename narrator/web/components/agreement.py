"""Tonight's rules in words: what differs from the box, and what is new since a seat agreed."""

from typing import Any

from narrator.core.message import msg
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import RuleChanged, RulesAgreed
from narrator.core.table.house_rules import differences, rule_for_narration
from narrator.core.table.state import GameState
from narrator.text.render import TableLocale, say, say_rule


def rules_in_words(state: GameState, locale: TableLocale) -> tuple[str, ...]:
    """What differs from the box; who deals comes first."""
    dealt = (say(msg("rules.dealt"), locale),) if state.game.cards == "app" else ()
    differing = rule_for_narration(differences(state.rules), state.rules)
    return (*dealt, *(say_rule(key, value, locale) for key, value in differing.items()))


def new_rules(head: Snapshot, seat: int, locale: TableLocale) -> tuple[str, ...]:
    """What was changed since a seat agreed last, each rule as it is now."""
    found: dict[str, Any] = {}
    for snapshot in head.history():
        if isinstance(snapshot.fact, RulesAgreed) and snapshot.fact.seat == seat:
            found = {}
        elif isinstance(snapshot.fact, RuleChanged):
            found[snapshot.fact.key] = snapshot.fact.value
    return tuple(say_rule(key, value, locale) for key, value in rule_for_narration(found, head.state.rules).items())
