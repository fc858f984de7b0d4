"""Disputes: the likeliest questions at each step, as topics of the library, and how a table may rule on them."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg, msg
from narrator.core.reading.public_view import PublicView
from narrator.core.table.events import RulingMade
from narrator.core.table.house_rules import HouseRules, allowed_values
from narrator.core.table.state import GameState
from narrator.script.library import SINGLE_ANSWER, WHAT_IFS, Topic, all_topics, answer_to
from narrator.script.prompts.cases import CASES, current_prompts, prompt_for

# From the current step to the usual questions, the likeliest first.
LIKELY_TOPICS: dict[str, tuple[str, ...]] = {
    "checklist": ("prompt.red_numbers", "prompt.first_player_tie", "what_if.distance", "what_if.turn_order"),
    "settlement": ("what_if.distance", "what_if.second_settlement", "what_if.first_cards", "what_if.foreign_road"),
    "road": ("what_if.second_road", "what_if.foreign_road", "what_if.distance"),
    "roll": (
        *("prompt.dice_off", "prompt.knight_before_roll", "what_if.card_before_roll", "prompt.forgotten_income"),
        *("what_if.trade_before_roll",),
    ),
    "discard": (
        *("what_if.discard_what", "what_if.roller_discards", "what_if.discard_trade"),
        *("prompt.nobody_over_limit",),
    ),
    "robber": (
        *("prompt.robber_must_move", "prompt.robber_to_desert", "what_if.robber_own_hex"),
        *("prompt.friendly_robber",),
    ),
    "steal": ("what_if.steal_from", "what_if.stolen_card", "prompt.empty_victim", "prompt.steal_optional"),
    "free_roads": ("prompt.road_building_short", "what_if.foreign_building", "what_if.both_in_one_turn"),
    "actions": (
        *("prompt.short_bank", "prompt.bought_this_turn", "prompt.second_card", "what_if.foreign_building"),
        *("prompt.harbour_this_turn", "prompt.gift", "what_if.trade_partners", "prompt.road_cut"),
    ),
    "trade": (
        *("what_if.trade_partners", "prompt.gift", "prompt.same_kind", "what_if.promises"),
        *("prompt.harbour_this_turn",),
    ),
    "build": (
        *("what_if.foreign_building", "what_if.distance", "prompt.last_road", "prompt.bought_this_turn"),
        *("prompt.road_cut",),
    ),
    "over": ("prompt.target_elsewhere", "what_if.more_points", "what_if.points_at_end"),
}
MAX_TOPICS = 6


def likely_topics(view: PublicView) -> list[Topic]:
    """Return what was just ruled on or has just come up, then the usual questions, as far as the rules allow them."""
    known = {topic.id: topic for topic in all_topics(view.state)}
    last = view.last_transition
    ruled = [last.fact.case] if last is not None and isinstance(last.fact, RulingMade) else []
    just_now = [f"prompt.{prompt.id}" for prompt in current_prompts(view)]
    usual = LIKELY_TOPICS.get(view.state.phase.step, LIKELY_TOPICS["actions"])
    names = dict.fromkeys([*ruled, *just_now, *usual])
    return [known[name] for name in names if name in known][:MAX_TOPICS]


def ruling_on(state: GameState, case: str) -> str | None:
    return state.rulings.get(case)


class RulingOption(Struct, frozen=True):
    id: str  # the value of the house rule that it follows, `as_ruled` where no rule decides, or `otherwise`
    words: Msg


def ruling_options(state: GameState, case: str) -> tuple[RulingOption, ...]:
    """Return how a case may be ruled: by the house rules, by another value of its rule, or otherwise."""
    found: list[RulingOption] = []
    for option in _options(state, case):
        if all(option.words != other.words for other in found):
            found.append(option)
    return (*found, RulingOption("otherwise", msg("dispute.otherwise"))) if found else ()


def _options(state: GameState, case: str) -> Iterator[RulingOption]:
    kind, _, name = case.partition(".")
    rule = _rule_of(kind, name)
    if rule is not None:
        yield from (RulingOption(str(value), _ruling(kind, name, state, rule, value)) for value in _values(state, rule))
        return
    topic = next((topic for topic in all_topics(state) if topic.id == case), None)
    if topic is not None:
        yield RulingOption("as_ruled", topic.lines[0])


def _rule_of(kind: str, name: str) -> str | None:
    if kind == "prompt" and name in CASES:
        return CASES[name].rule if CASES[name].has_ruling_per_value else None
    return WHAT_IFS[name].rule if kind == "what_if" and name in WHAT_IFS and name not in SINGLE_ANSWER else None


def _values(state: GameState, rule: str) -> list[object]:
    current = getattr(state.rules, rule)
    return sorted(allowed_values(rule), key=lambda value: value != current)


def _ruling(kind: str, name: str, state: GameState, rule: str, value: object) -> Msg:
    rules: HouseRules = replace(state.rules, **{rule: value})
    return prompt_for(name, replace(state, rules=rules)).ruling if kind == "prompt" else answer_to(name, rules)
