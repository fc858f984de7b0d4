"""Cards that go to or between people without a roll: first cards, theft, Monopoly, trades."""

from collections.abc import Iterator

from narrator.core.message import msg
from narrator.core.play.development import plenty_given
from narrator.core.play.for_two import TRADED, rival
from narrator.core.play.placement import is_placement
from narrator.core.play.trade import is_untold
from narrator.core.reading.public_view import Moment
from narrator.core.table.cards import cards
from narrator.core.table.events import (
    BankTraded,
    CardStolen,
    MonopolyPlayed,
    PlayersTraded,
    SettlementBuilt,
    TokensSpent,
    YearOfPlentyPlayed,
)
from narrator.script.scenes.model import Chip, Picture
from narrator.script.scenes.news import News, from_seat


def first_cards(moment: Moment, fact: SettlementBuilt) -> Iterator[News]:
    """The second settlement of the placement brings a card for each hex around it."""
    if not is_placement(moment.before) or moment.after.seats[fact.seat].settlements != 2:
        return
    drawn = moment.before.bank.minus(moment.after.bank)
    if drawn.total():
        chips = (Chip(fact.seat, takes=drawn.counts()),)
        lit = tuple(_around(moment, fact))
        hero = (msg("scene.first_cards", seat=fact.seat),)
        yield News("first_cards", hero, fact.seat, Picture(chips=chips, lit=lit), ("event.starting_cards",))


def _around(moment: Moment, fact: SettlementBuilt) -> Iterator[str]:
    board = moment.after.game.board
    if board is not None and fact.at is not None:
        yield from (at for at in board.island.hexes_at[fact.at] if board.terrain[at] != "desert")


def theft(moment: Moment, fact: CardStolen) -> Iterator[News]:
    """Which card it was only the two of them know: to others it is a back."""
    if fact.victim is None or moment.before.seats[fact.victim].hand == 0:
        return
    chips = _unseen(fact.victim, fact.seat) if fact.resource is None else _seen(fact.victim, fact.seat, fact.resource)
    hero = (msg("scene.theft", seat=fact.seat, other=fact.victim),)
    yield News("theft", hero, fact.seat, Picture(chips=chips, arrow=True), ("event.card_stolen",))


def _unseen(victim: int, thief: int) -> tuple[Chip, Chip]:
    return Chip(victim, gives_unseen=1), Chip(thief, takes_unseen=1)


def _seen(victim: int, thief: int, card: str) -> tuple[Chip, Chip]:
    return Chip(victim, gives=_some(card, 1)), Chip(thief, takes=_some(card, 1))


def monopoly(moment: Moment, fact: MonopolyPlayed) -> Iterator[News]:
    """Whoever plays it, and everybody else with what they give, also with nothing."""
    kind, state = fact.resource, moment.before
    others = (seat for seat in range(len(state.seats)) if seat != fact.seat and not state.seats[seat].left)
    gives = [Chip(seat, gives=_some(kind, fact.taken.get(seat, 0))) for seat in from_seat(others, fact.seat, state)]
    chips = (Chip(fact.seat, takes=_some(kind, sum(fact.taken.values()))), *gives)
    hero = (msg("scene.monopoly", seat=fact.seat, resource=kind),)
    yield News("monopoly", hero, fact.seat, Picture(chips=chips), ("event.monopoly_played",))


def _some(resource: str, count: int) -> dict:  # type: ignore[type-arg]
    return {resource: count} if count else {}


def plenty(moment: Moment, fact: YearOfPlentyPlayed) -> Iterator[News]:
    taken = moment.after.seats[fact.seat].hand - moment.before.seats[fact.seat].hand
    if taken == 0:
        return
    picture = Picture(chips=(Chip(fact.seat, takes=plenty_given(moment.before, fact).counts()),))
    yield News("plenty", (msg("scene.plenty", seat=fact.seat),), fact.seat, picture)


def bank_trade(moment: Moment, fact: BankTraded) -> Iterator[News]:
    chip = Chip(fact.seat, takes=cards(fact.receive).counts(), gives=cards(fact.give).counts())
    hero = (msg("scene.bank_trade", seat=fact.seat),)
    yield News("trade", hero, fact.seat, Picture(chips=(chip,)), ("event.bank_traded",))


def players_trade(moment: Moment, fact: PlayersTraded) -> Iterator[News]:
    """Where nobody says what was traded there is nothing to show."""
    if is_untold(fact):
        return
    give, take = cards(fact.give).counts(), cards(fact.receive).counts()
    chips = (Chip(fact.seat, takes=take, gives=give), Chip(fact.partner, takes=give, gives=take))
    hero = (msg("scene.trade", seat=fact.seat, other=fact.partner),)
    yield News("trade", hero, fact.seat, Picture(chips=chips), ("event.players_traded",))


def forced_trade(moment: Moment, fact: TokensSpent) -> Iterator[News]:
    """Catan for Two: cards that only the two of them see."""
    if fact.action != "forced_trade":
        return
    other = rival(fact.seat)
    taken = min(TRADED, moment.before.seats[other].hand)
    chips = (
        Chip(fact.seat, takes_unseen=taken, gives_unseen=TRADED),
        Chip(other, takes_unseen=TRADED, gives_unseen=taken),
    )
    yield News("trade", (msg("scene.trade", seat=fact.seat, other=other),), fact.seat, Picture(chips=chips))
