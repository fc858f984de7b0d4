"""Corrections: turn, step, recounts, titles, an early end, and what was forgotten and is entered late."""

from msgspec.structs import replace

from narrator.core.play.checklist import is_script_only
from narrator.core.reading.explain import SEAT_NUMBERS
from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import Corrected, DiceRolled, FirstPlayerChosen, PlayerLeft, TurnEnded, VictoryDeclared
from narrator.core.table.phase import Over, SettingUp
from narrator.core.table.state import active_seats, mode_of, shown_bank
from narrator.web.panels.development_cards import buy_buttons, play_buttons
from narrator.web.panels.panel import Button, Panel, Row, number_row, resource_button
from narrator.web.rendering.page_query import href, panel_href
from narrator.web.rendering.table_context import TableContext

EXPLAINED_NUMBERS = ("points", "hand", "road_length", "knights")
LISTED_ROLLS = 4  # rolls that can be amended without looking for them in the history


def seat_panel(table: TableContext) -> Panel:
    """Return what concerns one player: recount, forgotten events, whose turn, why their numbers are so."""
    seat, state = _chosen_seat(table), table.state
    is_setup = isinstance(state.phase, SettingUp)
    first, turns, away = [], [], []
    turn, left = Corrected(what="turn", value=seat), PlayerLeft(seat=seat)
    if is_setup:
        chosen = FirstPlayerChosen(seat=seat)
        first.append(Button(table.say("ui.seat.starts", seat=seat), (chosen,), icon="play", seat=seat, is_primary=True))
    elif (state.turn != seat or isinstance(state.phase, Over)) and table.allows(turn):
        turns.append(Button(table.say("ui.seat.turn", seat=seat), (turn,), icon="play"))
    if table.allows(left) and not is_setup:
        away.append(Button(table.say("ui.seat.leaves"), (left,), icon="end"))
    if is_script_only(state):
        return Panel((Row((*first, *turns, *away)),), table.name(seat), close_href="?")
    hand = Button(table.say("ui.seat.recount"), href=f"?do=recount&seat={seat}", icon="hand", is_primary=not first)
    forgot = Button(table.say("ui.forgotten"), href=f"?do=forgotten&seat={seat}&late=1", icon="forgot")
    more = Button(table.say("ui.seat.correct"), href=f"?do=correct&seat={seat}", icon="settings")
    numbers = {what: str(SEAT_NUMBERS[what](state, seat)) for what in EXPLAINED_NUMBERS}
    explained = tuple(
        Button(table.say(f"ui.number.{what}"), href=f"explain?number={what}.{seat}", caption=number)
        for what, number in numbers.items()
    )
    rows = (Row((*first, hand, forgot, more, *turns, *away)), Row(explained, table.say("ui.explain")))
    return Panel(rows, table.name(seat), close_href="?")


def _chosen_seat(table: TableContext) -> int:
    seat = table.query.seat
    return seat if seat is not None and seat < len(table.state.seats) else table.state.turn


def recount_panel(table: TableContext) -> Panel:
    """Ask for the size of a hand; the recorded number is in the middle."""
    seat = _chosen_seat(table)
    hand = table.state.seats[seat].hand_size
    least = max(0, hand - 7)
    counts = {n: Corrected(what="hand", seat=seat, value=n) for n in range(least, least + 16)}
    title = table.say("ui.recount", seat=seat)
    return Panel((number_row(counts, picked=hand),), title, close_href="?", remark_label=table.say("ui.remark"))


def bank_panel(table: TableContext) -> Panel:
    state = table.state
    stack = table.query.pick("stack")
    links = {name: href(table.query, do="bank", stack=name) for name in (*RESOURCES, "deck")}
    left = {r: str(shown_bank(state).count_of(r)) for r in RESOURCES}
    stacks = [resource_button(table, r, href=links[r], caption=left[r], is_picked=r == stack) for r in RESOURCES]
    deck = Button(table.say("ui.deck"), href=links["deck"], icon="development", caption=str(state.deck))
    rows = [Row((*stacks, replace(deck, is_picked=stack == "deck")), look="cards")]
    if stack in RESOURCES or stack == "deck":
        link = f"explain?number={'deck' if stack == 'deck' else 'bank.' + stack}"
        why = Button(table.say("ui.explain"), href=link, icon="card_help")
        rows += [_stack_counts(table, stack), Row((why,))]
    remark = table.say("ui.remark") if len(rows) > 1 else ""
    return Panel(tuple(rows), table.say("ui.ask.bank"), close_href="?", remark_label=remark)


def _stack_counts(table: TableContext, stack: str) -> Row:
    state = table.state
    if stack == "deck":
        now = state.deck
        counts = {n: Corrected(what="deck", value=n) for n in range(state.game.box.deck() + 1)}
    else:
        now, numbers = getattr(shown_bank(state), stack), range(state.game.box.cards_per_resource + 1)
        counts = {n: Corrected(what="bank", resource=stack, value=n) for n in numbers}  # type: ignore[arg-type]
    return number_row(counts, table.say("ui.counted"), picked=now)


def correct_panel(table: TableContext) -> Panel:
    seat, state = _chosen_seat(table), table.state
    counted = (
        ("knights", state.seats[seat].knights, 8),
        ("development_cards", state.seats[seat].development_cards, 8),
        ("revealed_points", state.seats[seat].revealed_points, 5),
    )
    rows = [
        number_row(
            {n: Corrected(what=what, seat=seat, value=n) for n in range(max(most, now) + 1)},
            table.say(f"ui.number.{what}"),
            picked=now,
        )
        for what, now, most in counted
    ]
    titles = []
    for title, holder in (("longest_road", state.longest_road), ("largest_army", state.largest_army)):
        event = Corrected(what=title, value=None if holder == seat else seat)
        key = f"ui.title.{title}.{'lose' if holder == seat else 'take'}"
        titles.append(Button(table.say(key, seat=seat), (event,), icon=title))
    heading, back = table.say("ui.correct", seat=seat), f"?do=seat&seat={seat}"
    return Panel((*rows, Row(tuple(titles))), heading, close_href=back, remark_label=table.say("ui.remark"))


def finish_panel(table: TableContext) -> Panel:
    """Ask who won a game that ends before anybody has enough points, or whether nobody did."""
    winners = [
        Button(table.state.seats[seat].name, (VictoryDeclared(seat=seat, waived=True),), seat=seat)
        for seat in active_seats(table.state)
    ]
    nobody = Button(table.say("ui.finish.nobody"), (Corrected(what="step", value="over"),), icon="end")
    rows = (Row(tuple(winners), table.say("ui.finish.who")), Row((nobody,)))
    return Panel(rows, table.say("ui.finish"), close_href="?")


def choose_step_panel(table: TableContext) -> Panel:
    """Ask whose turn it is and for its step, if the record and the table disagree."""
    own = ("trade", "build") if table.state.rules.turn_phases == "separate" else ("actions",)
    between = mode_of(table.state).interlude
    extra = () if between == "none" else ("partner" if between == "paired" else between,)
    current = table.state.phase.step
    steps = [
        Button(table.say(f"ui.step.{name}"), (Corrected(what="step", value=name),), is_picked=name == current)
        for name in ("roll", "discard", "robber", "steal", *own, *extra)
    ]
    turns = [
        Button(table.state.seats[seat].name, (turn,), seat=seat)
        for seat in active_seats(table.state)
        if seat != table.state.turn and table.allows(turn := Corrected(what="turn", value=seat))
    ]
    whose = (Row(tuple(turns), table.say("ui.step.whose")),) if turns else ()
    title, remark = table.say("ui.step.which"), table.say("ui.remark")
    return Panel((Row(tuple(steps)), *whose), title, close_href="?", remark_label=remark)


def forgotten_panel(table: TableContext) -> Panel:
    """Return what can be entered late: a wrong roll, or first the player, then what they forgot."""
    seats = table.state.seats
    chosen = table.query.seat
    players = tuple(
        Button(seats[seat].name, href=f"?do=forgotten&late=1&seat={seat}", seat=seat, is_picked=seat == chosen)
        for seat in active_seats(table.state)
    )
    who = Row(players, table.say("ui.forgotten.who"))
    if table.query.seat is not None and table.query.late:
        title = table.say("ui.ask.forgotten", seat=table.acting_seat)
        return Panel((who, Row(_late_actions(table))), title, close_href="?")
    rolls = [(point.number, point.fact) for point in table.head.history() if isinstance(point.fact, DiceRolled)]
    buttons = tuple(
        Button(seats[fact.seat].name, href=f"amend?entry={number}", icon="dice", caption=str(fact.sum), seat=fact.seat)
        for number, fact in reversed(rolls[-LISTED_ROLLS:])
    )
    rows = (Row(buttons, table.say("ui.forgotten.roll"), look="rolls"), who) if buttons else (who,)
    return Panel(rows, table.say("ui.forgotten"), close_href="?")


def _late_actions(table: TableContext) -> tuple[Button, ...]:
    def to(panel: str, key: str, icon: str) -> Button:
        return Button(table.say(key), href=panel_href(table.query, panel), icon=icon)

    ended, won = table.mark_if_late(TurnEnded(seat=table.acting_seat), VictoryDeclared(seat=table.acting_seat))
    gains = (to("gains", "ui.gains", "card"),) if not table.panel_state.game.has_board else ()
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
        Button(table.say("ui.end"), (ended,), icon="end"),
        Button(table.say("ui.win", seat=table.acting_seat), (won,), icon="points"),
    )
