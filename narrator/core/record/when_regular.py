"""When an event is regular and whose it is, by its row in the register of facts."""

from narrator.core.message import Refusal, irregular
from narrator.core.play.placement import placing_seat
from narrator.core.play.robber import chooses_desert
from narrator.core.play.script_tracking import only_tells
from narrator.core.play.sub_flows import step_for
from narrator.core.record.facts import FACTS, traits_of
from narrator.core.table.events import AnyFact, CardsGained, Event, PlayersTraded, RobberMoved, VictoryDeclared
from narrator.core.table.phase import Over, SettingUp, between_turns
from narrator.core.table.state import GameState, acting_seat


def timing_refusals(state: GameState, event: AnyFact) -> list[Refusal]:
    """Whether this may happen now, by this seat."""
    traits, now = traits_of(event), state.phase.step
    if now == Over.step:
        return [] if traits.after_the_end else [irregular("game.over")]
    if traits.when is None or (type(event) is RobberMoved and chooses_desert(state)):
        return []
    found = []
    is_time = step_for(state, type(event)) in traits.when
    if not is_time and not only_tells(state) and not is_late_income(state, event):
        found.append(irregular("step.not_now", event=event.type, now=now))
    if not traits.anybodys:
        found += _turn_refusals(state, event)
    return found


def _turn_refusals(state: GameState, event: AnyFact) -> list[Refusal]:
    """Whether it is this seat that acts."""
    seat = getattr(event, "seat", None)
    whose = placing_seat(state) if state.phase.step == SettingUp.step else acting_seat(state)
    if seat is None or seat == whose or (only_tells(state) and state.phase.phase != "turn"):
        return []
    if isinstance(event, PlayersTraded) and event.partner == state.turn:
        return []
    if isinstance(event, VictoryDeclared) and state.rules.win_on_whose_turn == "any":
        return []
    between = between_turns(state.phase) is not None
    return [irregular("part.not_yours" if between else "turn.not_yours", seat=seat, turn=whose)]


def is_time_for(state: GameState, kind: type[Event]) -> bool:
    """Whether the step that an event of this kind meets is one of its own."""
    steps = FACTS[kind].when
    return steps is None or step_for(state, kind) in steps


def is_late_income(state: GameState, event: AnyFact) -> bool:
    """Forgotten income that the table still pays: before the next player has rolled. Between the two rolls of Catan for
    Two it is not even late."""
    if not isinstance(event, CardsGained) or state.phase.step != "roll":
        return False
    return is_between_rolls(state) or (state.rules.late_income == "until_next_roll" and state.roll is not None)


def is_between_rolls(state: GameState) -> bool:
    return state.phase.step == "roll" and bool(state.rolls)
