"""Titles that changed hands. In Catan for Two a colour that nobody plays may hold Longest Road."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.table.state import GameState, is_neutral, owner


def tell_titles(before: GameState, after: GameState) -> Iterator[Msg]:
    yield from _tell_road(before.longest_road, after.longest_road, after)
    yield from _tell_army(before.largest_army, after.largest_army, after)


def _tell_road(old: int | None, new: int | None, after: GameState) -> Iterator[Msg]:
    if old == new:
        return
    loser = old if old is not None and not is_neutral(old) else None
    if new is None:
        yield msg("event.longest_road.aside") if loser is None else msg("event.longest_road.lost", other=loser)
        return
    length = owner(after, new).road_length
    if is_neutral(new):
        told = "neutral" if loser is None else "lost_to_neutral"
        losing = {} if loser is None else {"other": loser}
        yield msg(f"event.longest_road.{told}", colour=owner(after, new).colour, n=length, **losing)
    elif loser is None:
        yield msg("event.longest_road.taken", seat=new, n=length)
    else:
        yield msg("event.longest_road.moves", seat=new, other=loser, n=length)


def _tell_army(old: int | None, new: int | None, after: GameState) -> Iterator[Msg]:
    if old == new:
        return
    if new is None:
        yield msg("event.largest_army.lost", other=old)
    elif old is None:
        yield msg("event.largest_army.taken", seat=new, n=after.seats[new].knights)
    else:
        yield msg("event.largest_army.moves", seat=new, other=old, n=after.seats[new].knights)
