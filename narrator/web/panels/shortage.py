"""A purchase that the hand surely can't pay, though the rules allow it: which cards are missing, and the question
whether to enter it anyway. The table's tablet only says how many are missing, as everybody could know; the player's own
phone names them."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Refusal, irregular
from narrator.core.play.building import is_free_road
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import PRICES
from narrator.core.table.events import AnyEvent, DevelopmentBought, RoadBuilt
from narrator.script.own_hand import MissingCards, own_hand
from narrator.web.panels.panel import encode_events
from narrator.web.panels.purchases import PURCHASE_OF_EVENT, TOO_FEW_CARDS, Bought, say_missing_cards
from narrator.web.rendering.table_context import TableContext


class ShortageQuestion(Struct, frozen=True):
    words: tuple[str, ...]
    anyway: str  # label of the button that enters it all the same
    value: str = ""  # the events that the button sends on a phone


def single_purchase(events: Sequence[AnyEvent]) -> Bought | None:
    """Return the purchase if a tap enters nothing else."""
    return events[0] if len(events) == 1 and isinstance(events[0], Bought) else None


def surely_missing(head: Snapshot, purchase: Bought) -> MissingCards | None:
    """Return what the hand surely lacks; None if it may be enough, or if nothing is paid for this now."""
    state = head.state
    is_free = isinstance(purchase, RoadBuilt) and is_free_road(state, purchase)
    is_unpaid = is_free or purchase.waived or purchase.late or state.phase.part_of_game != "turn"
    if is_unpaid or state.game.is_dealt or purchase.seat >= len(state.seats):
        return None
    hand = own_hand(head, purchase.seat)
    return hand.missing_for(PURCHASE_OF_EVENT[type(purchase)]) if hand is not None else None


def shortage_refusal(head: Snapshot, purchase: Bought) -> Refusal | None:
    missing = surely_missing(head, purchase)
    if missing is None:
        return None
    need = PRICES[PURCHASE_OF_EVENT[type(purchase)]].total()
    return irregular(TOO_FEW_CARDS, seat=purchase.seat, need=need, have=need - missing.total)


def shortage_question(table: TableContext, purchase: Bought, missing: int) -> ShortageQuestion:
    way = "buy" if isinstance(purchase, DevelopmentBought) else "build"
    words = table.say(f"ui.short.{way}", seat=purchase.seat, n=missing)
    return ShortageQuestion((words,), table.say(f"ui.anyway.{way}"))


def phone_shortage_question(table: TableContext, seat: int, events: Sequence[AnyEvent]) -> ShortageQuestion | None:
    """Return the question for a player's own phone, which names the cards; a passed tablet doesn't."""
    purchase = single_purchase(events)
    if purchase is None or purchase.seat != seat:
        return None
    missing = surely_missing(table.head, purchase)
    if missing is None:
        return None
    question = shortage_question(table, purchase, missing.total)
    words = question.words
    if missing.by_resource and not table.is_covered:
        words = (*words, say_missing_cards(table, missing))
    return replace(question, words=words, value=encode_events(events))
