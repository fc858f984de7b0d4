"""The talk about a trade: whose word is awaited, who could pay, and everything that was offered and answered.

Nothing moves while people talk: a trade is entered when the offerer takes somebody's yes.
"""

from collections.abc import Collection, Iterable

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Refused, impossible
from narrator.core.record.exact_choices import cannot_pay
from narrator.core.table.cards import Counts
from narrator.core.table.events import PlayersTraded
from narrator.core.table.state import GameState, active_seats
from narrator.session.events import Answered, Offered, Outcome, Settled, StoredSessionEvent
from narrator.session.table_session import OpenOffer


def next_to_answer(state: GameState, offer: OpenOffer, asked: Collection[int]) -> int | None:
    """Whose word comes first, clockwise from the offerer, where answers come in turn order. Of those who are `asked` by
    a phone or a program of their own: the others speak at the table, and nobody waits for them."""
    if state.rules.trade_answers == "open":
        return None
    count, whose = len(state.seats), offer.offer.seat
    others = sorted((seat for seat in active_seats(state) if seat != whose), key=lambda seat: (seat - whose) % count)
    return next((seat for seat in others if seat in asked and seat not in offer.answers), None)


def check_order(state: GameState, offer: OpenOffer, seat: int, asked: Collection[int]) -> None:
    """Who has answered may think again; who has not waits for those before."""
    first = next_to_answer(state, offer, asked)
    if first not in (None, seat) and seat in asked and seat not in offer.answers:
        raise Refused(impossible("offer.wait", seat=first))


def can_give(state: GameState, seat: int, given: Counts) -> bool:
    """Whether a hand may hold these cards, as far as this record of the table goes."""
    return not cannot_pay(state, PlayersTraded(seat=seat, partner=seat, give=given, receive={}))


class Talk(Struct, frozen=True):
    """An offer with everything that was said to it, and how it ended; without an outcome it lapsed or lies open."""

    number: int
    offer: Offered
    answers: tuple[Answered, ...] = ()
    outcome: Outcome | None = None

    @property
    def seats(self) -> set[int]:
        return {self.offer.seat, *(answer.seat for answer in self.answers)}


def talks_in(notes: Iterable[StoredSessionEvent]) -> list[Talk]:
    """All offers of a game, the oldest first. An offer knows at which entry it was made."""
    found: dict[int, Talk] = {}
    for kept in notes:
        note = kept.event
        if isinstance(note, Offered):
            found[kept.number] = Talk(kept.number, note)
        elif isinstance(note, Answered | Settled) and note.note in found:
            talk = found[note.note]
            if isinstance(note, Answered):
                found[note.note] = replace(talk, answers=(*talk.answers, note))
            else:
                found[note.note] = replace(talk, outcome=note.outcome)
    return list(found.values())
