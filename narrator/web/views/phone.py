"""A phone as the template draws it: the line, my part, the score, in its reader's language and with nothing hidden."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.reading.public_view import View, view_for
from narrator.core.table.cards import RESOURCES, Cards
from narrator.core.table.phase import Acting, BuildingOnly, Over, PartnerActing, SpecialBuilding, Trading
from narrator.core.table.prices import PRICES
from narrator.script.narrate import narrate
from narrator.script.telling.deeds import deed
from narrator.service.desk import Desk
from narrator.service.offers import can_offer
from narrator.store.note import Proposed
from narrator.text.languages import nearest_language
from narrator.text.render import say_aloud
from narrator.web.board.drawing import Drawing, Pieces, Place, island, pieces
from narrator.web.panels.panel import Panel
from narrator.web.panels.phone import own_panel
from narrator.web.panels.spots import where
from narrator.web.request.table import Table
from narrator.web.request.viewer import Viewer

from .agreement import asks_agreement, new_rules, rules_in_words
from .clock import ClockView
from .explanations import CardView, card_view, prompt_view
from .stage import Line, SeatView, Stack, line_of, places_of, seat_view, stack_view
from .talk import OfferView, offer_view, phrases

OPEN = (Acting, Trading, BuildingOnly, PartnerActing, SpecialBuilding)
"""Steps in which a player may do several things, in any order."""
SO_FAR = 5
"""So many lines tell a latecomer what has happened."""


class Cost(Struct, frozen=True):
    """A piece and the cards it takes, one by one."""

    piece: str
    name: str
    cards: tuple[str, ...]


class Waiting(Struct, frozen=True):
    """Something of mine that the host has not settled yet."""

    number: int
    words: str
    places: tuple[str, ...] = ()


class Phone(Struct, frozen=True):
    table: Table
    viewer: Viewer
    version: str
    before: Line | None
    """What happened last."""
    now: Line
    next: tuple[Line, ...]
    so_far: tuple[str, ...]
    panel: Panel
    seats: tuple[SeatView, ...]
    bank: tuple[Stack, ...]
    costs: tuple[Cost, ...]
    prompts: tuple[CardView, ...]
    card: CardView | None
    waiting: tuple[Waiting, ...]
    offer: OfferView | None
    heard: tuple[tuple[int, str], ...]
    """Who said what."""
    said: tuple[str, ...]
    """What this seat said itself."""
    rules: tuple[str, ...]
    """What differs from the box tonight."""
    new_rules: tuple[str, ...]
    """What was changed since this seat agreed."""
    asks_agreement: bool
    is_over: bool
    is_co_host: bool
    drawing: Drawing | None = None
    pieces: Pieces | None = None
    clock: ClockView | None = None

    @property
    def seat(self) -> int | None:
        return self.viewer.seat

    @property
    def can_offer(self) -> bool:
        return self.seat is not None and can_offer(self.table.now, self.seat)

    @property
    def places(self) -> dict[str, Place]:
        return places_of(self.drawing)

    @property
    def seq(self) -> int:
        return self.table.now.seq


def phone_view(
    table: Table,
    viewer: Viewer,
    desk: Desk,
    now: datetime,
    version: str,
    detail: str | None,
    clock: ClockView | None,
) -> Phone:
    state = table.now
    view = view_for(table.head, SO_FAR)
    script = narrate(view, detail)
    seat = viewer.seat
    mine = tuple(waiting(table, number, note) for number, note in desk.of_seat(seat)) if seat is not None else ()
    # What is due was said already: it is entered or withdrawn before there is something else to say.
    is_said = bool(mine) and not isinstance(state.phase, OPEN)
    panel = Panel() if seat is None or is_said else own_panel(table, seat, script.now)
    board, turn = state.game.board, table.device.board_turn
    return Phone(
        table=table,
        viewer=viewer,
        version=version,
        before=line_of(script.before[-1], table) if script.before else None,
        now=line_of(script.now, table, why=True),
        next=tuple(line_of(step, table) for step in script.next[:1]),
        so_far=so_far(view, table),
        panel=panel,
        seats=tuple(seat_view(state, number, script.now) for number in range(len(state.seats))),
        bank=tuple(stack_view(table, resource) for resource in RESOURCES) if state.game.tracking != "script" else (),
        costs=costs(table),
        prompts=tuple(prompt_view(prompt, table) for prompt in script.prompts),
        card=card_view(script.cards[0], table.voice) if script.cards else None,
        waiting=mine,
        offer=offer_view(table, seat, desk),
        heard=phrases(table, desk.heard(seat, now)),
        said=tuple(words for _, words in phrases(table, desk.said_by(seat, now) if seat is not None else ())),
        rules=rules_in_words(state, table.voice),
        new_rules=new_rules(table.head, seat, table.voice) if seat is not None else (),
        asks_agreement=seat is not None and asks_agreement(table.head, seat),
        is_over=isinstance(state.phase, Over),
        is_co_host=seat in desk.co_hosts,
        drawing=island(board, turn) if board is not None else None,
        pieces=pieces(state, turn) if board is not None else None,
        clock=clock,
    )


def so_far(view: View, table: Table) -> tuple[str, ...]:
    """The last things that happened, for who comes late."""
    told = narrate(view).before
    return tuple(say_aloud(step.lines, table.voice) for step in told)


def costs(table: Table) -> tuple[Cost, ...]:
    with_cards = table.now.rules.development_cards == "on"
    return tuple(
        Cost(piece, table.say(f"phone.cost.{piece}"), _each(cards))
        for piece, cards in PRICES.items()
        if with_cards or piece != "development"
    )


def _each(cards: Cards) -> tuple[str, ...]:
    return tuple(resource for resource in RESOURCES for _ in range(cards.of(resource)))


def waiting(table: Table, number: int, note: Proposed) -> Waiting:
    places = tuple(words for event in note.events if (found := where(table, event)) is not None for words in found[1:])
    return Waiting(number, table.tell(deed(note.events[-1])), places)


def in_language(table: Table, language: str | None) -> Table:
    """The same table in somebody else's language, for a phone that is passed round."""
    return replace(table, voice=replace(table.voice, language=nearest_language(language)))
