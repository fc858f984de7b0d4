"""A quiz of odd cases: the questions of the library, with the rulings of other tables as the wrong answers.

Which ten come, and in which order their answers stand, follows from a seed and the table's rules.
"""

from collections.abc import Iterable
from hashlib import sha256

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.table.state import GameState
from narrator.script.disputes import RulingOption, ruling_options
from narrator.script.library import WHAT_IFS, Topic, everything

QUESTIONS = 10
CHOSEN = 4  # so many of them have rulings to choose from; the rest is answered with yes or no
MOST_WAYS = 4

YES = (
    *("trade_terms", "hand_size", "roller_discards", "seven_and_knight", "robber_own_hex", "robber_building"),
    *("foreign_road", "both_in_one_turn", "road_ring", "beyond_break", "lose_army", "more_points", "table_talk"),
)
NO = (
    *("trade_before_roll", "three_way", "secret_trades", "foreign_harbour", "harbour_road", "harbour_other_kind"),
    *("refuse_income", "show_hand", "discard_what", "discard_trade", "knight_discards", "robber_harbour"),
    *("foreign_building", "move_road", "reserve_spot", "road_fork", "own_building", "knights_in_hand", "trade_cards"),
    *("second_settlement", "second_road"),
)
# Where a house rule decides, the value that means yes.
BY_RULE = {
    "gifts": "allowed",
    "same_resource": "allowed",
    "robber_desert": "allowed",
    "turn_order": "combined",
    "harbour_at_once": "combined",
    "points_at_end": "yes",
}
# Cases whose rulings at other tables sound as good as tonight's.
DEBATED = (
    *("what_if.steal_from", "what_if.dice_floor", "what_if.leaving", "prompt.short_bank", "prompt.road_building_short"),
    *("prompt.road_building_zero", "prompt.plenty_short", "prompt.target_reached", "prompt.empty_victim"),
    *("prompt.points_card_wins", "prompt.forgotten_income", "prompt.first_player_tie"),
)
ANSWERS = (RulingOption("yes", msg("quiz.yes")), RulingOption("no", msg("quiz.no")))


class Question(Struct, frozen=True):
    case: str  # as the library names it
    ways: tuple[RulingOption, ...]  # the answers, in the order in which they are shown
    right: str  # the one that tonight's rules give
    ruling: tuple[Msg, ...]  # what it is, and why


def quiz(state: GameState, seed: int) -> tuple[Question, ...]:
    """Ten questions that this table can come upon, always the same for a seed."""
    known = {topic.id: topic for topic in everything(state) if _has_object(state, topic.id)}
    simple = [f"what_if.{name}" for name in (*YES, *NO, *BY_RULE)]
    chosen = _dealt((case for case in DEBATED if case in known), seed)[:CHOSEN]
    others = _dealt((case for case in simple if case in known), seed)[: QUESTIONS - len(chosen)]
    return tuple(_question(state, known[case], seed) for case in _dealt((*chosen, *others), seed + 1))


def _has_object(state: GameState, case: str) -> bool:
    """Whether nothing that the question is about is off tonight."""
    ground = WHAT_IFS.get(case.removeprefix("what_if."))
    return ground is None or all(getattr(state.rules, key) != "off" for key in ground.needs)


def _question(state: GameState, topic: Topic, seed: int) -> Question:
    name = topic.id.removeprefix("what_if.")
    if topic.id in DEBATED:
        ways = ruling_options(state, topic.id)[:-1][:MOST_WAYS]  # tonight's is the first, "otherwise" the last
        by_id = {way.id: way for way in ways}
        return Question(topic.id, tuple(by_id[id] for id in _dealt(by_id, seed)), ways[0].id, topic.lines)
    is_yes = name in YES or (name in BY_RULE and _tonight(state, name) == BY_RULE[name])
    return Question(topic.id, ANSWERS, "yes" if is_yes else "no", topic.lines)


def _tonight(state: GameState, name: str) -> object:
    return getattr(state.rules, WHAT_IFS[name].rule or "")


def _dealt(cases: Iterable[str], seed: int) -> list[str]:
    """Shuffled, by the seed alone."""
    return sorted(cases, key=lambda case: sha256(f"{seed} {case}".encode()).digest())
