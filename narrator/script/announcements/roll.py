"""Announcements about a roll: who takes what, what the bank cannot pay, what the robber blocks."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.play.card_moves import most_in_bank
from narrator.core.play.production import income, income_owed, short_resources
from narrator.core.play.robber import seats_at_hex
from narrator.core.play.roll_and_discard import is_ignored_seven, is_repeated_roll
from narrator.core.table.cards import RESOURCES, cards
from narrator.core.table.events import CardsGained, DiceRolled
from narrator.core.table.state import GameState


def announce_roll(fact: DiceRolled, before: GameState, after: GameState) -> Iterator[Msg]:
    yield from _announce_result(fact, before, after)
    if after.deck_cards_drawn < before.deck_cards_drawn:
        yield msg("event.number_deck_remade")


def _announce_result(fact: DiceRolled, before: GameState, after: GameState) -> Iterator[Msg]:
    if is_repeated_roll(before, fact.sum) and before.turn == after.turn and not fact.late:
        yield msg("event.dice_repeated", n=fact.sum)
        return
    if fact.sum == 7:
        yield from _announce_seven(before, after)
        return
    yield msg("event.dice_rolled", n=fact.sum)
    if before.game.tracking == "script":
        return
    yield from _announce_blocked(before, fact.sum)
    shortages = tuple(_announce_shortages(before, fact.sum))
    yield from shortages
    paid = income(before, fact.sum)
    # Players who take the last cards of a kind have been announced with the shortage.
    last = {(line.params["seat"], line.params["resource"]) for line in shortages if line.key == "event.short_sole"}
    for seat, gain in enumerate(paid):
        rest = {resource: count for resource, count in gain.counts().items() if (seat, resource) not in last}
        if any(rest.values()):
            yield msg("event.income", seat=seat, cards=rest)
    vague = any(site.touches is None for seat in before.seats for site in seat.sites)
    if not any(gain.total() for gain in paid) and not short_resources(before, fact.sum) and not vague:
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
    board = state.game.board
    if board is None or state.robber is None:
        return
    if board.numbers.get(state.robber) == total and seats_at_hex(state, state.robber):
        yield msg("event.blocked", terrain=board.terrain[state.robber])


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


def announce_gains(fact: CardsGained, before: GameState, after: GameState) -> Iterator[Msg]:
    for seat, counts in sorted(fact.gains.items()):
        if any(counts.values()):
            yield msg("event.cards_gained", seat=seat, cards=cards(counts).counts())
