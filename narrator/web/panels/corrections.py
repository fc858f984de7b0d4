"""Setting things right: whose turn it is, which step, a recount, a title, an evening that ends early."""

from narrator.core.play.checklist import is_script_only
from narrator.core.reading.explain import OF_A_SEAT
from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import Corrected, FirstPlayerChosen, PlayerLeft, VictoryDeclared
from narrator.core.table.phase import Over, SettingUp
from narrator.core.table.state import active_seats, mode_of, shown_bank
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext

EXPLAINED = ("points", "hand", "road_length", "knights")
"""The numbers of a player that people ask about."""


def seat_panel(table: TableContext) -> Panel:
    """One player: count their hand, enter what they forgot, make it their turn, see why their numbers are so."""
    seat = _asked_seat(table)
    state = table.now
    first, turns = [], []
    turn, left = Corrected(what="turn", value=seat), PlayerLeft(seat=seat)
    if isinstance(state.phase, SettingUp):
        chosen = FirstPlayerChosen(seat=seat)
        first.append(Button(table.say("ui.seat.starts", seat=seat), (chosen,), icon="play", seat=seat, main=True))
    elif (state.turn != seat or isinstance(state.phase, Over)) and table.allows(turn):
        turns.append(Button(table.say("ui.seat.turn", seat=seat), (turn,), icon="play"))
    hand = Button(table.say("ui.seat.recount"), href=f"?do=recount&seat={seat}", icon="hand", main=not first)
    forgot = Button(table.say("ui.forgotten"), href=f"?do=forgotten&seat={seat}&late=1", icon="forgot")
    more = Button(table.say("ui.seat.correct"), href=f"?do=correct&seat={seat}", icon="settings")
    can_leave = table.allows(left) and not isinstance(state.phase, SettingUp)
    away = (Button(table.say("ui.seat.leaves"), (left,), icon="end"),) if can_leave else ()
    if is_script_only(state):
        return Panel((Row((*first, *turns, *away)),), table.name(seat), back="?")
    explained = tuple(
        Button(
            table.say(f"ui.number.{what}"),
            href=f"explain?number={what}.{seat}",
            caption=str(OF_A_SEAT[what](state, seat)),
        )
        for what in EXPLAINED
    )
    rows = (Row((*first, hand, forgot, more, *turns, *away)), Row(explained, table.say("ui.explain")))
    return Panel(rows, table.name(seat), back="?")


def _asked_seat(table: TableContext) -> int:
    seat = table.query.seat
    return seat if seat is not None and seat < len(table.now.seats) else table.now.turn


def recount_panel(table: TableContext) -> Panel:
    """How many cards a hand holds; the number that the record has stands in the middle."""
    seat = _asked_seat(table)
    hand = table.now.seats[seat].hand
    least = max(0, hand - 7)
    numbers = [
        Button(str(n), (Corrected(what="hand", seat=seat, value=n),), picked=n == hand)
        for n in range(least, least + 16)
    ]
    title = table.say("ui.recount", seat=seat)
    return Panel((Row(tuple(numbers), look="numbers"),), title, back="?", remark=table.say("ui.remark"))


def bank_panel(table: TableContext) -> Panel:
    """The stacks of the bank: see why, or set what was counted."""
    state = table.now
    stack = table.query.pick("stack")
    stacks = [
        Button(
            table.say("ui.resource", resource=r),
            href=href(table.query, do="bank", stack=r),
            icon=r,
            caption=str(shown_bank(state).of(r)),
            picked=r == stack,
        )
        for r in RESOURCES
    ]
    deck = Button(
        table.say("ui.deck"),
        href=href(table.query, do="bank", stack="deck"),
        icon="development",
        caption=str(state.deck),
        picked=stack == "deck",
    )
    rows = [Row((*stacks, deck), look="cards")]
    if stack in RESOURCES or stack == "deck":
        rows.append(_counted(table, stack))
        why = Button(
            table.say("ui.explain"),
            href=f"explain?number={'deck' if stack == 'deck' else 'bank.' + stack}",
            icon="card_help",
        )
        rows.append(Row((why,)))
    remark = table.say("ui.remark") if len(rows) > 1 else ""
    return Panel(tuple(rows), table.say("ui.ask.bank"), back="?", remark=remark)


def _counted(table: TableContext, stack: str) -> Row:
    state = table.now
    if stack == "deck":
        most, now = state.game.box.deck(), state.deck
        events = [Corrected(what="deck", value=n) for n in range(most + 1)]
    else:
        most, now = state.game.box.of_each_resource, getattr(shown_bank(state), stack)
        events = [Corrected(what="bank", resource=stack, value=n) for n in range(most + 1)]  # type: ignore[arg-type]
    numbers = [Button(str(event.value), (event,), picked=event.value == now) for event in events]
    return Row(tuple(numbers), table.say("ui.counted"), look="numbers")


def correct_panel(table: TableContext) -> Panel:
    """Numbers of one player that the table counts otherwise, titles included."""
    seat, state = _asked_seat(table), table.now
    counted = (
        ("knights", state.seats[seat].knights, 8),
        ("development_cards", state.seats[seat].development_cards, 8),
        ("revealed_points", state.seats[seat].revealed_points, 5),
    )
    rows = [
        Row(
            tuple(
                Button(str(n), (Corrected(what=what, seat=seat, value=n),), picked=n == now)
                for n in range(max(most, now) + 1)
            ),
            table.say(f"ui.number.{what}"),
            look="numbers",
        )
        for what, now, most in counted
    ]
    titles = []
    for title, holder in (("longest_road", state.longest_road), ("largest_army", state.largest_army)):
        takes = Corrected(what=title, value=None if holder == seat else seat)
        key = f"ui.title.{title}.{'lose' if holder == seat else 'take'}"
        titles.append(Button(table.say(key, seat=seat), (takes,), icon=title))
    title, back = table.say("ui.correct", seat=seat), f"?do=seat&seat={seat}"
    return Panel((*rows, Row(tuple(titles))), title, back=back, remark=table.say("ui.remark"))


def finish_panel(table: TableContext) -> Panel:
    """The evening ends before anybody has enough points: the table says who won, or that nobody did."""
    winners = [
        Button(table.now.seats[seat].name, (VictoryDeclared(seat=seat, waived=True),), seat=seat)
        for seat in active_seats(table.now)
    ]
    nobody = Button(table.say("ui.finish.nobody"), (Corrected(what="step", value="over"),), icon="end")
    rows = (Row(tuple(winners), table.say("ui.finish.who")), Row((nobody,)))
    return Panel(rows, table.say("ui.finish"), back="?")


def step_panel(table: TableContext) -> Panel:
    """The step of the turn, where the record and the table have come apart."""
    names = ("roll", "discard", "robber", "steal", *_action_steps(table))
    buttons = [
        Button(table.say(f"ui.step.{name}"), (Corrected(what="step", value=name),), picked=table.now.phase.step == name)
        for name in names
    ]
    return Panel((Row(tuple(buttons)),), table.say("ui.step.which"), back="?", remark=table.say("ui.remark"))


def _action_steps(table: TableContext) -> tuple[str, ...]:
    own = ("trade", "build") if table.now.rules.turn_phases == "separate" else ("actions",)
    between = mode_of(table.now).between_turns
    return (*own, {"paired": "partner"}.get(between, between)) if between != "none" else own
