"""What a seat's phone may say of its player. Everything else is the host's."""

from narrator.core.reading.public_view import public_fact
from narrator.core.record.facts import traits_of
from narrator.core.table.events import AnyFact, DiceRolled
from narrator.core.table.rules import HouseRules


def may_propose(event: AnyFact, rules: HouseRules) -> bool:
    """Letting something stand, when it was, what it belongs to, and what is hidden (the card that was stolen) are not a
    phone's to say; nor what the narrator's own dice have thrown."""
    if isinstance(event, DiceRolled) and rules.dice_source == "app":
        return False
    is_plain = not (event.waived or event.late) and event.time is None and event.group is None
    return traits_of(event).proposable and is_plain and event == public_fact(event)
