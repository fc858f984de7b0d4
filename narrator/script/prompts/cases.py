"""Scenario prompts for odd cases: conditions, deciding house rules and choices. The host can call any by its name."""

from functools import lru_cache
from itertools import chain
from typing import Any

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.reading.public_view import PublicView
from narrator.core.record.choices import legal_events
from narrator.core.table import events
from narrator.core.table.house_rules import HouseRules
from narrator.core.table.state import GameState, acting_seat
from narrator.script.model import Prompt
from narrator.script.prompts import conditions as when
from narrator.script.prompts.conditions import Condition


class Case(Struct, frozen=True):
    condition: Condition
    rule: str | None = None  # the house rule that decides it
    has_ruling_per_value: bool = False  # each value of the rule has its own ruling
    choice_types: tuple[str, ...] = ()  # kinds of events offered with it
    player_counts: tuple[int, ...] = ()  # player counts it is limited to; empty for all


# In the order in which they are shown when several apply.
CASES: dict[str, Case] = {
    "red_numbers": Case(when.red_numbers, "red_numbers_apart", has_ruling_per_value=True),
    "short_bank": Case(when.short_bank, "bank_shortage", has_ruling_per_value=True),
    "nobody_to_rob": Case(when.nobody_to_rob),
    "road_building_short": Case(when.road_building_short, "road_building_short", has_ruling_per_value=True),
    "road_building_zero": Case(when.road_building_zero, "road_building_zero", has_ruling_per_value=True),
    "plenty_short": Case(when.plenty_short, "plenty_short", has_ruling_per_value=True),
    "bought_this_turn": Case(when.bought_this_turn, "vp_cards", has_ruling_per_value=True),
    "target_reached": Case(when.target_reached, "win_timing", has_ruling_per_value=True),
    "target_elsewhere": Case(when.target_elsewhere, "win_on_whose_turn", has_ruling_per_value=True),
    "claim_win": Case(when.claim_win, "auto_win", choice_types=("victory_declared",)),
    "empty_victim": Case(when.empty_victim, "empty_victim", has_ruling_per_value=True),
    "nobody_over_limit": Case(when.nobody_over_limit, "discard_limit"),
    "tell_hand_sizes": Case(when.tell_hand_sizes),
    "robber_must_move": Case(when.robber_must_move),
    "robber_to_desert": Case(when.robber_to_desert, "robber_to_desert", has_ruling_per_value=True),
    "friendly_no_hex": Case(when.friendly_no_hex, "friendly_robber", choice_types=("robber_moved",)),
    "friendly_robber": Case(when.friendly_robber, "friendly_robber"),
    "steal_optional": Case(
        when.steal_optional, "steal_optional", has_ruling_per_value=True, choice_types=("card_stolen",)
    ),
    "no_seven": Case(when.ignored_seven, "no_seven_mode", has_ruling_per_value=True),
    "knight_before_roll": Case(
        when.knight_before_roll, "dev_before_roll", has_ruling_per_value=True, choice_types=("knight_played",)
    ),
    "second_card": Case(when.second_card, "dev_per_turn", has_ruling_per_value=True),
    "deck_empty": Case(when.deck_empty),
    "points_card_wins": Case(
        when.points_card_wins, "vp_cards", has_ruling_per_value=True, choice_types=("points_revealed",)
    ),
    "last_road": Case(when.last_road),
    "last_settlement": Case(when.last_settlement, choice_types=("city_built",)),
    "road_cut": Case(when.road_cut),
    "title_aside": Case(when.title_aside),
    "title_returned": Case(when.title_returned),
    "tie_keeps": Case(when.tie_keeps),
    "gap_of_one": Case(when.gap_of_one),
    "foreign_building": Case(when.foreign_building),
    "harbour_this_turn": Case(when.harbour_this_turn, "turn_phases", has_ruling_per_value=True),
    "gift": Case(when.gift, "gifts", has_ruling_per_value=True),
    "same_kind": Case(when.same_kind, "same_resource_trade", has_ruling_per_value=True),
    "trade_out_of_turn": Case(when.trade_out_of_turn),
    "dice_off": Case(when.never, "cocked_dice", has_ruling_per_value=True),
    "forgotten_income": Case(when.forgotten_income, "late_income", has_ruling_per_value=True),
    "first_player_tie": Case(when.first_player_tie, "first_player_tie", has_ruling_per_value=True),
    "low_bank": Case(when.low_bank, "bank_limit"),
    "unsure": Case(when.unsure),
    "second_roll_same": Case(when.second_roll_same, "two_player_mode", player_counts=(2,)),
    "neutral_road_instead": Case(when.neutral_road_instead, "two_player_mode", player_counts=(2,)),
    "neutral_longest_road": Case(when.neutral_longest_road, "two_player_mode", player_counts=(2,)),
    "partner_part": Case(when.partner_part, "five_six_turns", player_counts=(5, 6)),
    "special_building": Case(when.special_building, "five_six_turns", player_counts=(5, 6)),
}

# These come up in every game: they are only shown to explain a refusal or if called; beginners have lessons instead.
ORDINARY_CASES = frozenset(
    {
        *("bought_this_turn", "second_card", "knight_before_roll", "nobody_over_limit", "tell_hand_sizes"),
        *("robber_must_move", "gap_of_one", "foreign_building"),
    }
)
ORDINARY_VALUES = frozenset(
    {("harbour_this_turn", "combined"), ("target_reached", "immediate")}
)  # odd with other values only

# A rule, its values, and the prompts that cannot come up with them: their ruling would be wrong.
IMPOSSIBLE_CASES: tuple[tuple[str, tuple[object, ...], tuple[str, ...]], ...] = (
    ("red_numbers_apart", ("off",), ("red_numbers",)),
    ("bank_limit", ("unlimited",), ("short_bank", "plenty_short", "low_bank")),
    ("robber", ("off",), ("nobody_to_rob", "empty_victim", "nobody_over_limit", "robber_must_move")),
    ("robber", ("off",), ("robber_to_desert", "steal_optional", "friendly_robber", "friendly_no_hex")),
    ("friendly_robber", ("off",), ("friendly_robber", "friendly_no_hex")),
    ("discards", ("off",), ("nobody_over_limit",)),
    ("no_seven_rounds", (0,), ("no_seven",)),
    ("development_cards", ("off",), ("bought_this_turn", "knight_before_roll", "second_card", "deck_empty")),
    ("development_cards", ("off",), ("points_card_wins", "road_building_short", "road_building_zero", "plenty_short")),
    ("road_building_short", ("need_two",), ("road_building_zero",)),
    ("harbours", ("off",), ("harbour_this_turn",)),
    ("domestic_trade", ("off",), ("gift", "same_kind", "trade_out_of_turn")),
    ("auto_win", ("on",), ("claim_win",)),
    ("final_round", ("on",), ("target_reached", "target_elsewhere")),
    ("first_player", ("random", "oldest", "youngest", "manual"), ("first_player_tie",)),
    ("two_player_mode", ("plain", "duel"), ("second_roll_same", "neutral_road_instead", "neutral_longest_road")),
    ("five_six_turns", ("special_build", "none"), ("partner_part",)),
    ("five_six_turns", ("paired", "none"), ("special_building",)),
)


@lru_cache(maxsize=256)
def possible_cases(rules: HouseRules, players: int = 4) -> list[str]:
    rows = (names for rule, values, names in IMPOSSIBLE_CASES if getattr(rules, rule) in values)
    impossible = {*chain.from_iterable(rows)}
    elsewhere = {name for name, case in CASES.items() if case.player_counts and players not in case.player_counts}
    return [name for name in CASES if name not in impossible | elsewhere]


# From a refusal code to the prompt that explains it.
PROMPT_OF_REFUSAL = {
    "card.bought_this_turn": "bought_this_turn",
    "card.second_this_turn": "second_card",
    "card.before_roll": "knight_before_roll",
    "deck.empty": "deck_empty",
    "road.none_left": "last_road",
    "settlement.none_left": "last_settlement",
    "settlement.too_close": "gap_of_one",
    "road.not_connected": "foreign_building",
    "robber.must_move": "robber_must_move",
    "robber.not_desert": "robber_to_desert",
    "robber.friendly": "friendly_robber",
    "robber.only_desert": "friendly_no_hex",
    "theft.not_optional": "steal_optional",
    "trade.gift": "gift",
    "trade.same_kind": "same_kind",
    "road_building.no_place": "road_building_zero",
    "road_building.need_two": "road_building_short",
    "points.only_to_win": "points_card_wins",
    "first_player.tie": "first_player_tie",
}


def current_prompts(view: PublicView) -> tuple[Prompt, ...]:
    names = possible_cases(view.state.rules, len(view.state.seats))
    answers = {name: answer for name in names if (answer := CASES[name].condition(view))}
    lines = {name: answer if isinstance(answer, tuple) else () for name, answer in answers.items()}
    return tuple(_prompt(name, CASES[name], view.state, lines[name]) for name in answers)


def applies(name: str, view: PublicView) -> bool:
    return bool(CASES[name].condition(view))


def is_ordinary(prompt: Prompt) -> bool:
    return prompt.id in ORDINARY_CASES or (prompt.id, prompt.value) in ORDINARY_VALUES


def has_decision(view: PublicView) -> bool:
    state = view.state
    return any(
        CASES[name].choice_types
        and name not in ORDINARY_CASES
        and applies(name, view)
        and bool(_choices(state, CASES[name].choice_types))
        for name in possible_cases(state.rules, len(state.seats))
    )


def prompt_for(name: str, state: GameState) -> Prompt:
    """Return a prompt that the host asks for. An unknown name raises KeyError."""
    return _prompt(name, CASES[name], state, ())


def _prompt(name: str, case: Case, state: GameState, lines: tuple[Msg, ...]) -> Prompt:
    rules = state.rules
    value = getattr(rules, case.rule) if case.rule else None
    params: dict[str, Any] = {
        "target": rules.target_vp,
        "limit": rules.discard_limit,
        "points": rules.friendly_robber_vp,
        "seat": acting_seat(state),
    }
    written = str(value).lower() if isinstance(value, bool) else str(value)
    ruling = f"prompt.{name}.ruling.{written}" if case.has_ruling_per_value else f"prompt.{name}.ruling"
    return Prompt(
        id=name,
        title=msg(f"prompt.{name}.title"),
        ruling=Msg(ruling, params),
        why=Msg(f"prompt.{name}.why", params),
        lines=lines,
        rule=case.rule,
        value=value,
        choices=_choices(state, case.choice_types),
    )


def _choices(state: GameState, kinds: tuple[str, ...]) -> tuple[events.AnyFact, ...]:
    return tuple(event for event in legal_events(state) if event.type in kinds) if kinds else ()
