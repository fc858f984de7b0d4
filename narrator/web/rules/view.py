"""The pages of the house rules, for a game in preparation and for a running one."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from narrator.core.message import Refused
from narrator.core.play.placement import is_placement
from narrator.core.table.events import RuleChanged
from narrator.core.table.house_rules import DEFAULT_PRESET, DUEL_RULES
from narrator.core.table.state import GameState
from narrator.text.render import TableLocale, say_refusal
from narrator.web.auth.preferences import current_preferences
from narrator.web.components.refusal import refusal_texts
from narrator.web.new_game.draft import Draft, draft_fields
from narrator.web.panels.panel import encode_events
from narrator.web.rendering.addresses import base_address
from narrator.web.rendering.qr import LONGEST, qr
from narrator.web.rules.groups import GroupView, form_value, rule_groups, rules_unlike_box

RULE_FIELDS = ("preset", "edition", "theme")  # besides single rules, `r.…`


def draft_rules_variables(
    draft: Draft, locale: TableLocale, refused: Refused | None, own_presets: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    rules, fields = draft.house_rules, draft_fields(draft)
    groups = rule_groups(rules, draft.count, locale, _languages(seat.language for seat in draft.seats))
    link = f"{base_address()}/new?{urlencode(_rule_fields(draft.preset_and_rules))}"
    return {
        "draft": draft,
        "fields": {name: value for name, value in fields.items() if not name.startswith("r.")},
        "query": urlencode(fields),
        "groups": groups,
        "updated_parts": [f"#{part}" for part in _dependent_parts(groups, draft.count)],
        "mode": rules.two_player_mode,
        "own": {name: query_with_rules(draft, own) for name, own in own_presets.items()},
        "differing": len(rules_unlike_box(rules, draft.count)),
        "link": link,
        "code": qr(link) if len(link) <= LONGEST else None,
        "reasons": [say_refusal(reason, locale) for reason in (*draft.wrong, *(refused.reasons if refused else ()))],
    }


def _languages(of_players: Iterable[str | None]) -> set[str | None]:
    """Return the languages that the players and this device read."""
    device = current_preferences()
    return {device.lang, device.second_language, *of_players}


def _dependent_parts(groups: tuple[GroupView, ...], players: int) -> list[str]:
    """Return the ids of the parts of the page to update after a choice; a mode for two brings rules of its own."""
    of_mode = ["was-mode", *(f"rule-{key}" for key in DUEL_RULES)] if players == 2 else []
    return ["counted", "trouble", "rules-code", *(f"mark-{group.id}" for group in groups), *of_mode]


def game_rules_variables(state: GameState, locale: TableLocale, refused: Refused | None = None) -> dict[str, Any]:
    """Each tap changes a rule from now on. If the table locked its rules the page says so, and a tap waives that."""
    is_locked = state.rules.rules_lock == "locked_after_placement" and not is_placement(state)
    return {
        "groups": rule_groups(state.rules, len(state.seats), locale, _languages(seat.language for seat in state.seats)),
        "differing": len(rules_unlike_box(state.rules, len(state.seats))),
        "change": lambda key, value: encode_events([RuleChanged(key=key, value=value, waived=is_locked)]),
        "last_entry": state.last_entry,
        "lock": state.rules.rules_lock,
        "agreed": [seat.name for number, seat in enumerate(state.seats) if number in state.agreed_seats],
        "theme": state.game.theme,
        "dealt": state.game.is_dealt,
        "reasons": refusal_texts(refused, locale),
    }


def query_with_rules(draft: Draft, rules: Mapping[str, Any]) -> str:
    fields = draft_fields(draft).items()
    others = {name: value for name, value in fields if name not in RULE_FIELDS and not name.startswith("r.")}
    return urlencode({**others, **_rule_fields(rules)})


def _rule_fields(rules: Mapping[str, Any]) -> dict[str, str]:
    single = {f"r.{key}": form_value(value) for key, value in rules.items() if key != "preset"}
    return {"preset": rules.get("preset", DEFAULT_PRESET), **single}
