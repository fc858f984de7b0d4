"""The news of one tap: cards that move without a roll, and a table of what each kind of fact brings."""

from collections.abc import Callable, Iterator
from typing import Any

from narrator.core.message import msg
from narrator.core.play.development import plenty_cards
from narrator.core.play.for_two import FORCED_TRADE_CARDS, rival
from narrator.core.play.placement import is_placement
from narrator.core.play.trade import is_unspecified
from narrator.core.reading.public_view import Transition
from narrator.core.table import events
from narrator.core.table.cards import cards, cards_of
from narrator.script.scenes.model import News, Picture, PicturedPlayer, in_turn_order
from narrator.script.scenes.moments import moment_news
from narrator.script.scenes.roll_news import gains_news, payout_news, seven_news, tap_discard_news
from narrator.script.scenes.taps import Tap, is_waived


def first_cards_news(transition: Transition, fact: events.SettlementBuilt) -> Iterator[News]:
    if not is_placement(transition.before) or transition.after.seats[fact.seat].settlements != 2:
        return
    starting_cards = transition.before.bank.minus(transition.after.bank)
    if starting_cards.total():
        players = (PicturedPlayer(fact.seat, takes=starting_cards.counts()),)
        board = transition.after.game.board
        around = board.island.hexes_at[fact.at] if fact.at is not None else ()
        lit = tuple(at for at in around if board.terrain[at] != "desert")
        hero = (msg("scene.first_cards", seat=fact.seat),)
        yield News("first_cards", hero, fact.seat, Picture(players=players, lit=lit), ("event.starting_cards",))


def theft_news(transition: Transition, fact: events.CardStolen) -> Iterator[News]:
    """Show a stolen card: face up to thief and victim, a back to everyone else."""
    if fact.victim is None or transition.before.seats[fact.victim].hand_size == 0:
        return
    victim, thief = PicturedPlayer(fact.victim, gives_unseen=1), PicturedPlayer(fact.seat, takes_unseen=1)
    if fact.resource is not None:
        victim, thief = (
            PicturedPlayer(fact.victim, gives={fact.resource: 1}),
            PicturedPlayer(fact.seat, takes={fact.resource: 1}),
        )
    hero = (msg("scene.theft", seat=fact.seat, other=fact.victim),)
    yield News("theft", hero, fact.seat, Picture(players=(victim, thief), arrow=True), ("event.card_stolen",))


def monopoly_news(transition: Transition, fact: events.MonopolyPlayed) -> Iterator[News]:
    """Show who plays it and what each of the others gives, even if that is nothing."""
    kind, state = fact.resource, transition.before
    others = (seat for seat in range(len(state.seats)) if seat != fact.seat and not state.seats[seat].has_left)
    order = in_turn_order(others, fact.seat, state)
    gives = [PicturedPlayer(seat, gives=cards_of(kind, fact.taken.get(seat, 0)).counts()) for seat in order]
    players = (PicturedPlayer(fact.seat, takes=cards_of(kind, sum(fact.taken.values())).counts()), *gives)
    hero = (msg("scene.monopoly", seat=fact.seat, resource=kind),)
    yield News("monopoly", hero, fact.seat, Picture(players=players), ("event.monopoly_played",))


def plenty_news(transition: Transition, fact: events.YearOfPlentyPlayed) -> Iterator[News]:
    taken = transition.after.seats[fact.seat].hand_size - transition.before.seats[fact.seat].hand_size
    if taken == 0:
        return
    picture = Picture(players=(PicturedPlayer(fact.seat, takes=plenty_cards(transition.before, fact).counts()),))
    yield News("plenty", (msg("scene.plenty", seat=fact.seat),), fact.seat, picture)


def bank_trade_news(transition: Transition, fact: events.BankTraded) -> Iterator[News]:
    player = PicturedPlayer(fact.seat, takes=cards(fact.receive).counts(), gives=cards(fact.give).counts())
    hero = (msg("scene.bank_trade", seat=fact.seat),)
    yield News("trade", hero, fact.seat, Picture(players=(player,)), ("event.bank_traded",))


def players_trade_news(transition: Transition, fact: events.PlayersTraded) -> Iterator[News]:
    if is_unspecified(fact):
        return
    give, take = cards(fact.give).counts(), cards(fact.receive).counts()
    players = (PicturedPlayer(fact.seat, takes=take, gives=give), PicturedPlayer(fact.partner, takes=give, gives=take))
    hero = (msg("scene.trade", seat=fact.seat, other=fact.partner),)
    yield News("trade", hero, fact.seat, Picture(players=players), ("event.players_traded",))


def forced_trade_news(transition: Transition, fact: events.TokensSpent) -> Iterator[News]:
    """Show a forced trade of Catan for Two, whose cards only the two players see."""
    if fact.action != "forced_trade":
        return
    other = rival(fact.seat)
    taken = min(FORCED_TRADE_CARDS, transition.before.seats[other].hand_size)
    players = (
        PicturedPlayer(fact.seat, takes_unseen=taken, gives_unseen=FORCED_TRADE_CARDS),
        PicturedPlayer(other, takes_unseen=FORCED_TRADE_CARDS, gives_unseen=taken),
    )
    yield News("trade", (msg("scene.trade", seat=fact.seat, other=other),), fact.seat, Picture(players=players))


# Facts that move cards to or between players.
CARD_MOVES: dict[type[events.Event], Callable[[Transition, Any], Iterator[News]]] = {
    events.DiceRolled: lambda transition, fact: (seven_news if fact.sum == 7 else payout_news)(transition, fact),
    events.CardsGained: gains_news,
    events.SettlementBuilt: first_cards_news,
    events.CardStolen: theft_news,
    events.MonopolyPlayed: monopoly_news,
    events.YearOfPlentyPlayed: plenty_news,
    events.BankTraded: bank_trade_news,
    events.PlayersTraded: players_trade_news,
    events.TokensSpent: forced_trade_news,
}
CARD_MOVES_IN_TURN = frozenset({*CARD_MOVES, events.CardsDiscarded} - {events.SettlementBuilt})


def news_of(tap: Tap) -> list[News]:
    """Collect the news of one tap: card moves, discards, and moments that any fact may lead to."""
    moves = [transition for transition in tap.transitions if type(transition.fact) in CARD_MOVES]
    found = [news for transition in moves for news in CARD_MOVES[type(transition.fact)](transition, transition.fact)]
    return [*found, *tap_discard_news(tap), *(() if is_waived(tap) else moment_news(tap.before, tap.after))]
