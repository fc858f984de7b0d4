"""The steps of a turn: roll, robber, trade and build, end; and the end of the game."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Msg, msg
from narrator.core.play.checklist import is_script_only
from narrator.core.play.counts_tracking import roads_to_measure
from narrator.core.play.development import playable_cards
from narrator.core.play.robber import possible_victims, robber_spots
from narrator.core.play.turns import end_if_won, end_turn_or_interlude, first_interlude, next_interlude
from narrator.core.record.event_specs import event_types_of
from narrator.core.table import phase as phases
from narrator.core.table.state import GameState, acting_seat, is_neutral, mode_of, next_seat, points
from narrator.script.model import Step
from narrator.script.steps.player_count import can_play, measure_neutral_step, neutral_step, part_step, token_events


def roll_step(state: GameState, seat: int, detail: str, is_second_roll: bool = False) -> Step:
    """Return the roll, with the option to play a card before it if the rules and the hand allow it."""
    has_card = state.rules.development_cards == "on" and playable_cards(state, seat) > 0
    may_play = seat == state.turn and state.rules.dev_before_roll != "none" and has_card
    name = "second_roll" if is_second_roll else "roll_or_card" if may_play else "roll"
    variant = "roll_or_knight" if name == "roll_or_card" and state.rules.dev_before_roll == "knight_only" else name
    line = variant.replace("roll", "draw") if state.rules.dice_mode == "deck36" else variant
    return Step(
        id=f"turn.{name}",
        seat=seat,
        lines=(msg(f"step.{line}.{detail}", seat=seat),),
        why=msg("step.roll.why" if variant == "roll_or_knight" else f"step.{name}.why"),
        events=("dice_rolled", *(("knight_played",) if may_play else ())),
        card="turn" if not may_play else "knight",
    )


def action_step(state: GameState, name: str, detail: str) -> Step:
    trades = () if name == "build" else event_types_of("trade")
    over = ("step_done",) if name == "trade" else ()
    events = (*trades, *over, *event_types_of("build"), *event_types_of("card"), *token_events(state), "turn_ended")
    line = action_line(state, name)
    why = "step.actions_no_trade.why" if line == "actions_no_trade" else f"step.{name}.why"
    if mode_of(state).neutrals and name != "trade":
        why = "step.neutral_piece.why"
    return Step(
        id=f"turn.{name}",
        seat=state.turn,
        lines=(msg(f"step.{line}.{detail}", seat=state.turn),),
        why=msg(why, seat=state.turn),
        events=events,
        card="trades" if name == "trade" else "costs",
    )


def action_line(state: GameState, name: str) -> str:
    """Return which line says it: with or without trade between players and cards to play."""
    rules = state.rules
    if name == "trade":
        return "trade_bank" if rules.domestic_trade == "off" else name
    if name == "actions" and rules.domestic_trade == "off":
        return "actions_no_trade"
    return "actions_no_cards" if name == "actions" and not can_play(state, state.turn) else name


def measure_step(state: GameState, detail: str) -> Step | None:
    asked = roads_to_measure(state)
    if not asked:
        return None
    if is_neutral(asked[0]):
        return measure_neutral_step(state, asked[0], detail)
    return Step(
        id="turn.measure",
        seat=asked[0],
        lines=(msg(f"step.measure.{detail}", seat=asked[0]),),
        why=msg("step.measure.why"),
        events=("road_reported",),
        card="longest_road",
    )


def free_roads_step(state: GameState, phase: phases.PlacingFreeRoads, detail: str) -> Step:
    return Step(
        id="turn.free_roads",
        seat=acting_seat(state),
        lines=(msg(f"step.free_roads.{detail}", seat=acting_seat(state), n=phase.left),),
        why=msg("step.free_roads.why"),
        events=("road_built",),
        card="road_building",
    )


def resume_turn_step(state: GameState, detail: str) -> Step:
    seat = acting_seat(state)
    return Step("turn.back", (msg(f"step.back.{detail}", seat=seat),), seat=seat)


def turn_end_steps(state: GameState, last: int, detail: str) -> Iterator[Step]:
    after = next_seat(state, state.turn)
    line = msg(f"step.{'end' if last == state.turn else 'end_part'}.{detail}", seat=last, other=after)
    yield Step("turn.end", (line,), seat=last, events=("turn_ended",))
    yield roll_step(state, after, detail)


def coming_win_step(state: GameState, part: phases.Interlude | None, detail: str) -> Step | None:
    ended = end_if_won(end_turn_or_interlude(replace(state, phase=part or phases.Acting()))).phase
    if not isinstance(ended, phases.Over):
        return None
    if state.final_round is not None:
        return Step("turn.last", (msg(f"step.last_turn.{detail}"),), events=("turn_ended",), card="winning")
    line = msg(f"step.coming_win.{detail}", seat=ended.winner)
    return Step("turn.coming_win", (line,), seat=ended.winner, events=("turn_ended",), card="winning")


def action_names(state: GameState, phase: phases.Phase) -> list[str]:
    if isinstance(phase, phases.Acting):
        return ["actions"]
    if isinstance(phase, phases.BuildingOnly):
        return ["build"]
    if isinstance(phase, phases.Trading) or state.rules.turn_phases == "separate":
        return ["trade", "build"]
    return ["actions"]


def turn_steps(state: GameState, phase: phases.Phase, detail: str) -> Iterator[Step]:
    if isinstance(phase, phases.Rolling):
        yield from _roll_steps(state, detail)
    if isinstance(phase, phases.PlacingNeutral):
        yield neutral_step(state, phase, detail)
        yield from turn_steps(state, phase.return_to, detail)
        return
    if isinstance(phase, phases.PlacingFreeRoads):
        yield free_roads_step(state, phase, detail)
        yield from turn_steps(state, phase.return_to, detail)
        return
    if not isinstance(phase, phases.Interlude):
        yield from (action_step(state, name, detail) for name in action_names(state, phase))
        if win := coming_win_step(state, None, detail):
            yield win
            return
    part = phase if isinstance(phase, phases.Interlude) else first_interlude(state)
    last = state.turn
    while part is not None:
        yield part_step(state, part, detail)
        if win := coming_win_step(state, part, detail):
            yield win
            return
        last, part = part.seat, next_interlude(state, part)
    yield from turn_end_steps(state, last, detail)


def _roll_steps(state: GameState, detail: str) -> Iterator[Step]:
    """Yield the roll and its income; Catan for Two has a second roll."""
    twice = mode_of(state).second_roll
    is_second_roll = twice and bool(state.rolls)
    yield roll_step(state, state.turn, detail, is_second_roll)
    yield Step("turn.income", (msg(f"step.income.{detail}"),), card="production")
    if twice and not is_second_roll:
        yield roll_step(state, state.turn, detail, is_second_roll=True)


def over_steps(state: GameState, phase: phases.Over, detail: str) -> Iterator[Step]:
    if phase.winner is None:
        yield Step("over", (msg(f"step.ended.{detail}"),))
        return
    line: Msg = msg(f"step.over.{detail}", seat=phase.winner, n=points(state, phase.winner))
    if is_script_only(state):
        line = msg("event.won_told", seat=phase.winner)
    shows = state.rules.reveal_at_end == "yes" and state.rules.development_cards == "on"
    yield Step(
        "over",
        (line,),
        seat=phase.winner,
        why=msg("step.over.why") if shows else None,
        events=("points_revealed",) if shows else (),
        card="winning",
    )


def discard_step(state: GameState, phase: phases.Discarding, detail: str) -> Step:
    """Return one sentence for each player who has to discard; if nobody counts, a call to everyone."""
    limit = state.rules.discard_limit
    key_suffix = "_random" if state.rules.discard_choice == "random" else ""
    key, hands = f"step.discard{key_suffix}.{detail}", [seat.hand_size for seat in state.seats]
    owed = sorted(phase.owed.items())
    lines = tuple(msg(key, seat=seat, have=hands[seat], n=count, limit=limit) for seat, count in owed)
    owing = min(phase.owed) if len(phase.owed) == 1 else None
    return Step(
        id="robber.discard",
        seat=owing,
        lines=lines or (msg(f"step.discard_call{key_suffix}.{detail}", limit=limit),),
        why=msg("step.discard.why"),
        events=("cards_discarded",),
        card="discards",
    )


def move_robber_step(state: GameState, detail: str) -> Step:
    return Step(
        id="robber.move",
        seat=acting_seat(state),
        lines=(msg(f"step.robber.{detail}", seat=acting_seat(state)),),
        why=msg("step.robber.why"),
        events=("robber_moved",),
        card="robber",
    )


def steal_step(state: GameState, phase: phases.Phase | None, detail: str) -> Step:
    """Return the theft: from one victim by name, from several to choose from, or from unknown ones."""
    seat = acting_seat(state)
    name, params = "steal", {"seat": seat}
    if isinstance(phase, phases.Stealing) and phase.is_optional:
        name = "steal_maybe"
    elif isinstance(phase, phases.Stealing) and len(phase.victims) == 1:
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
    """Return whether a hex has somebody to steal from, as far as the record knows."""
    thief = acting_seat(state)
    if not state.game.has_board:
        return any(
            seat.hand_size or is_script_only(state) for number, seat in enumerate(state.seats) if number != thief
        )
    return any(possible_victims(replace(state, robber=at), thief) for at in robber_spots(state, thief))


def robber_steps(state: GameState, phase: phases.Phase, detail: str) -> Iterator[Step]:
    if isinstance(phase, phases.Discarding):
        yield discard_step(state, phase, detail)
    if isinstance(phase, phases.Discarding | phases.MovingRobber) and state.rules.robber == "on":
        yield move_robber_step(state, detail)
    if isinstance(phase, phases.Stealing):
        yield steal_step(state, phase, detail)
    elif state.rules.robber == "on" and can_rob(state):
        yield steal_step(state, phases.Stealing((), phase, is_optional=True), detail)  # the victims depend on the move
    yield resume_turn_step(state, detail)
