"""House rules as a host thinks of them: in groups, each value with its sentence."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from narrator.core.message import Refused, msg
from narrator.core.table.box import LARGE_BOX
from narrator.core.table.house_rules import KEYS, HouseRules, allowed_values, differences, rule_refusal
from narrator.core.table.setup import box_for
from narrator.text.render import TableLocale, say, say_rule

FIRST = ("bank_shortage", "vp_cards", "friendly_robber", "turn_timer", "turn_seconds", "five_six_turns")
"""The questions that every table asks before it begins."""
GROUPS: dict[str, tuple[str, ...]] = {
    "first": FIRST,
    "box": (
        "edition",
        "words",
        "component_set",
        "spiral_direction",
        "red_numbers_apart",
        "harbour_setup",
        "harbours",
        "first_player",
        "first_player_tie",
    ),
    "turn": ("turn_phases", "dev_before_roll", "cocked_dice", "dice_source", "dice_mode"),
    "bank": (
        "bank_limit",
        "late_income",
        "domestic_trade",
        "gifts",
        "same_resource_trade",
        "promises",
        "trade_answers",
    ),
    "robber": (
        "robber",
        "discards",
        "discard_limit",
        "discard_round",
        "discard_choice",
        "discard_order",
        "robber_to_desert",
        "empty_victim",
        "steal_optional",
        "friendly_robber_vp",
        "no_seven_rounds",
        "no_seven_mode",
    ),
    "cards": (
        "development_cards",
        "dev_per_turn",
        "road_building_short",
        "road_building_zero",
        "road_building_partial",
        "plenty_short",
        "reveal_at_end",
    ),
    "winning": ("target_vp", "win_timing", "win_on_whose_turn", "auto_win", "final_round"),
    "two": ("two_player_mode",),
    "five_six": ("paired_tie", "robber_start_desert"),
    "teaching": ("hints", "th_particle"),
    "record": ("trade_entry", "dispute", "rules_lock", "take_backs", "leaver"),
}
"""Every key stands in one group; a test sees to it."""
SOME_SECONDS = (30, 60, 90, 120, 180, 240, 300, 420, 600)


class Option(Struct, frozen=True):
    """One value of a rule."""

    value: Any
    written: str
    """As a form sends it."""
    words: str
    short: str
    """A number with its unit; empty where only the sentence says it."""
    picked: bool
    of_the_box: bool


class RuleView(Struct, frozen=True):
    key: str
    name: str
    options: tuple[Option, ...]
    differs: bool

    @property
    def is_number(self) -> bool:
        return bool(self.options[0].short)


class GroupView(Struct, frozen=True):
    id: str
    title: str
    rules: tuple[RuleView, ...]
    differing: int
    """So many of them are not as the box has them."""


def goes_with(key: str, players: int, rules: HouseRules) -> bool:
    """Whether a rule has anything to decide at a table of so many."""
    if key == "two_player_mode":
        return players == 2
    if key in ("five_six_turns", "paired_tie"):
        return players > 4
    if key in ("spiral_direction", "robber_start_desert"):
        return (box_for(players, rules) is LARGE_BOX) == (key == "robber_start_desert")
    return True


def differing_here(rules: HouseRules, players: int) -> dict[str, Any]:
    """What differs from the box, as far as it matters to a table of so many."""
    return {key: value for key, value in differences(rules).items() if goes_with(key, players, rules)}


def groups_in_words(rules: HouseRules, players: int, locale: TableLocale) -> tuple[GroupView, ...]:
    found = []
    for group, keys in GROUPS.items():
        views = tuple(_rule(key, rules, players, locale) for key in keys if goes_with(key, players, rules))
        if not views:
            continue
        title = say(msg(f"rules.group.{group}"), locale)
        found.append(GroupView(group, title, views, sum(view.differs for view in views)))
    return tuple(found)


def _rule(key: str, rules: HouseRules, players: int, locale: TableLocale) -> RuleView:
    now, by_default = getattr(rules, key), getattr(HouseRules(), key)
    values = values_of(key, players)
    if now not in values:  # seconds that a file brought along
        values = sorted([*values, now])
    is_number = all(isinstance(value, int) and not isinstance(value, bool) for value in values) and len(values) > 1
    options = tuple(
        Option(
            value=value,
            written=written(value),
            words=say_rule(key, value, locale),
            short=_short(key, value, locale) if is_number else "",
            picked=value == now,
            of_the_box=value == by_default,
        )
        for value in values
    )
    return RuleView(key, say(msg(f"rule.{key}"), locale), options, now != by_default)


def _short(key: str, value: int, locale: TableLocale) -> str:
    """A number as a chip shows it: times with their unit."""
    if key != "turn_seconds":
        return str(value)
    minutes, seconds = divmod(value, 60)
    return say(msg("rules.seconds", n=value) if seconds else msg("rules.minutes", n=minutes), locale)


def values_of(key: str, players: int = 4) -> list[Any]:
    """What can be tapped: every value, for seconds the round ones, and only a box that so many can play with."""
    if key == "component_set" and players > 4:
        return [value for value in allowed_values(key) if value != "base_3_4"]
    if key == "turn_seconds":
        return list(SOME_SECONDS)
    if key == "harbour_setup":
        return [None, *allowed_values(key)]
    values = allowed_values(key)
    is_range = len(values) == 2 and all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    return list(range(values[0], values[1] + 1)) if is_range else values


def written(value: Any) -> str:
    """
    >>> written(True), written(None), written(12)
    ('true', 'none', '12')
    """
    return (
        {True: "true", False: "false", None: "none"}[value] if value is None or isinstance(value, bool) else str(value)
    )


def read_rules(sent: Mapping[str, str]) -> dict[str, Any]:
    """Rules as a form sends them, each key checked. Raises `Refused` with every key that is wrong."""
    found: dict[str, Any] = {}
    wrong = []
    for key, text in sent.items():
        value = _read(key, text)
        refusal = rule_refusal(key, value)
        if refusal is not None:
            wrong.append(refusal)
        else:
            found[key] = value
    if wrong:
        raise Refused(*wrong)
    return found


def _read(key: str, text: str) -> Any:
    if key not in KEYS:
        return text
    known = {written(value): value for value in values_of(key)}
    if text in known:
        return known[text]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
