"""What was forgotten: entered late, for whoever did it, as if in their turn."""

from narrator.core.table.events import CardsDiscarded, DiceRolled, TurnEnded, VictoryDeclared
from narrator.core.table.state import active_seats
from narrator.web.panels.development import buy_buttons, play_buttons
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.rendering.page_query import fresh
from narrator.web.rendering.table_context import TableContext

ROLLS = 4
"""So many of the last rolls can be mended without looking for them in the history."""


def forgotten_panel(table: TableContext) -> Panel:
    """Anything that happened earlier: a wrong roll, or what somebody forgot; then first who, then what."""
    state = table.now
    seats = [
        Button(
            state.seats[seat].name, href=f"?do=forgotten&late=1&seat={seat}", seat=seat, picked=table.query.seat == seat
        )
        for seat in active_seats(state)
    ]
    who = Row(tuple(seats), table.say("ui.forgotten.who"))
    if table.query.seat is not None and table.query.late:
        title = table.say("ui.ask.forgotten", seat=table.seat)
        return Panel((who, Row(_deeds(table))), title, back="?")
    rolls = _last_rolls(table)
    rows = (Row(rolls, table.say("ui.forgotten.roll"), look="rolls"), who) if rolls else (who,)
    return Panel(rows, table.say("ui.forgotten"), back="?")


def _last_rolls(table: TableContext) -> tuple[Button, ...]:
    """The dice of the last round, the newest first: a wrong number is what tables notice late."""
    seats = table.now.seats
    rolled = [(point.number, point.fact) for point in table.head.history() if isinstance(point.fact, DiceRolled)]
    return tuple(
        Button(seats[fact.seat].name, href=f"amend?entry={number}", icon="dice", caption=str(fact.sum), seat=fact.seat)
        for number, fact in reversed(rolled[-ROLLS:])
    )


def _deeds(table: TableContext) -> tuple[Button, ...]:
    def to(do: str, key: str, icon: str) -> Button:
        return Button(table.say(key), href=fresh(table.query, do), icon=icon)

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


def discarded_panel(table: TableContext) -> Panel:
    """A discard that was forgotten: how many cards."""
    counts = [Button(str(n), table.entered(CardsDiscarded(seat=table.seat, count=n))) for n in range(1, 13)]
    return Panel(
        (Row(tuple(counts), look="numbers"),), table.say("ui.discarded.how_many", seat=table.seat), back=table.back
    )
