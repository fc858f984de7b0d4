"""A seat's situation as the API tells it."""

from typing import Any

import msgspec

from narrator.app.programs import Situation, whose_move
from narrator.core.reading.public_view import public_state
from narrator.core.table.setup import written_board
from narrator.core.table.state import GameState, is_neutral, owner
from narrator.script.narrate import steps
from narrator.session.table_session import OpenOffer
from narrator.text.locale import table_locale
from narrator.text.render import say_aloud
from narrator.web.api.seat_shapes import (
    ActionsSaid,
    AnswerSaid,
    BoardSaid,
    Building,
    EntrySaid,
    OfferSaid,
    Road,
    SeatView,
)
from narrator.web.api.shapes import OwnDevelopment, PublicState


def seat_view(found: Situation, since: int | None, language: str) -> SeatView:
    state, known = found.record.state, found.seq if since is None else since
    new = [EntrySaid(number, event) for number, event in found.since(known)]
    actions = {name: _listed(value) for name, value in msgspec.structs.asdict(found.actions).items()}
    return SeatView(
        seq=found.seq,
        notes=found.notes,
        seat=found.seat,
        your_move=found.is_awaited,
        moves=whose_move(state),
        line=say_aloud(steps(state, state.game.detail)[0].lines, table_locale(state, language)),
        state=msgspec.convert(public_state(state), PublicState),
        board=board_said(state),
        hand=None if found.hand is None else found.hand.counts(),
        development=_development(found),
        actions=ActionsSaid(**actions),
        offer=None if found.offer is None else offer_said(found.offer, found.waits_for),
        waiting=list(found.waiting),
        since=new,
        more=bool(new) and new[-1].number < found.seq,
    )


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def board_said(state: GameState) -> BoardSaid | None:
    board = state.game.board
    if board is None:
        return None
    laid = written_board(board, "manual")
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
    return [OwnDevelopment(card.kind, not card.fresh) for card in found.development if card.kind is not None]


def offer_said(offer: OpenOffer, waits_for: int | None) -> OfferSaid:
    said = [
        AnswerSaid(offer.given[seat], seat, answer.answer, answer.give, answer.want)
        for seat, answer in sorted(offer.answers.items())
    ]
    return OfferSaid(offer.number, offer.offer.seat, offer.offer.give, offer.offer.want, said, waits_for)
