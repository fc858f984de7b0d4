"""Announcements about building, neutral pieces and trade tokens."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.play.building import is_free_road
from narrator.core.play.for_two import rival, token_price
from narrator.core.play.neutral_building import needs_first_settlement
from narrator.core.play.placement import is_placement
from narrator.core.table import events
from narrator.core.table.phase import PlacingFreeRoads
from narrator.core.table.state import GameState, mode_of, points


def announce_settlement(fact: events.SettlementBuilt, before: GameState, after: GameState) -> Iterator[Msg]:
    if not is_placement(before):
        yield msg("event.settlement_built", seat=fact.seat, n=points(after, fact.seat))
    else:
        yield msg("event.settlement_placed", seat=fact.seat)
    yield from _announce_cut_roads(fact.seat, before, after)
    yield from _announce_harbours(fact.seat, before, after)
    yield from _announce_tokens_gained(fact.seat, before, after)
    if is_placement(before) and after.seats[fact.seat].settlements == 2:
        starting_cards = before.bank.minus(after.bank)
        if starting_cards.total():
            yield msg("event.starting_cards", seat=fact.seat, cards=starting_cards.counts())
        elif before.game.has_board:
            yield msg("event.no_starting_cards", seat=fact.seat)


def _announce_cut_roads(seat: int, before: GameState, after: GameState) -> Iterator[Msg]:
    """Name the players whose longest road a settlement shortens; it may cost them the title."""
    for other, (was, now) in enumerate(zip(before.seats, after.seats, strict=False)):
        if other != seat and now.road_length < was.road_length:
            yield msg("event.road_cut", seat=seat, other=other)


def _announce_harbours(seat: int, before: GameState, after: GameState) -> Iterator[Msg]:
    if after.rules.harbours == "off" or seat >= len(before.seats):
        return
    for kind in sorted(after.seats[seat].harbours - before.seats[seat].harbours):
        yield msg("event.harbour_any", seat=seat) if kind == "any" else msg("event.harbour", seat=seat, resource=kind)


def announce_road(fact: events.RoadBuilt, before: GameState, after: GameState) -> Iterator[Msg]:
    if is_placement(before):
        yield msg("event.road_placed", seat=fact.seat)
    elif isinstance(before.phase, PlacingFreeRoads) and is_free_road(before, fact):
        yield msg("event.free_road", seat=fact.seat)
    else:
        yield msg("event.road_built", seat=fact.seat)


def announce_city(fact: events.CityBuilt, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.city_built", seat=fact.seat, n=points(after, fact.seat))


def announce_neutral_settlement(
    fact: events.NeutralSettlementBuilt, before: GameState, after: GameState
) -> Iterator[Msg]:
    first = needs_first_settlement(before, fact.colour)
    yield msg("event.neutral_placed" if first else "event.neutral_settlement", colour=fact.colour)


def _announce_tokens_gained(seat: int, before: GameState, after: GameState) -> Iterator[Msg]:
    gained = after.seats[seat].tokens - before.seats[seat].tokens
    if mode_of(after).tokens and gained > 0:
        yield msg("event.tokens_gained", seat=seat, n=gained)


def announce_tokens_spent(fact: events.TokensSpent, before: GameState, after: GameState) -> Iterator[Msg]:
    about = {"other": rival(fact.seat)} if fact.action == "forced_trade" else {}
    yield msg(f"event.tokens_spent.{fact.action}", seat=fact.seat, n=token_price(before, fact.seat), **about)


def announce_knight_given_up(fact: events.KnightGivenUp, before: GameState, after: GameState) -> Iterator[Msg]:
    gained = after.seats[fact.seat].tokens - before.seats[fact.seat].tokens
    yield msg("event.knight_given_up", seat=fact.seat, n=gained)
