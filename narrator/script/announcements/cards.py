"""Announcements about cards, trades and the robber."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.play.development import plenty_cards
from narrator.core.play.robber import is_choosing_desert
from narrator.core.play.trade import is_unspecified
from narrator.core.table import events
from narrator.core.table.cards import cards
from narrator.core.table.phase import Stealing
from narrator.core.table.state import GameState


def announce_knight(fact: events.KnightPlayed, before: GameState, after: GameState) -> Iterator[Msg]:
    moves = after.phase.step == "robber"
    yield msg("event.knight_played" if moves else "event.knight_played_quiet", seat=fact.seat)


def announce_plenty(fact: events.YearOfPlentyPlayed, before: GameState, after: GameState) -> Iterator[Msg]:
    taken = after.seats[fact.seat].hand_size - before.seats[fact.seat].hand_size
    if taken == 0:
        yield msg("event.year_of_plenty_nothing", seat=fact.seat)
        return
    yield msg("event.year_of_plenty_played", seat=fact.seat, cards=plenty_cards(before, fact).counts())


def announce_monopoly(fact: events.MonopolyPlayed, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.monopoly_played", seat=fact.seat, resource=fact.resource, n=sum(fact.taken.values()))


def announce_bank_trade(fact: events.BankTraded, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.bank_traded", seat=fact.seat, give=cards(fact.give).counts(), take=cards(fact.receive).counts())


def announce_players_trade(fact: events.PlayersTraded, before: GameState, after: GameState) -> Iterator[Msg]:
    if is_unspecified(fact):
        yield msg("event.players_traded.untold", seat=fact.seat, other=fact.partner)
        return
    give, take = cards(fact.give).counts(), cards(fact.receive).counts()
    if not give or not take:
        giver, taker = (fact.seat, fact.partner) if give else (fact.partner, fact.seat)
        yield msg("event.players_traded.gift", seat=giver, other=taker, cards=give or take)
        return
    yield msg("event.players_traded", seat=fact.seat, other=fact.partner, give=give, take=take)


def announce_discard(fact: events.CardsDiscarded, before: GameState, after: GameState) -> Iterator[Msg]:
    if fact.cards is None:
        yield msg("event.cards_discarded_unseen", seat=fact.seat, n=fact.count)
    else:
        yield msg("event.cards_discarded", seat=fact.seat, cards=cards(fact.cards).counts())


def announce_robber(fact: events.RobberMoved, before: GameState, after: GameState) -> Iterator[Msg]:
    board = before.game.board
    if is_choosing_desert(before):
        yield msg("event.robber_starts")
        return
    if board is not None and fact.to is not None:
        if board.terrain[fact.to] == "desert":
            yield msg("event.robber_to_desert", seat=fact.seat)
        else:
            number = board.numbers[fact.to]
            yield msg("event.robber_moved", seat=fact.seat, terrain=board.terrain[fact.to], total=number)
    else:
        yield msg("event.robber_moved_somewhere", seat=fact.seat)
    if board is not None and not isinstance(after.phase, Stealing):
        yield msg("event.nobody_there")


def announce_theft(fact: events.CardStolen, before: GameState, after: GameState) -> Iterator[Msg]:
    if fact.victim is None:
        yield msg("event.theft_declined", seat=fact.seat)
    elif before.seats[fact.victim].hand_size == 0:
        yield msg("event.empty_hand", other=fact.victim)
    else:
        yield msg("event.card_stolen", seat=fact.seat, other=fact.victim)
