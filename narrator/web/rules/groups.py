"""House rules in groups, each value with its sentence; reading them from a form."""

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct

from narrator.core.message import Refused, msg
from narrator.core.table.box import LARGE_BOX
from narrator.core.table.house_rules import (
    RULE_KEYS,
    HouseRules,
    allowed_values,
    differences,
    number_range,
    rule_refusal,
)
from narrator.core.table.setup import box_for
from narrator.text.render import TableLocale, say, say_rule

KEYS_BY_GROUP: dict[str, tuple[str, ...]] = {  # each rule is in one group
    # What every table asks first.
    "first": (
        *("target_vp", "bank_shortage", "vp_cards", "friendly_robber"),
        *("turn_timer", "turn_seconds", "five_six_turns"),
    ),
    "box": (
        *("edition", "words", "component_set", "spiral_direction", "red_numbers_apart"),
        *("harbour_setup", "harbours", "first_player", "first_player_tie"),
    ),
    "turn": ("turn_phases", "dev_before_roll", "cocked_dice", "dice_source", "dice_mode"),
    "bank": (
        *("bank_limit", "late_income", "domestic_trade", "gifts"),
        *("same_resource_trade", "promises", "trade_answers"),
    ),
    "robber": (
        *("robber", "discards", "discard_limit", "discard_round", "discard_choice", "discard_order"),
        *("robber_to_desert", "empty_victim", "steal_optional"),
        *("friendly_robber_vp", "no_seven_rounds", "no_seven_mode"),
    ),
    "cards": (
        *("development_cards", "dev_per_turn", "road_building_short", "road_building_zero"),
        *("road_building_partial", "plenty_short", "reveal_at_end"),
    ),
    "winning": ("win_timing", "win_on_whose_turn", "auto_win", "final_round"),
    "two": ("two_player_mode",),
    "five_six": ("paired_tie", "robber_start_desert"),
    "teaching": ("hints", "th_particle"),
    "record": ("trade_entry", "dispute", "rules_lock", "take_backs", "leaver"),
}
OFFERED_SECONDS = (30, 60, 90, 120, 180, 240, 300, 420, 600)


class Option(Struct, frozen=True):
    value: Any
    form_value: str
    words: str
    short: str  # a number with its unit, or empty
    is_picked: bool
    is_default: bool


class RuleView(Struct, frozen=True):
    key: str
    name: str
    options: tuple[Option, ...]
    is_changed: bool

    @property
    def is_number(self) -> bool:
        return bool(self.options[0].short)


class GroupView(Struct, frozen=True):
    id: str
    title: str
    rules: tuple[RuleView, ...]

    @property
    def changed_count(self) -> int:
        return sum(rule.is_changed for rule in self.rules)


def is_relevant(key: str, players: int, rules: HouseRules) -> bool:
    """Whether a rule matters with this number of players."""
    if key == "two_player_mode":
        return players == 2
    if key in ("five_six_turns", "paired_tie"):
        return players > 4
    if key in ("spiral_direction", "robber_start_desert"):
        return (box_for(players, rules) is LARGE_BOX) == (key == "robber_start_desert")
    return True


def rules_unlike_box(rules: HouseRules, players: int) -> dict[str, Any]:
    """Return the relevant rules that differ from those of the box."""
    return {key: value for key, value in differences(rules).items() if is_relevant(key, players, rules)}


def is_asked(key: str, rules: HouseRules, languages: Collection[str | None]) -> bool:
    """Whether the page shows a rule: the Thai particle only if it is set or somebody reads Thai."""
    return key != "th_particle" or rules.th_particle != "none" or "th" in languages


def rule_groups(
    rules: HouseRules, players: int, locale: TableLocale, languages: Collection[str | None]
) -> tuple[GroupView, ...]:
    """Return the rules that matter at a table whose players and devices read these languages."""
    groups = (
        GroupView(
            group,
            say(msg(f"rules.group.{group}"), locale),
            tuple(
                _rule_view(key, rules, players, locale)
                for key in keys
                if is_relevant(key, players, rules) and is_asked(key, rules, languages)
            ),
        )
        for group, keys in KEYS_BY_GROUP.items()
    )
    return tuple(group for group in groups if group.rules)


def _rule_view(key: str, rules: HouseRules, players: int, locale: TableLocale) -> RuleView:
    current, default = getattr(rules, key), getattr(HouseRules(), key)
    values = offered_values(key, players)
    if current not in values:  # seconds from a file
        values = sorted([*values, current])
    options = tuple(
        Option(
            value=value,
            form_value=form_value(value),
            words=say_rule(key, value, locale),
            short=_short(key, value, locale) if number_range(key) else "",
            is_picked=value == current,
            is_default=value == default,
        )
        for value in values
    )
    return RuleView(key, say(msg(f"rule.{key}"), locale), options, current != default)


def _short(key: str, value: int, locale: TableLocale) -> str:
    """Format a number for a small button; times have a unit."""
    if key != "turn_seconds":
        return str(value)
    minutes, seconds = divmod(value, 60)
    return say(msg("rules.seconds", n=value) if seconds else msg("rules.minutes", n=minutes), locale)


def offered_values(key: str, players: int = 4) -> list[Any]:
    """Return the values to offer: all of them, round numbers of seconds, and only boxes for enough players."""
    values = allowed_values(key)
    if key == "component_set" and players > 4:
        return [value for value in values if value != "base_3_4"]
    if key == "turn_seconds":
        return list(OFFERED_SECONDS)
    if key == "harbour_setup":
        return [None, *values]
    return values


def form_value(value: Any) -> str:
    """
    >>> form_value(True), form_value(None), form_value(12)
    ('true', 'none', '12')
    """
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def parse_rules(sent: Mapping[str, str]) -> dict[str, Any]:
    """Read rules from a form. Raises `Refused` with every rule that is wrong."""
    found = {key: _parse(key, text) for key, text in sent.items()}
    wrong = [refusal for key, value in found.items() if (refusal := rule_refusal(key, value)) is not None]
    if wrong:
        raise Refused(*wrong)
    return found


def _parse(key: str, text: str) -> Any:
    if key not in RULE_KEYS:
        return text
    known = {form_value(value): value for value in offered_values(key)}
    if text in known:
        return known[text]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
