"""A bot's deed that was undone: nobody sits there to put it right, so the table is told what goes back."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.play.development import plenty_given
from narrator.core.reading.mistakes import paid_for
from narrator.core.record.record import Record
from narrator.core.record.snapshot import Snapshot
from narrator.core.record.undo import last_at_table, undo_of
from narrator.core.table.cards import NONE, Cards, Resource, cards
from narrator.core.table.events import (
    BankTraded,
    CardsDiscarded,
    CardStolen,
    CityBuilt,
    DevelopmentBought,
    DiceRolled,
    KnightPlayed,
    MonopolyPlayed,
    PlayersTraded,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    TakenBack,
    YearOfPlentyPlayed,
)
from narrator.script.scenes.model import Chip, Picture
from narrator.script.scenes.news import from_seat
from narrator.script.scenes.undone import words_of

BACK: dict[type, str] = {
    SettlementBuilt: "settlement",
    CityBuilt: "city",
    RoadBuilt: "road",
    RobberMoved: "robber",
    DevelopmentBought: "card",
    KnightPlayed: "play",
    RoadBuildingPlayed: "play",
    YearOfPlentyPlayed: "play",
    MonopolyPlayed: "play",
}
"""What goes back besides cards that pay: `bot.back.<what>`."""
OF_CARDS = ("card", "play")


class PutBack(Struct, frozen=True):
    seat: int
    """The bot."""
    hero: tuple[Msg, ...]
    picture: Picture
    told: tuple[Msg, ...]
    """What the voice says of it."""


def put_back(record: Record, bots: Collection[int]) -> PutBack | None:
    """What the last entry undid, where a bot did it or lost cards by it. What a roll paid is told for everybody."""
    log = record.log
    number = last_at_table(log)
    last = log[number - 1] if number else None
    if not isinstance(last, TakenBack) or last.to != undo_of(log[: number - 1]).back:
        return None
    undone = [*_since(record.at(number - 1), record.at(last.to).number)]
    facts = [snapshot.fact for snapshot in undone]
    whose = [seat for fact in facts for seat in _concerned(fact) if seat in bots]
    if not whose or any(isinstance(fact, DiceRolled) for fact in facts):
        return None
    is_table = record.state.game.cards == "table"
    net = _net(undone) if is_table else {}
    chips = tuple(_chip(seat, net[seat]) for seat in from_seat(net, whose[0], record.state))
    lines = tuple(_lines(undone, is_table))
    said = words_of(log, number)
    hero = lines or ((msg("scene.repayment"),) if chips else said)
    told = tuple(line for chip in chips for line in _moved(chip))
    return PutBack(whose[0], hero, Picture(sign="undo", chips=chips), (*said, *lines, *told))


def _since(snapshot: Snapshot | None, number: int) -> Iterator[Snapshot]:
    """What happened after an entry, the newest first."""
    while snapshot is not None and snapshot.before is not None and snapshot.number > number:
        yield snapshot
        snapshot = snapshot.before


def _concerned(fact: object) -> Iterator[int]:
    for name in ("seat", "partner", "victim"):
        if isinstance(seat := getattr(fact, name, None), int):
            yield seat


def _lines(undone: list[Snapshot], is_table: bool) -> Iterator[Msg]:
    for snapshot in undone:
        what = BACK.get(type(snapshot.fact))
        if what is not None and not snapshot.left_out and (is_table or what not in OF_CARDS):
            yield msg(f"bot.back.{what}", seat=snapshot.fact.seat)  # type: ignore[union-attr]


def _net(undone: list[Snapshot]) -> Mapping[int, Cards]:
    """What each hand gets back, and with a minus what it loses again."""
    found: dict[int, Cards] = defaultdict(lambda: NONE)
    for snapshot in undone:
        for seat, gets in () if snapshot.left_out else _returned(snapshot):
            found[seat] = found[seat].plus(gets)
    return {seat: net for seat, net in found.items() if net != NONE}


def _returned(snapshot: Snapshot) -> Iterator[tuple[int, Cards]]:
    fact, before = snapshot.fact, snapshot.before
    assert before is not None
    if isinstance(fact, BankTraded | PlayersTraded):
        swapped = cards(fact.give).minus(cards(fact.receive))
        yield fact.seat, swapped
        if isinstance(fact, PlayersTraded):
            yield fact.partner, NONE.minus(swapped)
    elif isinstance(fact, CardsDiscarded) and fact.cards:
        yield fact.seat, cards(fact.cards)
    elif isinstance(fact, CardStolen) and fact.victim is not None and fact.resource is not None:
        yield from _from_to(fact.seat, fact.victim, {fact.resource: 1})
    elif isinstance(fact, YearOfPlentyPlayed):
        yield fact.seat, NONE.minus(plenty_given(before.state, fact))
    elif isinstance(fact, MonopolyPlayed):
        for other, count in fact.taken.items():
            yield from _from_to(fact.seat, other, {fact.resource: count})
    elif (paid := paid_for(snapshot)) != NONE:
        yield fact.seat, paid  # type: ignore[union-attr, misc]
    elif isinstance(fact, SettlementBuilt):
        yield fact.seat, snapshot.state.bank.minus(before.state.bank)


def _from_to(thief: int, victim: int, taken: Mapping[Resource, int]) -> Iterator[tuple[int, Cards]]:
    yield thief, NONE.minus(cards(taken))
    yield victim, cards(taken)


def _chip(seat: int, net: Cards) -> Chip:
    takes, gives = Cards(*(max(0, n) for n in net)), Cards(*(max(0, -n) for n in net))
    return Chip(seat, takes=takes.counts(), gives=gives.counts())


def _moved(chip: Chip) -> Iterator[Msg]:
    if chip.gives:
        yield msg("bot.back.gives", seat=chip.seat, cards=chip.gives)
    if chip.takes:
        yield msg("bot.back.gets", seat=chip.seat, cards=chip.takes)
