"""What was forgotten: entered late, for whoever did it, as if in their turn."""

from narrator.core.table.events import (
    CardsDiscarded,
    DiceRolled,
    TurnEnded,
    VictoryDeclared,
)
from narrator.core.table.state import active_seats
from narrator.web.request.ask import fresh
from narrator.web.request.table import Table

from .development import buy_buttons, play_buttons
from .panel import Button, Panel, Row

ROLLS = 4
"""So many of the last rolls can be mended without looking for them in the history."""


def forgotten_panel(table: Table) -> Panel:
    """Anything that happened earlier, for any player: first who, then what."""
    state = table.now
    seats = [
        Button(
            state.seats[seat].name, href=f"?do=forgotten&late=1&seat={seat}", seat=seat, picked=table.ask.seat == seat
        )
        for seat in active_seats(state)
    ]
    rows = [Row(tuple(seats), table.say("ui.forgotten.who"))]
    title = table.say("ui.forgotten")
    if table.ask.seat is not None and table.ask.late:
        rows.append(Row(_deeds(table)))
        title = table.say("ui.ask.forgotten", seat=table.seat)
    elif rolls := _last_rolls(table):
        rows.append(Row(rolls, table.say("ui.forgotten.roll")))
    return Panel(tuple(rows), title, back="?")


def _last_rolls(table: Table) -> tuple[Button, ...]:
    """The dice of the last round, the newest first: a wrong number is what tables notice late."""
    seats = table.now.seats
    rolled = [(point.number, point.fact) for point in table.head.history() if isinstance(point.fact, DiceRolled)]
    return tuple(
        Button(seats[fact.seat].name, href=f"amend?entry={number}", icon="dice", caption=str(fact.sum), seat=fact.seat)
        for number, fact in reversed(rolled[-ROLLS:])
    )


def _deeds(table: Table) -> tuple[Button, ...]:
    def to(do: str, key: str, icon: str) -> Button:
        return Button(table.say(key), href=fresh(table.ask, do), icon=icon)

    ended = Button(table.say("ui.end"), table.entered(TurnEnded(seat=table.seat)), icon="end")
    won = Button(table.say("ui.win", seat=table.seat), table.entered(VictoryDeclared(seat=table.seat)), icon="points")
    gains = (to("gains", "ui.gains", "card"),) if table.state.game.board is None else ()
    return (
        to("build", "ui.build", "build"),
        *buy_buttons(table),
        *play_buttons(table),
        to("points", "ui.points", "points"),
        to("bank_trade", "ui.bank_trade", "bank_trade"),
        to("trade", "ui.trade", "trade"),
        to("robber", "ui.robber", "robber"),
        to("steal", "ui.steal", "hand"),
        to("discarded", "ui.discarded", "card"),
        *gains,
        ended,
        won,
    )


def discarded_panel(table: Table) -> Panel:
    """A discard that was forgotten: how many cards."""
    counts = [Button(str(n), table.entered(CardsDiscarded(seat=table.seat, count=n))) for n in range(1, 13)]
    return Panel(
        (Row(tuple(counts), look="numbers"),), table.say("ui.discarded.how_many", seat=table.seat), back=table.back
    )
