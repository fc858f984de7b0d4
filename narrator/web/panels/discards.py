"""Discards after a seven: on the host's stage, on a phone, and entered late."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.events import CardsDiscarded, Corrected
from narrator.core.table.phase import Discarding
from narrator.core.table.state import active_seats
from narrator.web.panels.dealt_hands import disable_missing_cards
from narrator.web.panels.panel import Button, Panel, Row, count_cards, number_row, resource_button
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext


def discard_panel(table: TableContext) -> Panel:
    """Return the cards of one seat that owes some: one tap per card, and the last tap enters them all."""
    phase = table.panel_state.phase
    owed = dict(phase.owed) if isinstance(phase, Discarding) else {}
    if not owed:
        return Panel((hand_sizes_row(table),))
    seats = sorted(owed, key=lambda seat: (seat - table.panel_state.turn) % len(table.panel_state.seats))
    begun = [seat for seat in seats if table.query.list(f"d{seat}")]
    tapped = table.query.number("open")
    opened = tapped if tapped in owed and tapped is not None else [*begun, *seats][0]
    rows = (*_several_discard_rows(table, owed, seats, opened), discard_row(table, opened, owed[opened]))
    return Panel((*rows, hand_sizes_row(table)))


def _several_discard_rows(
    table: TableContext, owed: Mapping[int, int], seats: Sequence[int], opened: int
) -> tuple[Row, ...]:
    """If several seats owe cards: one tap for all without naming the cards, and a choice of seat."""
    if len(owed) == 1:
        return ()
    events = table.mark_if_late(*(CardsDiscarded(seat=seat, count=owed[seat]) for seat in seats))
    links = (
        Button(
            table.button_name(seat),
            href=href(table.query, open=seat),
            caption=str(owed[seat]),
            seat=seat,
            is_picked=seat == opened,
        )
        for seat in seats
    )
    everyone = Button(table.say("ui.discard.all"), events, icon="check", is_primary=True)
    return (Row((everyone,), look="wide"), Row(tuple(links), look="hands"))


def discard_row(table: TableContext, seat: int, count: int) -> Row:
    given = [card for card in table.query.list(f"d{seat}") if card in RESOURCES][: count - 1]
    buttons = [_discard_button(table, seat, given, resource, count) for resource in RESOURCES]
    if given:
        buttons.append(Button(table.say("ui.clear"), href=href(table.query, **{f"d{seat}": None}), icon="cross"))
    else:
        unseen = CardsDiscarded(seat=seat, count=count)
        buttons.append(Button(table.say("ui.discard.unseen", n=count), table.mark_if_late(unseen), icon="card"))
    title = table.say("ui.discard", seat=seat, n=len(given), total=count)
    return Row(tuple(buttons), title, seat, look="hand")


def _discard_button(table: TableContext, seat: int, given: Sequence[str], resource: Resource, count: int) -> Button:
    chosen, tapped = [*given, resource], given.count(resource)
    button = resource_button(table, resource, caption=str(tapped or ""), is_picked=bool(tapped))
    if len(chosen) < count:
        return replace(button, href=href(table.query, **{f"d{seat}": ".".join(chosen)}))
    return replace(button, events=table.mark_if_late(CardsDiscarded(seat=seat, cards=count_cards(chosen))))


def hand_sizes_row(table: TableContext) -> Row:
    """Return each hand's size. Players count their cards now anyway, so a wrong number can be corrected here."""
    state = table.state
    buttons: list[Button] = []
    unsure = [seat for seat in active_seats(state) if f"hand.{seat}" in state.unsure]
    if unsure:
        counted = tuple(Corrected(what="hand", seat=seat, value=state.seats[seat].hand_size) for seat in unsure)
        buttons.append(Button(table.say("ui.hands.right"), counted, icon="check"))
    for seat in active_seats(state):
        key = "ui.hands.unsure" if seat in unsure else "ui.hands.count"
        label = table.say(key, seat=seat, n=state.seats[seat].hand_size)
        buttons.append(Button(label, href=f"?do=recount&seat={seat}", icon="hand", seat=seat))
    return Row(tuple(buttons), table.say("ui.hands"), look="hands")


def dealt_discard_row(table: TableContext, seat: int, owed: int) -> Row:
    """Return the cards that the hand holds, or one button if the house rules discard at random."""
    if table.panel_state.rules.discard_choice == "random":
        label, event = table.say("hand.discard.random", n=owed), CardsDiscarded(seat=seat, count=owed)
        return Row((Button(label, (event,), icon="card", is_primary=True),), look="wide")
    row, given = discard_row(table, seat, owed), table.query.list(f"d{seat}")
    named = tuple(button for button in row.buttons if button.icon != "card")
    return replace(row, buttons=disable_missing_cards(table, named, given), look="cards")


def late_discard_panel(table: TableContext) -> Panel:
    seat = table.acting_seat
    counts = {n: table.mark_if_late(CardsDiscarded(seat=seat, count=n))[0] for n in range(1, 13)}
    return Panel((number_row(counts),), table.say("ui.discarded.how_many", seat=seat), close_href=table.back)
