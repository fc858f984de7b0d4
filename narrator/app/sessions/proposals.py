"""What a seat's phone may say of its player. Everything else is the host's."""

from collections.abc import Sequence

from narrator.core.message import Refused, impossible
from narrator.core.reading.public_view import public_fact
from narrator.core.record.facts import traits_of
from narrator.core.table.events import AnyFact, DiceRolled
from narrator.core.table.house_rules import HouseRules

MOST_TOGETHER = 6
"""Events in one tap; ours hold two at most."""


def may_propose(event: AnyFact, rules: HouseRules) -> bool:
    """Letting something stand, when it was, what it belongs to, and what is hidden (the card that was stolen) are not a
    phone's to say; nor what the narrator's own dice have thrown."""
    if isinstance(event, DiceRolled) and rules.dice_source == "app":
        return False
    is_plain = not (event.waived or event.late) and event.time is None and event.group is None
    return traits_of(event).proposable and is_plain and event == public_fact(event)


def check_proposal(seat: int, events: Sequence[AnyFact], rules: HouseRules) -> None:
    """Raises `Refused` where a seat may not say this at all, whatever the table looks like."""
    if not events:
        raise Refused(impossible("proposal.empty"))
    if len(events) > MOST_TOGETHER:
        raise Refused(impossible("proposal.too_many"))
    for event in events:
        if getattr(event, "seat", None) != seat:
            raise Refused(impossible("proposal.another_seat"))
        if not may_propose(event, rules):
            raise Refused(impossible("proposal.not_yours", event=event.type))
