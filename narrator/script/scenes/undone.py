"""The past changed by the last entry: taken back or amended. Said in a word, with what the table has to put right."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.reading.mistakes import Repayment, repayments
from narrator.core.reading.public_view import Moment, public_fact
from narrator.core.record.record import Record
from narrator.core.record.snapshot import Snapshot
from narrator.core.record.undo import last_at_table, undo_of
from narrator.core.table.events import Amended, AnyEvent, CityBuilt, RoadBuilt, SettlementBuilt, TakenBack
from narrator.core.table.state import GameState
from narrator.script.announcements.action_labels import action_label_at
from narrator.script.announcements.register import announcement_of
from narrator.script.announcements.titles import tell_titles
from narrator.script.scenes.model import Chip, Picture
from narrator.script.scenes.moments import moments
from narrator.script.scenes.news import News, from_seat
from narrator.script.scenes.payout import COVERS

PIECES: dict[type, str] = {RoadBuilt: "road", SettlementBuilt: "settlement", CityBuilt: "city"}


class Change(Struct, frozen=True):
    news: tuple[News, ...]
    lines: tuple[Msg, ...]
    """What was done to the record, and what follows from it."""


def change_of(record: Record) -> Change | None:
    """What the last entry did, where it changed the past."""
    number = last_at_table(record.log)
    last = record.log[number - 1] if number else None
    if not isinstance(last, TakenBack | Amended):
        return None
    old, head = record.at(number - 1), record.head
    owed = repayments(old, head, bought=isinstance(last, Amended))
    found = [_repayment(owed, head.state)] if owed else []
    lines = [*words_of(record.log, number)]
    if isinstance(last, Amended):
        found += moments(old.state, head.state)
        lines += _amended(head, last, number, bool(owed))
    lifted = _lifted(old, last) if isinstance(last, Amended) else ()
    return Change(tuple(found), (*lines, *tell_titles(old.state, head.state), *lifted))


def words_of(log: Sequence[AnyEvent], number: int) -> tuple[Msg, ...]:
    """An entry that changed the past, in a few words."""
    event = log[number - 1]
    if not isinstance(event, TakenBack):
        return (msg("event.amended"),)
    before = undo_of(log[: number - 1])
    if before.forward is not None and event.to == before.forward:
        return (msg("scene.redone", deed=action_label_at(log, before.forward)),)
    if event.to == before.back and before.at:
        return (msg("scene.undone", deed=action_label_at(log, before.at)),)
    return (msg("event.taken_back"),)


def _repayment(owed: Sequence[Repayment], state: GameState) -> News:
    """Cards that were paid for a roll that did not happen, or not so."""
    by_seat = {one.seat: one for one in owed}
    chips = tuple(
        Chip(seat, takes=by_seat[seat].take.counts(), gives=by_seat[seat].back.counts())
        for seat in from_seat(by_seat, state.turn, state)
    )
    told = tuple(_moved(owed))
    return News("repayment", (msg("scene.repayment"),), None, Picture(sign="undo", chips=chips), told=told)


def _moved(owed: Sequence[Repayment]) -> Iterator[Msg]:
    for one in owed:
        if one.back.total():
            yield msg("undo.puts_back", seat=one.seat, cards=one.back.counts())
        if one.take.total():
            yield msg("event.income", seat=one.seat, cards=one.take.counts())


def _amended(head: Snapshot, last: Amended, number: int, repays: bool) -> Iterator[Msg]:
    """What the entry says now; of a roll that paid otherwise the chips say what moves."""
    moment = _moment_of(head, number if last.entry is None else last.entry)
    if last.event is None or moment is None:
        return
    told = announcement_of(moment.fact).tell(moment.fact, moment.before, moment.after)
    yield from (line for line in told if not (repays and line.key.startswith(COVERS[1:])))


def _lifted(old: Snapshot, last: Amended) -> Iterator[Msg]:
    """A piece that was never built comes off the board, and under a city lies its settlement."""
    wrong = _moment_of(old, last.entry) if last.entry is not None else None
    piece = PIECES.get(type(wrong.fact)) if wrong is not None and last.event is None else None
    if wrong is not None and piece is not None:
        yield msg(f"scene.lifted.{piece}", seat=wrong.fact.seat)  # type: ignore[union-attr]


def _moment_of(head: Snapshot, number: int) -> Moment | None:
    snapshot: Snapshot | None = head
    while snapshot is not None and snapshot.before is not None and snapshot.fact is not None:
        if snapshot.number == number and not snapshot.left_out:
            return Moment(number, public_fact(snapshot.fact), snapshot.before.state, snapshot.state)
        snapshot = snapshot.before
    return None
