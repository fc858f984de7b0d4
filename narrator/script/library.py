"""The rules library: "what if" questions, scenario prompts and helper cards, adapted to the house rules.

Every question has a title, tags and an answer in narrator/text/sources/library.py: one answer for each value if a
house rule with named values decides it.
"""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.table.house_rules import HouseRules
from narrator.core.table.state import GameState
from narrator.script.helper_cards import helper_cards
from narrator.script.prompts.cases import possible_cases, prompt_for


class WhatIf(Struct, frozen=True):
    """A question with its answer under the house rules."""

    id: str
    title: Msg
    answer: Msg
    tags: Msg
    rule: str | None  # the house rule that decides it
    card: str | None  # the helper card that says more
    ruling_id: str  # in docs/rulings.md


class Topic(Struct, frozen=True):
    """Anything that can be looked up: `what_if.<id>`, `prompt.<id>` or `card.<id>`."""

    id: str
    title: Msg
    lines: tuple[Msg, ...]
    tags: Msg  # search words that are never shown
    question: Msg  # what a newcomer would ask; usually the title


class AnswerBasis(NamedTuple):
    """What an answer is based on."""

    ruling_id: str  # in docs/rulings.md
    rule: str | None = None
    card: str | None = None
    required_rules: tuple[str, ...] = ()  # on-off rules without which the question is pointless


TRADE = ("domestic_trade",)
HARBOURS = ("harbours",)
ROBBER = ("robber",)
DISCARDS = ("discards",)
CARDS = ("development_cards",)

WHAT_IFS: dict[str, AnswerBasis] = {
    # trade between players
    "trade_partners": AnswerBasis("X-01", "domestic_trade", "trades", TRADE),
    "trade_terms": AnswerBasis("X-03", None, "trades", TRADE),
    "trade_before_roll": AnswerBasis("X-02", None, "turn"),
    "gifts": AnswerBasis("X-04", "gifts", "trades", TRADE),
    "same_resource": AnswerBasis("X-05", "same_resource_trade", "trades", TRADE),
    "promises": AnswerBasis("X-07", "promises", "trades", TRADE),
    "three_way": AnswerBasis("X-08", None, "trades", TRADE),
    "secret_trades": AnswerBasis("X-09", None, "trades", TRADE),
    # trade with the bank
    "bank_other_turn": AnswerBasis("X-19", "five_six_turns", "harbours"),
    "foreign_harbour": AnswerBasis("X-20", None, "harbours", HARBOURS),
    "harbour_road": AnswerBasis("X-16", None, "harbours", HARBOURS),
    "harbour_at_once": AnswerBasis("X-17", "turn_phases", "harbours", HARBOURS),
    "harbour_other_kind": AnswerBasis("X-12", None, "harbours", HARBOURS),
    # bank and hands
    "count_bank": AnswerBasis("P-14", "bank_limit", "bank"),
    "refuse_income": AnswerBasis("P-12", None, "production"),
    "hand_size": AnswerBasis("C-06", None, "secrets"),
    "show_hand": AnswerBasis("D-14", None, "secrets"),
    # the seven
    "roller_discards": AnswerBasis("R-02", "discard_limit", "discards", DISCARDS),
    "discard_what": AnswerBasis("R-03", None, "discards", DISCARDS + CARDS),
    "discard_trade": AnswerBasis("R-07", None, "seven", DISCARDS),
    "knight_discards": AnswerBasis("R-20", None, "knight", DISCARDS + CARDS),
    "seven_and_knight": AnswerBasis("R-21", None, "knight", ROBBER + CARDS),
    # the robber
    "steal_from": AnswerBasis("R-12", "friendly_robber", "robber", ROBBER),
    "stolen_card": AnswerBasis("R-17", None, "secrets", ROBBER),
    "robber_desert": AnswerBasis("R-09", "robber_to_desert", "robber", ROBBER),
    "robber_own_hex": AnswerBasis("R-11", None, "robber", ROBBER),
    "robber_harbour": AnswerBasis("R-19", None, "robber", ROBBER + HARBOURS),
    "robber_building": AnswerBasis("R-19", None, "robber", ROBBER),
    # building
    "foreign_building": AnswerBasis("B-03", None, "building"),
    "foreign_road": AnswerBasis("B-02", None, "building"),
    "move_road": AnswerBasis("B-11", None, "building"),
    "reserve_spot": AnswerBasis("B-11", None, "building"),
    "both_in_one_turn": AnswerBasis("B-09", None, "cities"),
    "how_much": AnswerBasis("B-10", None, "building"),
    "build_other_turn": AnswerBasis("B-13", "five_six_turns", "turn"),
    "turn_order": AnswerBasis("T-01", "turn_phases", "turn"),
    # roads and knights
    "road_ring": AnswerBasis("L-05", None, "road_rings"),
    "road_fork": AnswerBasis("L-04", None, "longest_road"),
    "own_building": AnswerBasis("L-06", None, "road_cut"),
    "beyond_break": AnswerBasis("B-12", None, "road_cut"),
    "knights_in_hand": AnswerBasis("A-04", None, "largest_army", CARDS),
    "lose_army": AnswerBasis("A-02", None, "largest_army", CARDS),
    # development cards
    "card_before_roll": AnswerBasis("T-03", "dev_before_roll", "development_cards", CARDS),
    "trade_cards": AnswerBasis("D-16", None, "development_cards", CARDS),
    "deck": AnswerBasis("D-20", "component_set", "development_cards", CARDS),
    # points and the end
    "points_at_end": AnswerBasis("D-19", "reveal_at_end", "points_card", CARDS),
    "more_points": AnswerBasis("V-07", "target_vp", "winning"),
    # placement and board
    "second_settlement": AnswerBasis("S-18", None, "placement"),
    "second_road": AnswerBasis("S-16", None, "placement"),
    "first_cards": AnswerBasis("S-19", None, "placement"),
    "distance": AnswerBasis("B-05", None, "placement"),
    "desert_harm": AnswerBasis("S-19", None, "production"),
    # conduct
    "dice_floor": AnswerBasis("T-07", "cocked_dice"),
    "table_talk": AnswerBasis("C-08"),
    "leaving": AnswerBasis("C-07", "leaver"),
}

# Decided by a house rule, but with a single answer: it contains a number, or the other value is "off".
SINGLE_ANSWER = {"trade_partners", "roller_discards", "more_points"}
# Answers that contain a number of the house rules: the parameter and the rule.
NUMBER_PARAMS: dict[tuple[str, str | None], tuple[str, str]] = {
    ("roller_discards", None): ("limit", "discard_limit"),
    ("more_points", None): ("target", "target_vp"),
    ("steal_from", "on"): ("points", "friendly_robber_vp"),
}


def all_topics(state: GameState) -> tuple[Topic, ...]:
    rules = state.rules
    cases = (prompt_for(name, state) for name in possible_cases(rules, len(state.seats)))
    return (
        *(
            Topic(f"what_if.{question.id}", question.title, (question.answer,), question.tags, question.title)
            for question in what_if_questions(rules)
        ),
        *(
            Topic(f"prompt.{case.id}", case.title, (case.ruling, case.why), msg(f"prompt.{case.id}.tags"), case.title)
            for case in cases
        ),
        *(
            Topic(f"card.{card.id}", card.title, card.lines, msg(f"card.{card.id}.tags"), msg(f"card.{card.id}.ask"))
            for card in helper_cards(state).values()
        ),
    )


def what_if_questions(rules: HouseRules) -> tuple[WhatIf, ...]:
    return tuple(_what_if(id, basis, rules) for id, basis in WHAT_IFS.items())


def answer_to(id: str, rules: HouseRules) -> Msg:
    return _what_if(id, WHAT_IFS[id], rules).answer


def _what_if(id: str, basis: AnswerBasis, rules: HouseRules) -> WhatIf:
    missing = next((key for key in basis.required_rules if getattr(rules, key) == "off"), None)
    answer = msg(f"library.off.{missing}") if missing else _answer(id, basis, rules)
    title, tags = msg(f"library.{id}.title"), msg(f"library.{id}.tags")
    return WhatIf(id, title, answer, tags, missing or basis.rule, basis.card, basis.ruling_id)


def _answer(id: str, basis: AnswerBasis, rules: HouseRules) -> Msg:
    value = None if basis.rule is None or id in SINGLE_ANSWER else str(getattr(rules, basis.rule))
    key = f"library.{id}.answer" if value is None else f"library.{id}.answer.{value}"
    if (id, value) not in NUMBER_PARAMS:
        return msg(key)
    param, rule = NUMBER_PARAMS[id, value]
    return msg(key, **{param: getattr(rules, rule)})


class Shelf(NamedTuple):
    name: str
    cards: tuple[Topic, ...]  # helper cards, each under the question that it answers
    more: tuple[Topic, ...]


SHELF_CARDS: dict[str, tuple[str, ...]] = {
    "win": ("goal", "winning", "points_card"),
    "start": ("who_starts", "placement", "where_to_place", "box"),
    "turn": ("turn", "production", "odds", "bank", "before_acting"),
    "build": ("costs", "building", "cities", "pieces"),
    "seven": ("seven", "discards", "robber"),
    "trade": ("trades", "harbours"),
    "cards": ("development_cards", "knight", "road_building", "year_of_plenty", "monopoly"),
    "titles": ("longest_road", "road_rings", "road_cut", "largest_army"),
    "advice": ("early_game", "middle_game", "late_game", "mistakes"),
    "table": ("house_rules", "secrets", "two_players", "five_six"),
}
# The other topics of a shelf: "what if" questions, and prompts.
SHELF_OTHER_TOPICS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "win": (("more_points", "points_at_end"), ("target_reached", "target_elsewhere", "points_card_wins", "claim_win")),
    "start": (("second_settlement", "second_road", "first_cards", "desert_harm"), ("first_player_tie", "red_numbers")),
    "turn": (
        ("turn_order", "trade_before_roll", "refuse_income", "count_bank", "dice_floor"),
        (
            *("forgotten_income", "short_bank", "low_bank", "dice_off", "second_roll_same", "partner_part"),
            *("special_building",),
        ),
    ),
    "build": (
        (
            *("how_much", "both_in_one_turn", "build_other_turn", "distance", "foreign_building", "foreign_road"),
            *("move_road", "reserve_spot"),
        ),
        ("gap_of_one", "foreign_building", "last_road", "last_settlement", "neutral_road_instead"),
    ),
    "seven": (
        (
            *("roller_discards", "discard_what", "discard_trade", "steal_from", "stolen_card", "robber_desert"),
            *("robber_own_hex", "robber_harbour", "robber_building", "seven_and_knight", "knight_discards"),
        ),
        (
            *("robber_must_move", "robber_to_desert", "steal_optional", "empty_victim", "nobody_to_rob"),
            *("nobody_over_limit", "no_seven", "friendly_robber", "friendly_no_hex"),
        ),
    ),
    "trade": (
        (
            *("trade_partners", "trade_terms", "gifts", "same_resource", "promises", "three_way", "secret_trades"),
            *("bank_other_turn", "foreign_harbour", "harbour_road", "harbour_at_once", "harbour_other_kind"),
        ),
        ("trade_out_of_turn", "gift", "same_kind", "harbour_this_turn"),
    ),
    "cards": (
        ("card_before_roll", "trade_cards", "deck"),
        (
            *("bought_this_turn", "second_card", "knight_before_roll", "deck_empty", "road_building_short"),
            *("road_building_zero", "plenty_short"),
        ),
    ),
    "titles": (
        ("road_ring", "road_fork", "own_building", "beyond_break", "knights_in_hand", "lose_army"),
        ("tie_keeps", "road_cut", "title_aside", "title_returned", "neutral_longest_road"),
    ),
    "table": (("hand_size", "show_hand", "table_talk", "leaving"), ("tell_hand_sizes", "unsure")),
}


def shelves(topics: Iterable[Topic]) -> tuple[Shelf, ...]:
    """Sort topics by subject, in the order in which a newcomer needs them."""
    here = {topic.id: topic for topic in topics}

    def pick(kind: str, names: tuple[str, ...]) -> tuple[Topic, ...]:
        return tuple(here[id] for name in names if (id := f"{kind}.{name}") in here)

    def more(shelf: str) -> tuple[Topic, ...]:
        questions, cases = SHELF_OTHER_TOPICS.get(shelf, ((), ()))
        return (*pick("what_if", questions), *pick("prompt", cases))

    return tuple(Shelf(name, pick("card", cards), more(name)) for name, cards in SHELF_CARDS.items())
