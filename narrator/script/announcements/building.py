"""What is built, in message keys."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.play.building import is_free_road
from narrator.core.play.placement import is_placement
from narrator.core.table.events import CityBuilt, RoadBuilt, RoadReported, SettlementBuilt
from narrator.core.table.phase import PlacingFreeRoads
from narrator.core.table.state import GameState, points
from narrator.script.announcements.for_two import tell_tokens_gained


def tell_settlement(fact: SettlementBuilt, before: GameState, after: GameState) -> Iterator[Msg]:
    if not is_placement(before):
        yield msg("event.settlement_built", seat=fact.seat, n=points(after, fact.seat))
        yield from _reached(fact.seat, before, after)
        yield from tell_tokens_gained(fact.seat, before, after)
        return
    yield msg("event.settlement_placed", seat=fact.seat)
    yield from _reached(fact.seat, before, after)
    yield from tell_tokens_gained(fact.seat, before, after)
    if after.seats[fact.seat].settlements == 2:
        drawn = before.bank.minus(after.bank)
        if drawn.total():
            yield msg("event.starting_cards", seat=fact.seat, cards=drawn.counts())
        elif before.game.board is not None:
            yield msg("event.no_starting_cards", seat=fact.seat)


def _reached(seat: int, before: GameState, after: GameState) -> Iterator[Msg]:
    """A harbour of a kind that this player had none of, and what it is good for."""
    if after.rules.harbours == "off" or seat >= len(before.seats):
        return
    for kind in sorted(after.seats[seat].harbours - before.seats[seat].harbours):
        yield msg("event.harbour_any", seat=seat) if kind == "any" else msg("event.harbour", seat=seat, resource=kind)


def tell_road(fact: RoadBuilt, before: GameState, after: GameState) -> Iterator[Msg]:
    if is_placement(before):
        yield msg("event.road_placed", seat=fact.seat)
    elif isinstance(before.phase, PlacingFreeRoads) and is_free_road(before, fact):
        yield msg("event.free_road", seat=fact.seat)
    else:
        yield msg("event.road_built", seat=fact.seat)


def tell_city(fact: CityBuilt, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.city_built", seat=fact.seat, n=points(after, fact.seat))


def tell_road_length(fact: RoadReported, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.road_reported", seat=fact.seat, n=fact.length)
