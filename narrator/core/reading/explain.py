"""Why a number is what it is: the entries that made it, with amounts that add up to it."""

from msgspec import Struct

from narrator.core.play.roads import longest_trail
from narrator.core.reading.named_numbers import TITLES, number
from narrator.core.reading.public_view import public_fact
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.coordinates import Path
from narrator.core.table.events import AnyFact, RoadBuilt


class ExplainedEntry(Struct, frozen=True):
    """One entry's share."""

    entry: int
    fact: AnyFact
    amount: int


class Explanation(Struct, frozen=True):
    """`start` and all amounts add up to `value`."""

    name: str
    value: int
    start: int
    lines: tuple[ExplainedEntry, ...]


class Handover(Struct, frozen=True):
    """A title that changed hands: from whom to whom, nobody included."""

    entry: int
    fact: AnyFact
    giver: int | None
    taker: int | None


def explain(head: Snapshot, name: str) -> Explanation:
    """The entries that changed a number, oldest first."""
    history = head.history()
    start = history[0].before if history else head
    assert start is not None
    lines = []
    for snapshot in history:
        assert snapshot.before is not None
        assert snapshot.fact is not None
        amount = number(snapshot.state, name) - number(snapshot.before.state, name)
        if amount:
            lines.append(ExplainedEntry(snapshot.number, public_fact(snapshot.fact), amount))
    return Explanation(name, number(head.state, name), number(start.state, name), tuple(lines))


def explain_title(head: Snapshot, title: str) -> tuple[Handover, ...]:
    """How a title (or the win) came to where it is."""
    holder = TITLES[title]
    found = []
    for snapshot in head.history():
        assert snapshot.before is not None
        assert snapshot.fact is not None
        giver, taker = holder(snapshot.before.state), holder(snapshot.state)
        if giver != taker:
            found.append(Handover(snapshot.number, public_fact(snapshot.fact), giver, taker))
    return tuple(found)


def explain_road(head: Snapshot, seat: int) -> tuple[tuple[Path, int], ...]:
    """The roads of a seat's longest walk, in walking order, each with the entry that built it."""
    state = head.state
    if state.game.board is None:
        return ()
    built = {
        snapshot.fact.at: snapshot.number
        for snapshot in head.history()
        if isinstance(snapshot.fact, RoadBuilt) and snapshot.fact.at is not None
    }
    trail = longest_trail(state.game.board.island, seat, state.roads, state.buildings)
    return tuple((path, built[path]) for path in trail)
