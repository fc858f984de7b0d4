"""What a table has noted for the club: where it sits, whether it waits for help, whether it is closed."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from narrator.session.events import AnySessionEvent, ClubCard, ClubClosed, ClubHelp, StoredSessionEvent


class Call(Struct, frozen=True):
    """A table that waits for help."""

    since: datetime
    seat: int | None = None
    """Whose phone called."""
    is_coming: bool = False


class Card(Struct, frozen=True):
    place: str = ""
    names: bool = False
    """Whether the club may read who plays here."""
    call: Call | None = None
    closed_at: int | None = None
    """How many entries there were when the club closed the table."""

    def is_closed(self, entries: int) -> bool:
        """A table at which somebody has played on is open again."""
        return self.closed_at is not None and entries <= self.closed_at


def is_for_club(note: AnySessionEvent) -> bool:
    return isinstance(note, ClubHelp | ClubCard | ClubClosed)


def noted(card: Card, kept: StoredSessionEvent) -> Card:
    """The card after one note more."""
    note = kept.note
    if isinstance(note, ClubCard):
        return replace(card, place=note.place, names=note.names)
    if isinstance(note, ClubClosed):
        return replace(card, closed_at=note.seen if note.on else None, call=None if note.on else card.call)
    return replace(card, call=_called(card.call, note, kept.written)) if isinstance(note, ClubHelp) else card


def _called(call: Call | None, note: ClubHelp, written: datetime) -> Call | None:
    if note.state == "called":
        return call or Call(written, note.seat)
    return replace(call, is_coming=True) if note.state == "coming" and call else None
