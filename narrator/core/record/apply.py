"""Applying: one event in, the next state out. Trusts its caller to have judged the event."""

from msgspec.structs import replace

from narrator.core.play.seven import reopen_seven
from narrator.core.play.sub_flows import OPEN_ENDED, broken_off
from narrator.core.play.winning import crown
from narrator.core.record.facts import traits_of
from narrator.core.table.events import AnyFact, Corrected, StepDone
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState


def apply(state: GameState, event: AnyFact) -> GameState:
    """The table after this event. What is entered after the end changes counts, never the winner."""
    traits = traits_of(event)
    if event.late and traits.when is not None and not traits.ends and state.phase.phase == "turn":
        after = _counted_late(state, traits.apply(state, event))
    else:
        after = traits.apply(_broken_off(state, event), event)
    if state.phase.step == Over.step and not isinstance(event, Corrected):
        return replace(after, phase=state.phase, turn=state.turn, round=state.round, seq=state.seq + 1)
    return replace(crown(after), seq=state.seq + 1)


def _counted_late(state: GameState, after: GameState) -> GameState:
    """What happened earlier counts, but the turn goes on where it is; who owes what after a seven is seen anew."""
    return reopen_seven(replace(after, phase=state.phase, turn=state.turn, round=state.round))


def _broken_off(state: GameState, event: AnyFact) -> GameState:
    """Whatever else happens in a turn ends a sub-flow that nobody has to finish."""
    if type(state.phase) in OPEN_ENDED and _acts(event):
        return replace(state, phase=broken_off(state, type(event)))
    return state


def _acts(event: AnyFact) -> bool:
    """Whether this is something that a player does in a turn, rather than talk about rules or counts."""
    return traits_of(event).when is not None or (isinstance(event, StepDone) and event.step == "trade")
