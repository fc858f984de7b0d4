"""Every event in a few words, to name it on a button: what undo undoes, what an entry of the history is."""

from collections.abc import Sequence
from typing import Any

from narrator.core.message import Msg, msg
from narrator.core.reading.public_view import public_event
from narrator.core.table.events import Amended, AnyEvent, CardsDiscarded, TakenBack
from narrator.script.announcements.register import announcement_of


def action_label(event: AnyEvent, log: Sequence[AnyEvent] = ()) -> Msg:
    """What was done; with the log also which entry an amendment took out.

    >>> from narrator.core.table.events import DiceRolled
    >>> action_label(DiceRolled(seat=1, total=8))
    Msg(key='deed.dice_rolled', params={'seat': 1, 'total': 8})
    """
    seat = getattr(event, "seat", None)
    about: dict[str, Any] = {} if seat is None else {"seat": seat}
    if isinstance(event, Amended):
        return _amended(event, log)
    if isinstance(event, TakenBack):
        return msg("deed.taken_back", **about, entry=event.to)
    telling = announcement_of(event)
    variant = telling.variant(event)
    key = f"deed.{event.type}.{variant}" if variant else f"deed.{event.type}"
    return msg(key, **about, **telling.about(event))


def action_label_at(log: Sequence[AnyEvent], number: int) -> Msg:
    """What the entry of this number and all that was tapped with it did, as everybody may read it. It is named after
    its last, but for discards: those are everybody's."""
    group = log[number - 1].group
    together = log[(number if group is None else group) - 1 : number]
    discards = sum(isinstance(event, CardsDiscarded) for event in together)
    if discards > 1:
        return msg("deed.cards_discarded.several", n=discards)
    return action_label(public_event(together[-1]), log)


def _amended(event: Amended, log: Sequence[AnyEvent]) -> Msg:
    if event.event is not None:
        return msg("deed.amended" if event.after is None else "deed.amended.added", deed=action_label(event.event))
    number = event.entry or 0
    if not 0 < number <= len(log):
        return msg("deed.amended.entry", entry=number)
    removed = log[number - 1]
    # An amendment may have been amended itself: then it is named after what it had entered.
    fact = removed.event if isinstance(removed, Amended) else removed
    return msg("deed.amended.removed", deed=action_label(public_event(fact or removed)))
