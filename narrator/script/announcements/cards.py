"""Announcements about cards: rolls and what they pay, trades, the robber."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.play.card_moves import most_in_bank
from narrator.core.play.development import plenty_cards
from narrator.core.play.production import income, income_owed, short_resources
from narrator.core.play.robber import is_choosing_desert, seats_at_hex
from narrator.core.play.roll_and_discard import is_ignored_seven, is_repeated_roll, state_at_roll
from narrator.core.play.trade import is_unspecified
from narrator.core.table import events
from narrator.core.table.cards import RESOURCES, cards
from narrator.core.table.phase import Over, Stealing
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
    if fact.to is None:
        yield msg("event.robber_moved_somewhere", seat=fact.seat)
        return
    if board.terrain[fact.to] == "desert":
        yield msg("event.robber_to_desert", seat=fact.seat)
    else:
        number = board.numbers[fact.to]
        yield msg("event.robber_moved", seat=fact.seat, terrain=board.terrain[fact.to], total=number)
    if not isinstance(after.phase, Stealing):
        yield msg("event.nobody_there")


def announce_theft(fact: events.CardStolen, before: GameState, after: GameState) -> Iterator[Msg]:
    if fact.victim is None:
        yield msg("event.theft_declined", seat=fact.seat)
    elif before.seats[fact.victim].hand_size == 0:
        yield msg("event.empty_hand", other=fact.victim)
    else:
        yield msg("event.card_stolen", seat=fact.seat, other=fact.victim)


def announce_roll(fact: events.DiceRolled, before: GameState, after: GameState) -> Iterator[Msg]:
    yield from _announce_result(fact, before, after)
    if after.deck_cards_drawn < before.deck_cards_drawn:
        yield msg("event.number_deck_remade")


def _announce_result(fact: events.DiceRolled, before: GameState, after: GameState) -> Iterator[Msg]:
    state = state_at_roll(before, fact)
    if is_repeated_roll(state, fact.sum) and not fact.late:
        yield msg("event.dice_repeated", n=fact.sum)
        return
    if fact.sum == 7:
        yield from _announce_seven(before, after)
        return
    yield msg("event.dice_rolled", n=fact.sum)
    if state.game.tracking == "script" or isinstance(state.phase, Over):
        return
    yield from _announce_blocked(state, fact.sum)
    shortages = tuple(_announce_shortages(state, fact.sum))
    yield from shortages
    paid = income(state, fact.sum)
    # Players who take the last cards of a kind have been announced with the shortage.
    last = {(line.params["seat"], line.params["resource"]) for line in shortages if line.key == "event.short_sole"}
    for seat, gain in enumerate(paid):
        rest = {resource: count for resource, count in gain.counts().items() if (seat, resource) not in last}
        if any(rest.values()):
            yield msg("event.income", seat=seat, cards=rest)
    vague = any(site.touches is None for seat in state.seats for site in seat.sites)
    if not any(gain.total() for gain in paid) and not short_resources(state, fact.sum) and not vague:
        yield msg("event.no_income")


def _announce_seven(before: GameState, after: GameState) -> Iterator[Msg]:
    if is_ignored_seven(after, 7):
        yield msg(f"event.spared_seven.{before.rules.no_seven_mode}")
        return
    if before.rules.robber == "off" and after.phase.step != "discard":
        yield msg("event.seven_quiet")
        return
    if before.rules.robber == "off":
        yield msg("event.dice_rolled", n=7)
        return
    yield msg("event.seven")
    if after.phase.step == "robber":
        yield msg("event.nobody_discards")


def _announce_blocked(state: GameState, total: int) -> Iterator[Msg]:
    at, board = state.robber, state.game.board
    if at is not None and board.numbers.get(at) == total and seats_at_hex(state, at):
        yield msg("event.blocked", terrain=board.terrain[at])


def _announce_shortages(state: GameState, total: int) -> Iterator[Msg]:
    owes = income_owed(state, total)
    paid, most = income(state, total), most_in_bank(state)
    for resource in short_resources(state, total):
        place = RESOURCES.index(resource)
        claimants = [seat for seat, counts in enumerate(owes) if counts[place]]
        left = most[place]
        if state.rules.bank_shortage == "turn_order" and left:
            yield msg("event.short_turn_order", resource=resource)
        elif paid[claimants[0]][place]:
            yield msg("event.short_sole", resource=resource, seat=claimants[0], n=left)
        elif left or len(claimants) > 1:
            yield msg("event.short_nobody", resource=resource)
        else:
            yield msg("event.short_none", resource=resource, seat=claimants[0])


def announce_gains(fact: events.CardsGained, before: GameState, after: GameState) -> Iterator[Msg]:
    for seat, counts in sorted(fact.gains.items()):
        if any(counts.values()):
            yield msg("event.cards_gained", seat=seat, cards=cards(counts).counts())
