"""The robber's sub-flow: discards only after a seven, the move, the theft, and back to the turn."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import msg
from narrator.core.play.checklist import only_tells
from narrator.core.play.robber import possible_victims, robber_spots
from narrator.core.table.phase import Discarding, MovingRobber, Phase, Stealing
from narrator.core.table.state import GameState, acting_seat
from narrator.script.model import Step
from narrator.script.steps.turn import back_step


def discard_step(state: GameState, phase: Discarding, detail: str) -> Step:
    """Everybody who owes cards, one sentence each; where nobody counts, a call to all."""
    limit = state.rules.discard_limit
    drawn = "_random" if state.rules.discard_choice == "random" else ""
    lines = tuple(
        msg(f"step.discard{drawn}.{detail}", seat=seat, have=state.seats[seat].hand, n=count, limit=limit)
        for seat, count in sorted(phase.owed.items())
    )
    owing = min(phase.owed) if len(phase.owed) == 1 else None
    return Step(
        id="robber.discard",
        seat=owing,
        lines=lines or (msg(f"step.discard_call{drawn}.{detail}", limit=limit),),
        why=msg("step.discard.why"),
        events=("cards_discarded",),
        card="discards",
    )


def move_step(state: GameState, detail: str) -> Step:
    return Step(
        id="robber.move",
        seat=acting_seat(state),
        lines=(msg(f"step.robber.{detail}", seat=acting_seat(state)),),
        why=msg("step.robber.why"),
        events=("robber_moved",),
        card="robber",
    )


def steal_step(state: GameState, phase: Phase | None, detail: str) -> Step:
    """Whom to rob: a sole victim by name, several to choose from, or nobody knows."""
    seat = acting_seat(state)
    name, params = "steal", {"seat": seat}
    if isinstance(phase, Stealing) and phase.maybe:
        name = "steal_maybe"
    elif isinstance(phase, Stealing) and len(phase.victims) == 1:
        name, params = "steal_from", {"seat": seat, "other": phase.victims[0]}
    return Step(
        id="robber.steal",
        seat=seat,
        lines=(msg(f"step.{name}.{detail}", **params),),
        why=msg("step.steal.why", **{name: other for name, other in params.items() if name == "other"}),
        events=("card_stolen",),
        card="robber",
    )


def can_rob(state: GameState) -> bool:
    """Whether there is a hex with somebody to steal from, as far as the record knows."""
    thief = acting_seat(state)
    if state.game.board is None:
        return any(seat.hand or only_tells(state) for number, seat in enumerate(state.seats) if number != thief)
    return any(possible_victims(replace(state, robber=at), thief) for at in robber_spots(state, thief))


def robber_steps(state: GameState, phase: Phase, detail: str) -> Iterator[Step]:
    """From here to where the turn goes on."""
    if isinstance(phase, Discarding):
        yield discard_step(state, phase, detail)
    if isinstance(phase, Discarding | MovingRobber) and state.rules.robber == "on":
        yield move_step(state, detail)
    if isinstance(phase, Stealing):
        yield steal_step(state, phase, detail)
    elif state.rules.robber == "on" and can_rob(state):
        yield steal_step(state, Stealing((), phase, maybe=True), detail)  # who is there depends on the move
    yield back_step(state, detail)
