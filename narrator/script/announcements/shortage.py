"""What was let stand although a hand is too small for it by the record, in message keys."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.record.rules import refusals
from narrator.core.table.events import AnyFact
from narrator.core.table.state import GameState


def tell_short_hand(fact: AnyFact, before: GameState) -> Iterator[Msg]:
    """How many cards the record misses in a hand: by their number, never by their kind."""
    if not fact.waived:
        return
    for reason in refusals(before, fact):
        if reason.code == "hand.too_few":
            about = reason.params
            yield msg("event.short_hand", seat=about["seat"], n=about["need"] - about["have"])
