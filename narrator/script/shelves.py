"""The library's index: every topic on one shelf, first what newcomers ask, then the odd cases."""

from collections.abc import Iterable
from typing import NamedTuple

from narrator.script.library import Topic


class Shelf(NamedTuple):
    name: str
    asked: tuple[Topic, ...]
    """Helper cards, each under the question that it answers."""
    more: tuple[Topic, ...]


ASKED: dict[str, str] = {
    "win": "goal winning points_card",
    "start": "who_starts placement where_to_place box",
    "turn": "turn production odds bank before_acting",
    "build": "costs building cities pieces",
    "seven": "seven discards robber",
    "trade": "trades harbours",
    "cards": "development_cards knight road_building year_of_plenty monopoly",
    "titles": "longest_road road_rings road_cut largest_army",
    "advice": "early_game middle_game late_game mistakes",
    "table": "house_rules secrets two_players five_six",
}
"""The helper cards of each shelf."""
MORE: dict[str, tuple[str, str]] = {
    "win": ("more_points points_at_end", "target_reached target_elsewhere points_card_wins claim_win"),
    "start": ("second_settlement second_road first_cards desert_harm", "first_player_tie red_numbers"),
    "turn": (
        "turn_order trade_before_roll refuse_income count_bank dice_floor",
        "forgotten_income short_bank low_bank dice_off second_roll_same partner_part special_building",
    ),
    "build": (
        "how_much both_in_one_turn build_other_turn distance foreign_building foreign_road move_road reserve_spot",
        "gap_of_one foreign_building last_road last_settlement neutral_road_instead",
    ),
    "seven": (
        "roller_discards discard_what discard_trade steal_from stolen_card robber_desert robber_own_hex robber_harbour"
        " robber_building seven_and_knight knight_discards",
        "robber_must_move robber_to_desert steal_optional empty_victim nobody_to_rob nobody_over_limit no_seven"
        " friendly_robber friendly_no_hex",
    ),
    "trade": (
        "trade_partners trade_terms gifts same_resource promises three_way secret_trades bank_other_turn"
        " foreign_harbour harbour_road harbour_at_once harbour_other_kind",
        "trade_out_of_turn gift same_kind harbour_this_turn",
    ),
    "cards": (
        "card_before_roll trade_cards deck",
        "bought_this_turn second_card knight_before_roll deck_empty road_building_short road_building_zero"
        " plenty_short",
    ),
    "titles": (
        "road_ring road_fork own_building beyond_break knights_in_hand lose_army",
        "tie_keeps road_cut title_aside title_returned neutral_longest_road",
    ),
    "table": ("hand_size show_hand table_talk leaving", "tell_hand_sizes unsure"),
}
"""What else stands on a shelf: questions, and cases of the game."""


def shelves(topics: Iterable[Topic]) -> tuple[Shelf, ...]:
    """What a table can look up, in the order in which a newcomer needs it."""
    here = {topic.id: topic for topic in topics}

    def pick(kind: str, names: str) -> tuple[Topic, ...]:
        return tuple(here[id] for name in names.split() if (id := f"{kind}.{name}") in here)

    def more(shelf: str) -> tuple[Topic, ...]:
        questions, cases = MORE.get(shelf, ("", ""))
        return (*pick("what_if", questions), *pick("prompt", cases))

    return tuple(Shelf(name, pick("card", cards), more(name)) for name, cards in ASKED.items())
