"""Entering something anew that was entered wrongly: the panel of its kind, on the table as it was then."""

from msgspec.structs import replace

from narrator.core.reading.public_view import public_fact
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import DiceRolled
from narrator.core.table.state import active_seats
from narrator.web.panels.choose_panel import PANELS
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.panels.tappings import panel_of, spot_of
from narrator.web.rendering.page_query import fresh
from narrator.web.rendering.table_context import TableContext


def amending_panel(table: TableContext, snapshot: Snapshot) -> Panel:
    """The entry as it should have been."""
    fact = snapshot.fact
    assert fact is not None
    seat = getattr(fact, "seat", None)
    state = table.state if seat is None else replace(table.state, turn=seat)
    then = replace(table, state=state)
    if isinstance(fact, DiceRolled):
        return _totals(fact)
    name = table.query.do if table.query.do in PANELS else panel_of(type(fact))
    picks = {"piece": spot_of(type(fact)), **table.query.picks}  # a road was a road, somewhere else
    rows = PANELS[name](replace(then, query=replace(table.query, do=name, picks=picks))) if name else Panel()
    whose = _whose(table, snapshot)
    other = (Row((rows.other,)),) if rows.other else ()
    return Panel(
        (*rows.rows, *other, *whose), rows.title, rows.notes, rows.spots, fresh(table.query), rows.lit, rows.tiles
    )


def _totals(fact: DiceRolled) -> Panel:
    totals = [Button(str(n), (DiceRolled(seat=fact.seat, total=n),), picked=n == fact.sum) for n in range(2, 13)]
    return Panel((Row(tuple(totals), look="numbers"),))


def _whose(table: TableContext, snapshot: Snapshot) -> tuple[Row, ...]:
    """The same deed, but somebody else's."""
    assert snapshot.fact is not None
    fact = public_fact(snapshot.fact)  # a page never says which card was stolen, not even in what it sends
    if getattr(fact, "seat", None) is None:
        return ()
    concerned = [getattr(fact, name, None) for name in ("seat", "victim", "partner")]
    others = [
        Button(table.now.seats[seat].name, (replace(fact, seat=seat),), seat=seat)
        for seat in active_seats(table.now)
        if seat not in concerned
    ]
    return (Row(tuple(others), table.say("ui.amend.whose")),)
