"""The pages of the house rules: for a game that is being prepared, with its address, and for one that is played."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from narrator.core.message import Refused
from narrator.core.play.placement import is_placement
from narrator.core.table.events import RuleChanged
from narrator.core.table.house_rules import DEFAULT_PRESET, DUEL, house_rules
from narrator.core.table.state import GameState
from narrator.text.render import TableLocale, say_refusal
from narrator.web.new_game.draft import Draft, draft_fields, rules_of
from narrator.web.panels.panel import encode_events
from narrator.web.rendering.addresses import base_address
from narrator.web.rendering.qr import LONGEST, qr
from narrator.web.rules.groups import GroupView, differing_here, groups_in_words, written
from narrator.web.rules.own_presets import own_presets


def draft_rules_page(draft: Draft, locale: TableLocale, refused: Refused | None) -> dict[str, Any]:
    rules, fields = house_rules(rules_of(draft), draft.count), draft_fields(draft)
    groups = groups_in_words(rules, draft.count, locale)
    link = f"{base_address()}/new?{urlencode(rule_fields(rules_of(draft)))}"
    return {
        "draft": draft,
        "fields": {name: value for name, value in fields.items() if not name.startswith("r.")},
        "query": urlencode(fields),
        "groups": groups,
        "following": [f"#{part}" for part in following(groups, draft.count)],
        "mode": rules.two_player_mode,
        "own": {name: with_rules(draft, own) for name, own in own_presets().items()},
        "differing": len(differing_here(rules, draft.count)),
        "link": link,
        "code": qr(link) if len(link) <= LONGEST else None,
        "reasons": [say_refusal(reason, locale) for reason in (*draft.wrong, *(refused.reasons if refused else ()))],
    }


def following(groups: tuple[GroupView, ...], players: int) -> list[str]:
    """The parts of the page that follow from what is chosen on it. For two, the mode brings rules of its own."""
    brought = ["was-mode", *(f"rule-{key}" for key in DUEL)] if players == 2 else []
    return ["counted", "trouble", "rules-code", *(f"mark-{group.id}" for group in groups), *brought]


def game_rules_page(state: GameState, locale: TableLocale, refused: Refused | None = None) -> dict[str, Any]:
    """Each tap changes one from now on. Where the table wanted no changes the page says so, and a tap lets one stand:
    nobody is asked for that again."""
    is_locked = state.rules.rules_lock == "locked_after_placement" and not is_placement(state)
    return {
        "groups": groups_in_words(state.rules, len(state.seats), locale),
        "differing": len(differing_here(state.rules, len(state.seats))),
        "change": lambda key, value: encode_events([RuleChanged(key=key, value=value, waived=is_locked)]),
        "seq": state.seq,
        "lock": state.rules.rules_lock,
        "agreed": [seat.name for number, seat in enumerate(state.seats) if number in state.agreed],
        "theme": state.game.theme,
        "dealt": state.game.cards == "app",
        "reasons": [say_refusal(reason, locale) for reason in (refused.reasons if refused else ())],
    }


def with_rules(draft: Draft, rules: Mapping[str, Any]) -> str:
    """The address of the same game with these rules instead of its own."""
    others = {name: value for name, value in draft_fields(draft).items() if not _is_rule(name)}
    return urlencode({**others, **rule_fields(rules)})


def rule_fields(rules: Mapping[str, Any]) -> dict[str, str]:
    """Only what makes the rules: enough for a code that another device scans."""
    one_by_one = {f"r.{key}": written(value) for key, value in rules.items() if key != "preset"}
    return {"preset": rules.get("preset", DEFAULT_PRESET), **one_by_one}


def _is_rule(field: str) -> bool:
    return field in ("preset", "edition", "theme") or field.startswith("r.")
