"""After a seven or a knight: discards, the robber's place, who is robbed."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from narrator.core.record.choices import known_touches
from narrator.core.record.rules import apply, refusals
from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.events import AnyFact, CardsDiscarded, CardStolen, Corrected, RobberMoved
from narrator.core.table.phase import Discarding, MovingRobber, Stealing
from narrator.core.table.state import active_seats
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.panels.spots import robber_spots
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext

EVEN = 3
"""So many stand side by side, each as wide as the others."""


def discard_panel(table: TableContext) -> Panel:
    """Whoever owes cards has a row of them, one after the other: one tap a card, and the last one enters them all."""
    phase = table.state.phase
    owed = dict(phase.owed) if isinstance(phase, Discarding) else {}
    if not owed:
        return Panel((hands_row(table),))
    opened = _opened(table, owed)
    row = discard_row(table, opened, owed[opened])
    return Panel((*_all_unseen(table, owed), *_owing(table, owed, opened), row, hands_row(table)))


def _opened(table: TableContext, owed: Mapping[int, int]) -> int:
    """Whose cards are named now: who was tapped, or whoever has begun, or the first."""
    tapped = table.query.number("open")
    in_order = _in_order(table, owed)
    begun = [seat for seat in in_order if table.query.list(f"d{seat}")]
    return tapped if tapped in owed and tapped is not None else [*begun, *in_order][0]


def _in_order(table: TableContext, owed: Mapping[int, int]) -> list[int]:
    """From the one on turn, as the news names them."""
    return sorted(owed, key=lambda seat: (seat - table.state.turn) % len(table.state.seats))


def _owing(table: TableContext, owed: Mapping[int, int], opened: int) -> tuple[Row, ...]:
    """All who owe cards, where there is more than one."""
    if len(owed) == 1:
        return ()
    buttons = [
        Button(
            table.called(seat),
            href=href(table.query, open=seat),
            caption=str(owed[seat]),
            seat=seat,
            picked=seat == opened,
        )
        for seat in _in_order(table, owed)
    ]
    return (Row(tuple(buttons), look="hands"),)


def _all_unseen(table: TableContext, owed: Mapping[int, int]) -> tuple[Row, ...]:
    """Where several owe cards and nobody looks at them, one tap is enough for all."""
    if len(owed) < 2:
        return ()
    events = table.entered(*(CardsDiscarded(seat=seat, count=owed[seat]) for seat in _in_order(table, owed)))
    return (Row((Button(table.say("ui.discard.all"), events, icon="check", main=True),), look="wide"),)


def discard_row(table: TableContext, seat: int, count: int) -> Row:
    given = [card for card in table.query.list(f"d{seat}") if card in RESOURCES][: count - 1]
    buttons = [_card(table, seat, given, resource, count) for resource in RESOURCES]
    if given:
        buttons.append(Button(table.say("ui.clear"), href=href(table.query, **{f"d{seat}": None}), icon="cross"))
    else:
        unseen = CardsDiscarded(seat=seat, count=count)
        buttons.append(Button(table.say("ui.discard.unseen", n=count), table.entered(unseen), icon="card"))
    title = table.say("ui.discard", seat=seat, n=len(given), total=count)
    return Row(tuple(buttons), title, seat, look="hand")


def _card(table: TableContext, seat: int, given: Sequence[str], resource: Resource, count: int) -> Button:
    chosen = [*given, resource]
    label = table.say("ui.resource", resource=resource)
    tapped = given.count(resource)
    caption = str(tapped) if tapped else ""
    if len(chosen) < count:
        link = href(table.query, **{f"d{seat}": ".".join(chosen)})
        return Button(label, href=link, icon=resource, caption=caption, picked=bool(tapped))
    cards = {kind: chosen.count(kind) for kind in RESOURCES if kind in chosen}
    event = CardsDiscarded(seat=seat, cards=cards)
    return Button(label, table.entered(event), icon=resource, caption=caption, picked=bool(tapped))


def hands_row(table: TableContext) -> Row:
    """Everybody's number of cards: people count them now anyway, so a wrong one is set here."""
    state = table.now
    buttons: list[Button] = []
    unsure = [seat for seat in active_seats(state) if f"hand.{seat}" in state.unsure]
    if unsure:
        counted = tuple(Corrected(what="hand", seat=seat, value=state.seats[seat].hand) for seat in unsure)
        buttons.append(Button(table.say("ui.hands.right"), counted, icon="check"))
    for seat in active_seats(state):
        hand = state.seats[seat].hand
        key = "ui.hands.unsure" if seat in unsure else "ui.hands.count"
        link = f"?do=recount&seat={seat}"
        buttons.append(Button(table.say(key, seat=seat, n=hand), href=link, icon="hand", seat=seat))
    return Row(tuple(buttons), table.say("ui.hands"), look="hands")


def seven_panel(table: TableContext) -> Panel:
    """Where the robber goes. After a seven everybody's hand is there to look at, too; it never costs a tap."""
    panel, phase = robber_panel(table), table.state.phase
    is_seven = isinstance(phase, MovingRobber) and phase.settled is not None
    return replace(panel, rows=(*panel.rows, hands_row(table))) if is_seven else panel


def robber_panel(table: TableContext) -> Panel:
    """Where the robber goes; a victim who is the only one is robbed with the same tap."""
    state, seat = table.state, table.seat
    if state.game.board is None:
        return _counted_robber(table)
    everything = bool(table.query.pick("any"))
    moves = [RobberMoved(seat=seat, to=at) for at in state.game.board.island.hexes]
    regular = [move for move in moves if not refusals(state, move)]
    shown = [move for move in moves if move.to != state.robber] if everything else regular
    spots = robber_spots(table, {move.to or "": with_sole_victim(table, move) for move in shown})
    closed = len(regular) < len(moves) - 1
    other = Button(
        table.say("ui.build.legal" if everything else "ui.robber.any"),
        href=href(table.query, any=None if everything else 1),
    )
    rows = (Row((other,)),) if closed else ()
    return Panel(rows, _opened_title(table, "ui.ask.robber"), spots=spots, tiles=True, back=table.back)


def _opened_title(table: TableContext, key: str) -> str:
    """What a panel asks that was opened by hand; where the step itself waits for it, the step has said it."""
    return table.say(key) if table.query.do else ""


def with_sole_victim(table: TableContext, move: RobberMoved) -> tuple[AnyFact, ...]:
    """The move, and the theft where there is no choice."""
    after = apply(table.state, move)
    phase = after.phase
    sole = isinstance(phase, Stealing) and len(phase.victims) == 1 and not phase.maybe
    if not sole or table.state.rules.steal_optional or table.is_elsewhere:
        return (move,)
    assert isinstance(phase, Stealing)
    return (move, CardStolen(seat=move.seat, victim=phase.victims[0]))


def _counted_robber(table: TableContext) -> Panel:
    """Without a board: which of the known hexes is blocked, or none of them."""
    known = [
        Button(
            table.say("ui.hex.number", resource=touch.resource, total=touch.number),
            table.entered(*with_sole_victim(table, RobberMoved(seat=table.seat, blocks=touch))),
            icon=touch.resource,
        )
        for touch in known_touches(table.state)
        if table.allows(RobberMoved(seat=table.seat, blocks=touch))
    ]
    nowhere = Button(table.say("ui.robber.elsewhere"), table.entered(RobberMoved(seat=table.seat)), icon="robber")
    return Panel((Row((*known, nowhere)),), _opened_title(table, "ui.ask.robber"), back=table.back)


def steal_panel(table: TableContext) -> Panel:
    """Whom to rob, with the number of cards each holds."""
    state = table.state
    phase = state.phase
    if isinstance(phase, Stealing):
        victims: tuple[int, ...] = phase.victims
    else:
        victims = tuple(seat for seat in active_seats(state) if seat != table.seat)
    buttons = [
        Button(
            table.name(victim),
            table.entered(CardStolen(seat=table.seat, victim=victim)),
            icon="hand",
            caption=table.say("ui.cards", n=state.seats[victim].hand),
            seat=victim,
        )
        for victim in victims
    ]
    nobody = CardStolen(seat=table.seat, victim=None)
    if state.rules.steal_optional or not isinstance(phase, Stealing) or phase.maybe:
        buttons.append(Button(table.say("ui.steal.nobody"), table.entered(nobody), icon="cross"))
    look = "wide" if len(buttons) <= EVEN else "grid"
    return Panel((Row(tuple(buttons), look=look),), _opened_title(table, "ui.ask.steal"), back=table.back)
