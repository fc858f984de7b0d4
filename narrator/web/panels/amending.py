"""Entering something anew that was entered wrongly: the panel of its kind, on the table as it was then."""

from msgspec.structs import replace

from narrator.core.reading.public_view import public_fact
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import DiceRolled
from narrator.core.table.state import active_seats
from narrator.web.request.ask import fresh
from narrator.web.request.table import Table

from .opened import PANELS
from .panel import Button, Panel, Row

PANEL_OF = {
    "settlement_built": "build",
    "road_built": "build",
    "city_built": "build",
    "bank_traded": "bank_trade",
    "players_traded": "trade",
    "robber_moved": "robber",
    "card_stolen": "steal",
    "year_of_plenty_played": "plenty",
    "monopoly_played": "monopoly",
    "points_revealed": "points",
    "cards_discarded": "discarded",
    "cards_gained": "gains",
}
"""The panel in which an entry of each kind is entered; the others can only be removed."""


def amending_panel(table: Table, snapshot: Snapshot) -> Panel:
    """The entry as it should have been."""
    fact = snapshot.fact
    assert fact is not None
    seat = getattr(fact, "seat", None)
    state = table.state if seat is None else replace(table.state, turn=seat)
    then = replace(table, state=state)
    if isinstance(fact, DiceRolled):
        totals = [Button(str(n), (DiceRolled(seat=fact.seat, total=n),), picked=n == fact.sum) for n in range(2, 13)]
        return Panel((Row(tuple(totals), look="numbers"),))
    name = table.ask.do if table.ask.do in PANELS else PANEL_OF.get(fact.type, "")
    rows = PANELS[name](replace(then, ask=replace(table.ask, do=name))) if name else Panel()
    whose = _whose(table, snapshot)
    return Panel((*rows.rows, *whose), rows.title, rows.notes, rows.spots, fresh(table.ask), rows.lit, rows.tiles)


def _whose(table: Table, snapshot: Snapshot) -> tuple[Row, ...]:
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
