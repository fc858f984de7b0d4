"""What an amendment would change, told in message keys before anything is entered."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.reading.named_numbers import TITLES, number, number_names
from narrator.core.record.judge import refusals
from narrator.core.record.record import Record
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import Amended
from narrator.core.table.state import GameState


def consequences(record: Record, event: Amended) -> tuple[Msg, ...]:
    """Numbers, titles, whose turn it is and the winner, before and after; and the entries that no longer fit."""
    refolded = record.refolded(event)
    before, after = record.state, refolded.head.state
    irregular_already = {snapshot.number for snapshot in _irregulars(record.head)}
    return (
        *_titles(before, after),
        *_numbers(before, after),
        *_moment(before, after),
        *_doubts(before, after),
        *(
            msg("consequence.irregular", entry=entry, reasons=[reason.code for reason in reasons])
            for entry, reasons in refolded.irregular.items()
            if entry not in irregular_already
        ),
        *(msg("consequence.left_out", entry=entry) for entry in refolded.left_out),
    )


def _irregulars(head: Snapshot) -> Iterator[Snapshot]:
    """What was let stand, or has become irregular by an earlier amendment."""
    for snapshot in head.history():
        assert snapshot.fact is not None
        assert snapshot.before is not None
        if refusals(snapshot.before.state, snapshot.fact):
            yield snapshot


def _titles(before: GameState, after: GameState) -> Iterator[Msg]:
    for title, holder in TITLES.items():
        if holder(before) != holder(after):
            yield msg(f"consequence.{title}", giver=holder(before), taker=holder(after))


def _numbers(before: GameState, after: GameState) -> Iterator[Msg]:
    for name in number_names(max(before, after, key=lambda state: len(state.seats))):
        old, new = number(before, name), number(after, name)
        if old != new:
            what, _, whose = name.partition(".")
            key = "resource" if what == "bank" else "seat"
            about = {key: whose if what == "bank" else int(whose)} if whose else {}
            yield msg(f"consequence.{what}", **about, old=old, new=new)


def _moment(before: GameState, after: GameState) -> Iterator[Msg]:
    if before.turn != after.turn:
        yield msg("consequence.turn", old=before.turn, new=after.turn)
    if before.phase.step != after.phase.step:
        yield msg("consequence.step", old=before.phase.step, new=after.phase.step)


def _doubts(before: GameState, after: GameState) -> Iterator[Msg]:
    for name in sorted(set(after.unsure) - set(before.unsure)):
        yield msg("consequence.unsure", count=name)
    for name in sorted(set(before.unsure) - set(after.unsure)):
        yield msg("consequence.sure", count=name)
