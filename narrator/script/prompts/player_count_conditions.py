"""When a prompt about two, five or six players applies. Answers as `conditions` does."""

from narrator.core.play.dice import is_repeated
from narrator.core.reading.public_view import View
from narrator.core.table.events import DiceRolled, SettlementBuilt, TurnEnded
from narrator.core.table.phase import Part, PartnerActing, PlacingNeutral, Rolling, SpecialBuilding
from narrator.core.table.state import first_active, is_neutral
from narrator.script.prompts.play_conditions import YES, Answer

# Two.


def second_roll_same(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, DiceRolled) or last.fact.late:
        return None
    again = is_repeated(last.before, last.fact.sum) and isinstance(view.state.phase, Rolling)
    return YES if again and last.before.turn == view.state.turn else None


def neutral_road_instead(view: View) -> Answer:
    """A player has built a settlement, and no neutral one fits."""
    last, phase = view.last, view.state.phase
    if last is None or not isinstance(last.fact, SettlementBuilt) or not isinstance(phase, PlacingNeutral):
        return None
    return YES if phase.piece == "road" else None


def neutral_longest_road(view: View) -> Answer:
    """A neutral colour has just taken the title."""
    last = view.last
    if last is None or last.after.longest_road == last.before.longest_road:
        return None
    return YES if last.after.longest_road is not None and is_neutral(last.after.longest_road) else None


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
