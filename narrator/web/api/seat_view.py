"""API types for programs in seats, published as OpenAPI schemas with their docstrings, and a seat's situation."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from narrator.app.programs import Situation, whose_move
from narrator.core.reading.public_view import state_for_api
from narrator.core.record.choices import OpenChoice
from narrator.core.table.box import Colour
from narrator.core.table.cards import Counts
from narrator.core.table.events import AnyEvent, AnyFact, SeatNumber
from narrator.core.table.setup import Harbour, Tile, board_setup_of
from narrator.core.table.state import GameState, is_neutral, owner
from narrator.script.narrate import steps
from narrator.session.events import Dialect
from narrator.session.table_session import OpenOffer
from narrator.text.render import say_aloud
from narrator.web.api.schemas import OwnDevelopment, PublicState
from narrator.web.rendering.table_locale import table_locale

Said = Literal["accept", "decline", "counter"]
Number = Annotated[int, Meta(ge=0, le=10**9)]


class LinkWanted(Struct, forbid_unknown_fields=True):
    """How the program that gets the seat wants to be spoken to."""

    dialect: Dialect = "narrator"


class SeatLink(Struct):
    """A seat for a program. The secret gives this seat's rights and no others, and is told this once."""

    seat: int
    secret: str
    dialect: Dialect
    links: dict[str, str]


class SeatFreed(Struct):
    """Nobody has this seat now."""

    seat: int


class OfferSent(Struct, forbid_unknown_fields=True):
    """Cards for cards, to everybody."""

    give: Counts
    want: Counts


class AnswerSent(Struct, forbid_unknown_fields=True):
    """`give` and `want` are those of a counter-offer. With `offer`, only that offer is answered, no newer one."""

    answer: Said
    give: Counts = {}
    want: Counts = {}
    offer: Number | None = None


class ConfirmSent(Struct, forbid_unknown_fields=True):
    """Whom to trade with. With `answer`, only on the terms of that answer, none that came after it."""

    partner: SeatNumber
    answer: Number | None = None


class Building(Struct):
    """`seat` is null for a colour that nobody plays."""

    at: str
    kind: Literal["settlement", "city"]
    seat: int | None
    colour: Colour


class Road(Struct):
    at: str
    seat: int | None
    colour: Colour


class BoardSaid(Struct):
    """The island and what stands on it."""

    hexes: list[Tile]
    harbours: list[Harbour]
    buildings: list[Building]
    roads: list[Road]


class AnswerSaid(Struct):
    """An answer with its number; `give` and `want` as the answering seat sees them."""

    number: int
    seat: int
    answer: Said
    give: Counts
    want: Counts


class OfferSaid(Struct):
    """The offer on the table. `waits_for`: whose answer comes next, where they come in turn order."""

    number: int
    seat: int
    give: Counts
    want: Counts
    answers: list[AnswerSaid]
    waits_for: int | None


class ActionsSaid(Struct):
    """What this seat may do now. `events` are ready to be sent, `open` kinds need values; `unpayable` are places in
    `events` that the hand surely can't pay, where it is not known card by card. `roll`: the narrator's dice wait for
    this seat. `offer`, `answers`, `confirm` (with whom) and `cancel` are the calls of these names."""

    events: list[AnyFact]
    open: list[OpenChoice]
    unpayable: list[int]
    roll: bool
    offer: bool
    answers: list[Said]
    confirm: list[int]
    cancel: bool


class EntrySaid(Struct):
    number: int
    event: AnyEvent


class SeatView(Struct):
    """All that a program in a seat needs to decide. `seq` and `notes` are the last entry and the last note: sent back
    as `since` and `notes`, they say what is known. `moves` are the seats that the table waits for; `your_move` also
    where an offer waits for this seat's answer. `hand` and `development` are null where the app does not know them.
    `waiting` are own proposals that the host has not decided; `more`: there is more since then, ask again."""

    seq: int
    notes: int
    seat: int
    your_move: bool
    moves: list[int]
    line: str
    state: PublicState
    board: BoardSaid | None
    hand: Counts | None
    development: list[OwnDevelopment] | None
    actions: ActionsSaid
    offer: OfferSaid | None
    waiting: list[int]
    since: list[EntrySaid]
    more: bool


class Proposed(Struct):
    """With cards at the table the host decides first: `waiting` are this seat's proposals that lie there."""

    seq: int
    waiting: list[int]


def seat_view(found: Situation, since: int | None, language: str) -> SeatView:
    state, known = found.record.state, found.last_entry if since is None else since
    new = [EntrySaid(number, event) for number, event in found.since(known)]
    return SeatView(
        seq=found.last_entry,
        notes=found.notes,
        seat=found.seat,
        your_move=found.is_awaited,
        moves=whose_move(state),
        line=say_aloud(steps(state, state.game.detail)[0].lines, table_locale(state, language)),
        state=msgspec.convert(state_for_api(state), PublicState),
        board=board_said(state),
        hand=None if found.hand is None else found.hand.counts(),
        development=_development(found),
        actions=msgspec.convert(found.actions, ActionsSaid, from_attributes=True),
        offer=None if found.offer is None else offer_said(found.offer, found.waits_for),
        waiting=list(found.waiting),
        since=new,
        more=bool(new) and new[-1].number < found.last_entry,
    )


def board_said(state: GameState) -> BoardSaid | None:
    if not state.game.has_board:
        return None
    laid = board_setup_of(state.game.board, "manual")
    return BoardSaid(
        hexes=laid.hexes or [],
        harbours=laid.harbours or [],
        buildings=[
            Building(at, "city" if piece.city else "settlement", _seat(piece.seat), owner(state, piece.seat).colour)
            for at, piece in state.buildings.items()
        ],
        roads=[Road(at, _seat(whose), owner(state, whose).colour) for at, whose in state.roads.items()],
    )


def _seat(number: int) -> int | None:
    return None if is_neutral(number) else number


def _development(found: Situation) -> list[OwnDevelopment] | None:
    if found.development is None:
        return None
    return [OwnDevelopment(card.kind, not card.bought_this_turn) for card in found.development if card.kind is not None]


def offer_said(offer: OpenOffer, waits_for: int | None) -> OfferSaid:
    said = [
        AnswerSaid(offer.answer_numbers[seat], seat, answer.answer, answer.give, answer.want)
        for seat, answer in sorted(offer.answers.items())
    ]
    return OfferSaid(offer.number, offer.offer.seat, offer.offer.give, offer.offer.want, said, waits_for)
