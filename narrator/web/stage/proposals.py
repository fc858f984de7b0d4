"""What phones propose, as lines that wait on the stage."""

from msgspec import Struct

from narrator.core.reading.public_view import public_fact
from narrator.script.announcements.announce import action_label
from narrator.session.table_session import TableSession
from narrator.web.panels.spots import where
from narrator.web.rendering.table_context import TableContext


class Proposal(Struct, frozen=True):
    """What a phone proposes, as a line that waits on the stage."""

    note: int
    seat: int
    words: str
    places: tuple[tuple[str, str], ...] = ()
    """Where it is about, and that place in words."""


def proposals_view(table: TableContext, session: TableSession) -> tuple[Proposal, ...]:
    return tuple(
        Proposal(
            number,
            note.seat,
            "; ".join(table.tell(action_label(public_fact(event))) for event in note.events),
            tuple(found for event in note.events if (found := where(table, event)) is not None),
        )
        for number, note in session.proposals.open.items()
    )
