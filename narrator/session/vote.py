"""A vote on a question, as the notes have it."""

from collections import Counter

from msgspec import Struct

from narrator.session.events import Settled, StoredSessionEvent, VoteAsked, Voted


class Vote(Struct, frozen=True):
    """A question that the host has put to the table."""

    number: int
    """Its note."""
    case: str
    ways: dict[int, str] = {}
    """Who is for which ruling."""

    @property
    def tally(self) -> Counter[str]:
        return Counter(self.ways.values())

    def voters(self, way: str) -> list[int]:
        return sorted(seat for seat, chosen in self.ways.items() if chosen == way)


def voted_on(vote: Vote | None, kept: StoredSessionEvent) -> Vote | None:
    """The vote after one note more; a new question takes the place of the one before."""
    note = kept.note
    if isinstance(note, VoteAsked):
        return Vote(kept.number, note.case)
    if vote is None:
        return None
    if isinstance(note, Voted) and note.note == vote.number:
        return Vote(vote.number, vote.case, {**vote.ways, note.seat: note.way})
    return None if isinstance(note, Settled) and note.note == vote.number else vote
