"""Every event in a few words, to name it on a button: what undo undoes, what an entry of the history is."""

from typing import Any

from narrator.core.message import Msg, msg
from narrator.core.table.events import Amended, AnyEvent, TakenBack

from .tellings import telling_of


def deed(event: AnyEvent) -> Msg:
    """
    >>> from narrator.core.table.events import DiceRolled
    >>> deed(DiceRolled(seat=1, total=8))
    Msg(key='deed.dice_rolled', params={'seat': 1, 'total': 8})
    """
    seat = getattr(event, "seat", None)
    about: dict[str, Any] = {} if seat is None else {"seat": seat}
    if isinstance(event, Amended):
        return msg("deed.amended", **about, entry=event.entry or event.after or 0)
    if isinstance(event, TakenBack):
        return msg("deed.taken_back", **about, entry=event.to)
    telling = telling_of(event)
    variant = telling.variant(event)
    key = f"deed.{event.type}.{variant}" if variant else f"deed.{event.type}"
    return msg(key, **about, **telling.about(event))
