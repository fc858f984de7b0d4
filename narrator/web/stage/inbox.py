"""What phones say to the host or ask for, above the panel of the stage."""

from datetime import datetime

from msgspec import Struct

from narrator.app.sessions.votes import objecting_seats
from narrator.core.reading.public_view import public_fact
from narrator.script.announcements.announce import action_label
from narrator.session.events import SeatAsked
from narrator.session.table_session import HelpCall, TableSession
from narrator.web.components.offers import OfferView, describe_phrases, offer_view
from narrator.web.dispute.view import VoteView, vote_view
from narrator.web.panels.spots import describe_event_place
from narrator.web.rendering.table_context import TableContext


class ProposalView(Struct, frozen=True):
    number: int
    seat: int
    words: str
    places: tuple[tuple[str, str], ...] = ()  # ids and descriptions


class Inbox(Struct, frozen=True):
    proposals: tuple[ProposalView, ...] = ()
    phrases: tuple[tuple[int, str], ...] = ()  # seats and their phrases
    offer: OfferView | None = None
    seats_to_ask: tuple[int, ...] = ()  # seats without a phone that have not answered the offer
    seat_requests: tuple[tuple[int, SeatAsked], ...] = ()  # with their session numbers
    objecting: tuple[int, ...] = ()  # seats that reject a change of rules
    vote: VoteView | None = None
    help_call: HelpCall | None = None

    @property
    def is_empty(self) -> bool:
        return self == Inbox()


def inbox_view(table: TableContext, session: TableSession, now: datetime, taken_seats: set[int]) -> Inbox:
    offer = offer_view(table, None, session)
    silent = offer.silent if offer is not None and not table.is_dealt else ()
    return Inbox(
        proposals=_proposals(table, session),
        phrases=tuple(describe_phrases(table, session.phrases_for(None, now))),
        offer=offer,
        seats_to_ask=tuple(seat for seat in silent if seat not in taken_seats),
        seat_requests=tuple(session.seat_requests.open_at(now).items()),
        objecting=tuple(objecting_seats(table.record, session)),
        vote=vote_view(session.vote, table),
        help_call=session.club.call,
    )


def is_interrupted(table: TableContext, session: TableSession) -> bool:
    """Return whether a proposal has replaced the news: one is open, or was refused since the last entry."""
    return bool(session.proposals.open) or session.proposals.refused_at == len(table.record.log)


def _proposals(table: TableContext, session: TableSession) -> tuple[ProposalView, ...]:
    return tuple(
        ProposalView(
            number,
            proposed.seat,
            "; ".join(table.say_message(action_label(public_fact(event))) for event in proposed.events),
            tuple(place for event in proposed.events if (place := describe_event_place(table, event)) is not None),
        )
        for number, proposed in session.proposals.open.items()
    )
