"""Undo and amendments: what the last entry changed about the past, and what the table has to put right."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.play.development import plenty_cards
from narrator.core.reading.mistakes import Repayment, price_paid, repayments
from narrator.core.reading.public_view import Transition, public_fact
from narrator.core.record.record import Record
from narrator.core.record.snapshot import Snapshot
from narrator.core.record.undo import last_game_entry, undo_state
from narrator.core.table import events
from narrator.core.table.cards import NO_CARDS, Cards, Purchase, Resource, cards
from narrator.core.table.state import GameState
from narrator.script.announcements.announce import action_label_at, announce_fact
from narrator.script.announcements.turns import announce_titles
from narrator.script.scenes.model import News, Picture, PicturedPlayer, in_turn_order
from narrator.script.scenes.moments import moment_news
from narrator.script.scenes.roll_news import PAYOUT_KEYS

PIECES: dict[type, Purchase] = {
    events.RoadBuilt: "road",
    events.SettlementBuilt: "settlement",
    events.CityBuilt: "city",
}


class PastChange(Struct, frozen=True):
    news: tuple[News, ...]
    lines: tuple[Msg, ...]  # what was done to the record, and what follows from it


def change_of_past(record: Record) -> PastChange | None:
    number = last_game_entry(record.log)
    last = record.log[number - 1] if number else None
    if not isinstance(last, events.TakenBack | events.Amended):
        return None
    old, head = record.snapshot_at(number - 1), record.head
    owed = repayments(old, head, with_purchases=isinstance(last, events.Amended))
    found = [_repayment(owed, head.state)] if owed else []
    lines = [*change_lines(record.log, number)]
    titles = announce_titles(old.state, head.state)
    if isinstance(last, events.TakenBack):
        return PastChange(tuple(found), (*lines, *titles))
    found += moment_news(old.state, head.state)
    lines += _amendment_lines(head, last, number, bool(owed))
    return PastChange(tuple(found), (*lines, *titles, *_removed_piece_lines(old, last)))


def change_lines(log: Sequence[events.AnyEvent], number: int) -> tuple[Msg, ...]:
    event = log[number - 1]
    if not isinstance(event, events.TakenBack):
        return (msg("event.amended"),)
    before = undo_state(log[: number - 1])
    if before.redo_to is not None and event.to == before.redo_to:
        return (msg("scene.redone", deed=action_label_at(log, before.redo_to)),)
    if event.to == before.undo_to and before.position:
        return (msg("scene.undone", deed=action_label_at(log, before.position)),)
    return (msg("event.taken_back"),)


def _repayment(owed: Sequence[Repayment], state: GameState) -> News:
    players_by_seat = {one.seat: PicturedPlayer(one.seat, one.to_take.counts(), one.to_return.counts()) for one in owed}
    players = tuple(players_by_seat[seat] for seat in in_turn_order(players_by_seat, state.turn, state))
    lines = tuple(_repayment_lines(owed))
    return News("repayment", (msg("scene.repayment"),), None, Picture(sign="undo", players=players), extra_lines=lines)


def _repayment_lines(owed: Sequence[Repayment]) -> Iterator[Msg]:
    for one in owed:
        if one.to_return.total():
            yield msg("undo.puts_back", seat=one.seat, cards=one.to_return.counts())
        if one.to_take.total():
            yield msg("event.income", seat=one.seat, cards=one.to_take.counts())


def _amendment_lines(head: Snapshot, last: events.Amended, number: int, repays: bool) -> Iterator[Msg]:
    """Announce the amended entry; if a roll paid differently, the picture already shows the cards."""
    transition = _transition_of(head, number if last.entry is None else last.entry)
    if last.event is None or transition is None:
        return
    lines = announce_fact(transition.fact, transition.before, transition.after)
    yield from (line for line in lines if not (repays and line.key.startswith(PAYOUT_KEYS[1:])))


def _removed_piece_lines(old: Snapshot, last: events.Amended) -> Iterator[Msg]:
    """Say which piece comes off the board; a city becomes a settlement again."""
    wrong = _transition_of(old, last.entry) if last.entry is not None else None
    piece = PIECES.get(type(wrong.fact)) if wrong is not None and last.event is None else None
    if wrong is not None and piece is not None:
        yield msg(f"scene.lifted.{piece}", seat=wrong.fact.seat)  # type: ignore[union-attr]


def _transition_of(head: Snapshot, number: int) -> Transition | None:
    snapshot: Snapshot | None = head
    while snapshot is not None and snapshot.before is not None and snapshot.fact is not None:
        if snapshot.number == number and not snapshot.left_out:
            return Transition(number, public_fact(snapshot.fact), snapshot.before.state, snapshot.state)
        snapshot = snapshot.before
    return None


# What goes back besides cards: `bot.back.<name>`.
BACK_LINES: dict[type, str] = {
    events.SettlementBuilt: "settlement",
    events.CityBuilt: "city",
    events.RoadBuilt: "road",
    events.RobberMoved: "robber",
    events.DevelopmentBought: "card",
    events.KnightPlayed: "play",
    events.RoadBuildingPlayed: "play",
    events.YearOfPlentyPlayed: "play",
    events.MonopolyPlayed: "play",
}
CARD_LINES = ("card", "play")


class PutBack(Struct, frozen=True):
    """What the table puts back after a bot's action was undone, since nobody sits there to do it."""

    seat: int  # the bot
    hero: tuple[Msg, ...]
    picture: Picture
    spoken: tuple[Msg, ...]


def bot_put_back(record: Record, bots: Collection[int]) -> PutBack | None:
    """Return what goes back if the last entry undid an action that concerns a bot; repayments cover undone rolls."""
    log = record.log
    number = last_game_entry(log)
    last = log[number - 1] if number else None
    if not isinstance(last, events.TakenBack) or last.to != undo_state(log[: number - 1]).undo_to:
        return None
    undone = [*_snapshots_after(record.snapshot_at(number - 1), record.snapshot_at(last.to).number)]
    facts = [snapshot.fact for snapshot in undone]
    whose = [seat for fact in facts for seat in _seats_in(fact) if seat in bots]
    if not whose or any(isinstance(fact, events.DiceRolled) for fact in facts):
        return None
    is_table = not record.state.game.is_dealt
    net = _net_cards(undone) if is_table else {}
    players = tuple(_returning_player(seat, net[seat]) for seat in in_turn_order(net, whose[0], record.state))
    lines = tuple(_back_lines(undone, is_table))
    said = change_lines(log, number)
    hero = lines or ((msg("scene.repayment"),) if players else said)
    moved = tuple(line for player in players for line in _return_lines(player))
    return PutBack(whose[0], hero, Picture(sign="undo", players=players), (*said, *lines, *moved))


def _snapshots_after(snapshot: Snapshot | None, number: int) -> Iterator[Snapshot]:
    while snapshot is not None and snapshot.before is not None and snapshot.number > number:
        yield snapshot
        snapshot = snapshot.before


def _seats_in(fact: object) -> Iterator[int]:
    for name in ("seat", "partner", "victim"):
        if isinstance(seat := getattr(fact, name, None), int):
            yield seat


def _back_lines(undone: list[Snapshot], is_table: bool) -> Iterator[Msg]:
    for snapshot in undone:
        what = BACK_LINES.get(type(snapshot.fact))
        if what is not None and not snapshot.left_out and (is_table or what not in CARD_LINES):
            yield msg(f"bot.back.{what}", seat=snapshot.fact.seat)  # type: ignore[union-attr]


def _net_cards(undone: list[Snapshot]) -> Mapping[int, Cards]:
    """Return what each hand gets back; what it loses again is negative."""
    found: dict[int, Cards] = defaultdict(lambda: NO_CARDS)
    for snapshot in undone:
        for seat, gets in () if snapshot.left_out else _returned_cards(snapshot):
            found[seat] = found[seat].plus(gets)
    return {seat: net for seat, net in found.items() if net != NO_CARDS}


def _returned_cards(snapshot: Snapshot) -> Iterator[tuple[int, Cards]]:
    fact, before = snapshot.fact, snapshot.before
    assert before is not None
    if isinstance(fact, events.BankTraded | events.PlayersTraded):
        swapped = cards(fact.give).minus(cards(fact.receive))
        yield fact.seat, swapped
        if isinstance(fact, events.PlayersTraded):
            yield fact.partner, NO_CARDS.minus(swapped)
    elif isinstance(fact, events.CardsDiscarded) and fact.cards:
        yield fact.seat, cards(fact.cards)
    elif isinstance(fact, events.CardStolen) and fact.victim is not None and fact.resource is not None:
        yield from _give_back(fact.seat, fact.victim, {fact.resource: 1})
    elif isinstance(fact, events.YearOfPlentyPlayed):
        yield fact.seat, NO_CARDS.minus(plenty_cards(before.state, fact))
    elif isinstance(fact, events.MonopolyPlayed):
        for other, count in fact.taken.items():
            yield from _give_back(fact.seat, other, {fact.resource: count})
    elif (paid := price_paid(snapshot)) != NO_CARDS:
        yield fact.seat, paid  # type: ignore[union-attr, misc]
    elif isinstance(fact, events.SettlementBuilt):
        yield fact.seat, snapshot.state.bank.minus(before.state.bank)


def _give_back(thief: int, victim: int, taken: Mapping[Resource, int]) -> Iterator[tuple[int, Cards]]:
    yield thief, NO_CARDS.minus(cards(taken))
    yield victim, cards(taken)


def _returning_player(seat: int, net: Cards) -> PicturedPlayer:
    takes, gives = Cards(*(max(0, n) for n in net)), Cards(*(max(0, -n) for n in net))
    return PicturedPlayer(seat, takes=takes.counts(), gives=gives.counts())


def _return_lines(player: PicturedPlayer) -> Iterator[Msg]:
    if player.gives:
        yield msg("bot.back.gives", seat=player.seat, cards=player.gives)
    if player.takes:
        yield msg("bot.back.gets", seat=player.seat, cards=player.takes)
