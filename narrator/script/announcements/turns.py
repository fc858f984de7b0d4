"""Announcements about turns, titles, the end of the game, and what the table agrees on or corrects."""

from collections.abc import Iterator
from typing import Any

from narrator.core.message import Msg, msg
from narrator.core.play.checklist import is_checklist_line, is_script_only
from narrator.core.table import events
from narrator.core.table.house_rules import merge_friendly_robber
from narrator.core.table.phase import Over, interlude_of
from narrator.core.table.state import GameState, is_neutral, owner, points


def announce_step_done(fact: events.StepDone, before: GameState, after: GameState) -> Iterator[Msg]:
    if fact.step == "trade":
        yield msg("event.trading_over", seat=before.turn)
    else:
        yield msg("event.step_done" if is_checklist_line(before, fact.step) else "event.told")


def announce_first_player(fact: events.FirstPlayerChosen, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.first_player_drawn" if fact.drawn else "event.first_player_chosen", seat=fact.seat)


def announce_turn_ended(fact: events.TurnEnded, before: GameState, after: GameState) -> Iterator[Msg]:
    if isinstance(after.phase, Over):
        return
    part = interlude_of(after.phase)
    if part is not None:
        yield msg(f"event.{part.step}", seat=fact.seat, other=part.seat)
        return
    yield msg("event.turn_ended", other=after.turn)
    if after.round > before.round > 0:
        yield msg("event.round", n=after.round)


def announce_end(before: GameState, after: GameState) -> Iterator[Msg]:
    if isinstance(after.phase, Over) and not isinstance(before.phase, Over) and after.phase.winner is not None:
        winner = after.phase.winner
        if is_script_only(after):  # nobody counts points
            yield msg("event.won_told", seat=winner)
        else:
            yield msg("event.won", seat=winner, n=points(after, winner))
    elif after.final_round is not None and before.final_round is None:
        yield msg("event.final_round", seat=after.final_round)
    elif (
        before.phase.part_of_game != "turn"
        and after.phase.part_of_game == "turn"
        and after.round == 1
        and before.round == 0
    ):
        yield msg("event.first_turn", seat=after.turn)


def announce_rule_change(fact: events.RuleChanged, before: GameState, after: GameState) -> Iterator[Msg]:
    (now,) = merge_friendly_robber({fact.key: fact.value}, after.rules).items()
    yield msg("event.rule_changed", rule_now=list(now))


def announce_correction(fact: events.Corrected, before: GameState, after: GameState) -> Iterator[Msg]:
    key = f"event.corrected.{fact.what}"
    if fact.value == "over":  # the current step says so
        return
    if fact.what in ("step", "robber"):
        yield msg(key)
    elif fact.what == "turn":
        yield msg(key, seat=fact.value)
    elif fact.what in ("longest_road", "largest_army"):
        yield _corrected_title(key, fact.value)
    elif fact.what == "bank":
        yield msg(key, resource=fact.resource, n=fact.value)
    elif fact.what == "deck":
        yield msg(key, n=fact.value)
    else:
        yield msg(key, seat=fact.seat, n=fact.value)


def _corrected_title(key: str, value: int | str | None) -> Msg:
    if isinstance(value, str):
        return msg(f"{key}_neutral", colour=value)
    return msg(f"{key}_nobody") if value is None else msg(key, seat=value)


def correction_params(fact: events.Corrected) -> dict[str, Any]:
    if fact.what == "bank":
        return {"resource": fact.resource}
    return {"other": fact.value} if fact.what == "turn" else {}


def announce_titles(before: GameState, after: GameState) -> Iterator[Msg]:
    yield from _announce_longest_road(before.longest_road, after.longest_road, after)
    yield from _announce_largest_army(before.largest_army, after.largest_army, after)


def _announce_longest_road(old: int | None, new: int | None, after: GameState) -> Iterator[Msg]:
    if old == new:
        return
    loser = old if old is not None and not is_neutral(old) else None
    if new is None:
        yield msg("event.longest_road.aside") if loser is None else msg("event.longest_road.lost", other=loser)
        return
    length = owner(after, new).road_length
    if is_neutral(new):
        variant = "neutral" if loser is None else "lost_to_neutral"
        losing = {} if loser is None else {"other": loser}
        yield msg(f"event.longest_road.{variant}", colour=owner(after, new).colour, n=length, **losing)
    elif loser is None:
        yield msg("event.longest_road.taken", seat=new, n=length)
    else:
        yield msg("event.longest_road.moves", seat=new, other=loser, n=length)


def _announce_largest_army(old: int | None, new: int | None, after: GameState) -> Iterator[Msg]:
    if old == new:
        return
    if new is None:
        yield msg("event.largest_army.lost", other=old)
    elif old is None:
        yield msg("event.largest_army.taken", seat=new, n=after.seats[new].knights)
    else:
        yield msg("event.largest_army.moves", seat=new, other=old, n=after.seats[new].knights)
