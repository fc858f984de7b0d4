"""When a prompt about two, five or six players applies. Answers as `conditions` does."""

from narrator.core.events import TurnEnded
from narrator.core.phase import Part, PartnerActing, SpecialBuilding
from narrator.core.state import first_active
from narrator.core.view import View

from .conditions import YES, Answer

# Five and six.


def partner_part(view: View) -> Answer:
    return YES if _first_begins(view, PartnerActing) else None


def special_building(view: View) -> Answer:
    return YES if _first_begins(view, SpecialBuilding) else None


def _first_begins(view: View, kind: type[Part]) -> bool:
    """Whether the very first part between two turns has just begun."""
    last, state = view.last, view.state
    begins = last is not None and isinstance(last.fact, TurnEnded) and not isinstance(last.before.phase, Part)
    return begins and isinstance(state.phase, kind) and state.round == 1 and state.turn == first_active(state)
