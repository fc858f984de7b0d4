"""House rules: one field for each way in which tables differ, with the box's rule as the default.

Presets are the defaults plus the values they name. Options of a single game (tracking, theme, detail, languages,
layout) belong to its setup.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct

from narrator.core.message import Refusal, Refused, impossible

OnOff = Literal["on", "off"]


class HouseRules(Struct, frozen=True, kw_only=True, cache_hash=True):
    # the box and the board
    edition: Literal["6e", "5e"] = "6e"
    words: Literal["box", "table"] = "box"
    component_set: Literal["auto", "base_3_4", "ext_5_6"] = "auto"
    spiral_direction: Literal["ccw", "cw"] = "ccw"
    red_numbers_apart: Literal["enforce", "warn", "off"] = "enforce"
    harbour_setup: Literal["printed", "shuffle_tokens", "shuffle_frame", "manual"] | None = None
    harbours: OnOff = "on"
    first_player: Literal["highest_roll", "random", "oldest", "youngest", "manual"] = "highest_roll"
    first_player_tie: Literal["reroll_tied", "reroll_all"] = "reroll_tied"
    # turn and dice
    turn_phases: Literal["combined", "separate"] = "combined"
    dev_before_roll: Literal["any", "knight_only", "none"] = "any"
    cocked_dice: Literal["reroll_both", "reroll_one", "read_flat"] = "reroll_both"
    dice_source: Literal["physical", "app"] = "physical"
    dice_mode: Literal["dice", "deck36"] = "dice"
    turn_timer: Literal["off", "reminder", "soft", "hard"] = "off"
    turn_seconds: Annotated[int, Meta(ge=30, le=600)] = 180
    # bank and trade
    bank_limit: Literal["limited", "unlimited"] = "limited"
    bank_shortage: Literal["official", "nobody", "turn_order"] = "official"
    late_income: Literal["until_next_roll", "until_turn_ends", "never"] = "until_next_roll"
    domestic_trade: OnOff = "on"
    gifts: Literal["forbidden", "allowed"] = "forbidden"
    same_resource_trade: Literal["forbidden", "allowed"] = "forbidden"
    promises: Literal["not_enforced", "banned"] = "not_enforced"
    trade_answers: Literal["open", "turn_order"] = "open"
    trade_entry: Literal["all", "uneven", "none"] = "all"
    # the seven and the robber
    robber: OnOff = "on"
    discards: OnOff = "on"
    discard_limit: Annotated[int, Meta(ge=5, le=20)] = 7
    discard_round: Literal["down", "up"] = "down"  # rounding of half a hand
    discard_choice: Literal["owner", "random"] = "owner"
    discard_order: Literal["together", "seat_order"] = "together"
    robber_to_desert: Literal["allowed", "forbidden"] = "allowed"
    empty_victim: Literal["allowed_no_card", "skipped"] = "allowed_no_card"
    steal_optional: bool = False
    friendly_robber: OnOff = "off"
    friendly_robber_vp: Annotated[int, Meta(ge=2, le=4)] = 2
    no_seven_rounds: Annotated[int, Meta(ge=0, le=3)] = 0
    no_seven_mode: Literal["reroll", "no_effect"] = "reroll"
    # development cards
    development_cards: OnOff = "on"
    dev_per_turn: Literal[1, "unlimited"] = 1
    road_building_short: Literal["as_many_as_possible", "need_two"] = "as_many_as_possible"
    road_building_zero: Literal["refuse", "allow"] = "refuse"
    road_building_partial: Literal["allowed", "not_allowed"] = "allowed"
    plenty_short: Literal["choose_available", "forfeit_missing"] = "choose_available"
    vp_cards: Literal["only_to_win", "any_time_own_turn", "counts_as_play"] = "only_to_win"
    reveal_at_end: Literal["yes", "no"] = "yes"
    # winning
    win_timing: Literal["immediate", "end_of_turn"] = "immediate"
    win_on_whose_turn: Literal["own_only", "any"] = "own_only"
    auto_win: Literal["on", "claim"] = "on"
    target_vp: Annotated[int, Meta(ge=8, le=20)] = 10
    final_round: OnOff = "off"
    # two, five and six
    two_player_mode: Literal["catan_for_two", "plain", "duel"] = "catan_for_two"
    five_six_turns: Literal["paired", "special_build", "none"] = "paired"
    paired_tie: Literal["player_one"] = "player_one"
    robber_start_desert: Literal["choose", "random"] = "choose"
    # conduct and help
    dispute: Literal["rulebook_then_vote", "host_decides", "vote"] = "rulebook_then_vote"
    rules_lock: Literal["locked_after_placement", "unanimous_change", "free"] = "unanimous_change"
    take_backs: Literal["until_next_random", "free", "never"] = "until_next_random"
    leaver: Literal["pieces_stay", "pause", "end"] = "pieces_stay"
    hints: Literal["off", "on_request"] = "off"
    # khrap and kha, which game files and the API spell in Thai
    th_particle: Literal["none", "\u0e04\u0e23\u0e31\u0e1a", "\u0e04\u0e48\u0e30"] = "none"


RULE_TYPES: dict[str, Any] = get_type_hints(HouseRules, include_extras=True)
RULE_KEYS: tuple[str, ...] = tuple(RULE_TYPES)

# defaults of a duel, unless the table chooses otherwise
DUEL_RULES: dict[str, Any] = {"target_vp": 15, "discard_limit": 9, "friendly_robber": "on"}

PRESETS: dict[str, dict[str, Any]] = {
    "official_6e": {},
    "official_5e": {"edition": "5e", "turn_phases": "separate"},
    "family": {"friendly_robber": "on", "no_seven_rounds": 2, "turn_timer": "reminder", "hints": "on_request"},
    "short": {"target_vp": 8},
    "duel": {"two_player_mode": "duel", **DUEL_RULES},
    # `seed_…` are the tables that Narrator was first built for; stored games name them
    "seed_000": {  # Thai: trade, then build; a short bank pays nobody
        "bank_shortage": "nobody",
        "win_timing": "end_of_turn",
        "turn_phases": "separate",
        "red_numbers_apart": "warn",
        "vp_cards": "any_time_own_turn",
        "road_building_zero": "allow",
        "plenty_short": "forfeit_missing",
    },
    "seed_001": {  # Clawtan, under the sea: random discards, optional theft
        "bank_shortage": "nobody",
        "discard_choice": "random",
        "steal_optional": True,
        "win_on_whose_turn": "any",
        "two_player_mode": "plain",
        "trade_answers": "turn_order",
    },
    "seed_002": {  # Russian: endless bank, any number of cards, no trade between players
        "bank_limit": "unlimited",
        "dev_per_turn": "unlimited",
        "dev_before_roll": "none",
        "empty_victim": "skipped",
        "domestic_trade": "off",
        "two_player_mode": "plain",
        "first_player": "random",
    },
    "seed_003": {  # Spanish starter table: no robber, cards, harbors or offers
        "robber": "off",
        "harbours": "off",
        "development_cards": "off",
        "discards": "off",
        "domestic_trade": "off",
        "two_player_mode": "plain",
    },
    # English: trade, then build; no card before the roll
    "seed_004": {"bank_shortage": "nobody", "turn_phases": "separate", "dev_before_roll": "none"},
}
DEFAULT_PRESET = "official_6e"
PRESET_THEMES = {"seed_001": "clawtan"}


def number_range(key: str) -> tuple[int, int] | None:
    """Return the smallest and the largest value of a rule that is a number.

    >>> number_range("target_vp"), number_range("gifts")
    ((8, 20), None)
    """
    for meta in getattr(RULE_TYPES[key], "__metadata__", ()):
        return meta.ge, meta.le
    return None


def allowed_values(key: str) -> list[Any]:
    """
    >>> allowed_values("friendly_robber_vp"), allowed_values("gifts")
    ([2, 3, 4], ['forbidden', 'allowed'])
    """
    if limits := number_range(key):
        return list(range(limits[0], limits[1] + 1))
    kind = RULE_TYPES[key]
    if kind is bool:
        return [False, True]
    return [value for part in get_args(kind) for value in (get_args(part) or [part]) if value is not type(None)]


# pairs of values that make no sense together
CONTRADICTIONS: tuple[tuple[str, Any, str, Any], ...] = (
    ("robber", "off", "friendly_robber", "on"),
    ("robber", "off", "steal_optional", True),
    ("robber", "off", "robber_to_desert", "forbidden"),
    ("development_cards", "off", "dev_per_turn", "unlimited"),
    ("domestic_trade", "off", "gifts", "allowed"),
    ("domestic_trade", "off", "same_resource_trade", "allowed"),
    ("harbours", "off", "harbour_setup", "manual"),
    ("discards", "off", "discard_choice", "random"),
)


def contradictions(chosen: Mapping[str, Any]) -> tuple[Refusal, ...]:
    pairs = [(one, other) for one, a, other, b in CONTRADICTIONS if chosen.get(one) == a and chosen.get(other) == b]
    return tuple(impossible("rules.contradiction", rule=one, other_rule=other) for one, other in pairs)


def rule_refusal(key: Any, value: Any) -> Refusal | None:
    if key not in RULE_TYPES:
        return impossible("rules.unknown_key", key=key)
    try:
        msgspec.convert(value, RULE_TYPES[key])
    except msgspec.ValidationError:
        return impossible("rules.value", key=key, value=value, allowed=list(number_range(key) or allowed_values(key)))
    return None


def make_house_rules(given: Mapping[str, Any], players: int) -> HouseRules:
    """Return the rules for a preset and the differences from it, after checking every key."""
    preset = given.get("preset", DEFAULT_PRESET)
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Refused(impossible("rules.unknown_preset", preset=preset, allowed=list(PRESETS)))
    own = {key: value for key, value in given.items() if key != "preset"}
    wrong = [refusal for key, value in own.items() if (refusal := rule_refusal(key, value))]
    if wrong:
        raise Refused(*wrong)
    chosen = {**PRESETS[preset], **own}
    if players == 2 and chosen.get("two_player_mode") == "duel":
        chosen = {**DUEL_RULES, **chosen}
    against = contradictions(chosen)
    if against:
        raise Refused(*against)
    return HouseRules(**chosen)


def differences(rules: HouseRules, preset: str = DEFAULT_PRESET) -> dict[str, Any]:
    base = HouseRules(**PRESETS[preset])
    return {key: getattr(rules, key) for key in RULE_KEYS if getattr(rules, key) != getattr(base, key)}


def merge_friendly_robber(chosen: Mapping[str, Any], rules: HouseRules) -> dict[str, Any]:
    """Merge rules that are read aloud as one: a friendly robber is announced with its number of points."""
    if chosen.get("friendly_robber") != "on":
        return dict(chosen)
    points = ("friendly_robber_vp", rules.friendly_robber_vp)
    return dict(points if key == "friendly_robber" else (key, value) for key, value in chosen.items())
