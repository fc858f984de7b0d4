"""A quiz of odd cases: questions of the library, with the rulings of other tables as wrong answers.

The choice of questions and the order of their answers follow from a seed and the house rules.
"""

from collections.abc import Iterable
from hashlib import sha256

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.table.state import GameState
from narrator.script.disputes import RulingOption, ruling_options
from narrator.script.library import WHAT_IFS, Topic, all_topics

QUESTIONS = 10
MULTIPLE_CHOICE = 4  # of them; the others are answered with yes or no
MAX_ANSWERS = 4

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
# If a house rule decides, the value that means yes.
YES_VALUE_OF_QUESTION = {
    "gifts": "allowed",
    "same_resource": "allowed",
    "robber_desert": "allowed",
    "turn_order": "combined",
    "harbour_at_once": "combined",
    "points_at_end": "yes",
}
# Cases whose rulings at other tables sound just as plausible.
DEBATED = (
    *("what_if.steal_from", "what_if.dice_floor", "what_if.leaving", "prompt.short_bank", "prompt.road_building_short"),
    *("prompt.road_building_zero", "prompt.plenty_short", "prompt.target_reached", "prompt.empty_victim"),
    *("prompt.points_card_wins", "prompt.forgotten_income", "prompt.first_player_tie"),
)
ANSWERS = (RulingOption("yes", msg("quiz.yes")), RulingOption("no", msg("quiz.no")))


class Question(Struct, frozen=True):
    case: str  # its id in the library
    options: tuple[RulingOption, ...]  # the answers, in the order in which they are shown
    right_option: str
    ruling: tuple[Msg, ...]  # the right answer and its reason


def quiz_questions(state: GameState, seed: int) -> tuple[Question, ...]:
    known = {topic.id: topic for topic in all_topics(state) if _is_relevant(state, topic.id)}
    simple = [f"what_if.{name}" for name in (*YES, *NO, *YES_VALUE_OF_QUESTION)]
    chosen = _shuffled((case for case in DEBATED if case in known), seed)[:MULTIPLE_CHOICE]
    others = _shuffled((case for case in simple if case in known), seed)[: QUESTIONS - len(chosen)]
    return tuple(_question(state, known[case], seed) for case in _shuffled((*chosen, *others), seed + 1))


def _is_relevant(state: GameState, case: str) -> bool:
    """Return whether the house rules include everything the question is about."""
    basis = WHAT_IFS.get(case.removeprefix("what_if."))
    return basis is None or all(getattr(state.rules, key) != "off" for key in basis.required_rules)


def _question(state: GameState, topic: Topic, seed: int) -> Question:
    name = topic.id.removeprefix("what_if.")
    if topic.id in DEBATED:
        options = ruling_options(state, topic.id)[:-1][:MAX_ANSWERS]  # the right one is the first, "otherwise" the last
        by_id = {way.id: way for way in options}
        return Question(topic.id, tuple(by_id[id] for id in _shuffled(by_id, seed)), options[0].id, topic.lines)
    is_yes = name in YES
    if name in YES_VALUE_OF_QUESTION:
        is_yes = getattr(state.rules, WHAT_IFS[name].rule or "") == YES_VALUE_OF_QUESTION[name]
    return Question(topic.id, ANSWERS, "yes" if is_yes else "no", topic.lines)


def _shuffled(cases: Iterable[str], seed: int) -> list[str]:
    return sorted(cases, key=lambda case: sha256(f"{seed} {case}".encode()).digest())
