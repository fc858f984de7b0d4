"""What happened in Catan for Two: pieces of the neutral colours, tokens earned and spent."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.play.for_two import price, rival
from narrator.core.play.neutral_building import is_first
from narrator.core.table.events import (
    KnightGivenUp,
    NeutralRoadBuilt,
    NeutralRoadReported,
    NeutralSettlementBuilt,
    TokensSpent,
)
from narrator.core.table.state import GameState, mode_of


def tell_neutral_settlement(fact: NeutralSettlementBuilt, before: GameState, after: GameState) -> Iterator[Msg]:
    first = is_first(before, fact.colour)
    yield msg("event.neutral_placed" if first else "event.neutral_settlement", colour=fact.colour)


def tell_neutral_road(fact: NeutralRoadBuilt, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.neutral_road", colour=fact.colour)


def tell_neutral_report(fact: NeutralRoadReported, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.neutral_road_reported", colour=fact.colour, n=fact.length)


def tell_tokens_gained(seat: int, before: GameState, after: GameState) -> Iterator[Msg]:
    gained = after.seats[seat].tokens - before.seats[seat].tokens
    if mode_of(after).tokens and gained > 0:
        yield msg("event.tokens_gained", seat=seat, n=gained)


def tell_tokens_spent(fact: TokensSpent, before: GameState, after: GameState) -> Iterator[Msg]:
    about = {"other": rival(fact.seat)} if fact.action == "forced_trade" else {}
    yield msg(f"event.tokens_spent.{fact.action}", seat=fact.seat, n=price(before, fact.seat), **about)


def tell_knight_given_up(fact: KnightGivenUp, before: GameState, after: GameState) -> Iterator[Msg]:
    gained = after.seats[fact.seat].tokens - before.seats[fact.seat].tokens
    yield msg("event.knight_given_up", seat=fact.seat, n=gained)
