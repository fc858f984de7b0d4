"""A purchase that the hand can't pay: how many cards are missing, and the question whether it stands all the same.

On the table's tablet only the number is told. The record knows it from the size of the hand, or from what everybody
could know of the cards in it.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Refusal, irregular
from narrator.core.play.building import is_free_road
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import PRICES
from narrator.core.table.events import AnyEvent, DevelopmentBought, RoadBuilt
from narrator.core.table.state import GameState
from narrator.script.own_hand import Lack, own_hand
from narrator.web.panels.panel import written
from narrator.web.panels.price import PURCHASED, SHORT
from narrator.web.rendering.table_context import TableContext


class Question(Struct, frozen=True):
    words: tuple[str, ...]
    anyway: str
    """What the button says that enters it all the same."""
    value: str = ""
    """The events that it sends, on a phone."""


def cards_missing(head: Snapshot, events: Sequence[AnyEvent]) -> Refusal | None:
    """The reason against a single purchase that the hand surely can't pay; none where it may be enough."""
    lack = lack_of(head, events)
    if lack is None:
        return None
    (event,) = events
    need = PRICES[PURCHASED[type(event)]].total()
    return irregular(SHORT, seat=event.seat, need=need, have=need - lack.total)  # type: ignore[union-attr]


def lack_of(head: Snapshot, events: Sequence[AnyEvent]) -> Lack | None:
    if len(events) != 1 or not _is_paid_now(head.state, events[0]):
        return None
    hand = own_hand(head, events[0].seat)  # type: ignore[union-attr, arg-type]
    return hand.lacks(PURCHASED[type(events[0])]) if hand is not None else None


def _is_paid_now(state: GameState, event: AnyEvent) -> bool:
    if type(event) not in PURCHASED or event.waived or event.late or event.seat >= len(state.seats):  # type: ignore[union-attr, operator]
        return False
    is_free = isinstance(event, RoadBuilt) and is_free_road(state, event)
    return state.game.cards == "table" and state.phase.phase == "turn" and not is_free


def question(table: TableContext, events: Sequence[AnyEvent], reasons: Sequence[Refusal]) -> Question | None:
    """What is asked where nothing but the hand speaks against a single purchase."""
    if len(events) != 1 or type(events[0]) not in PURCHASED or not reasons:
        return None
    if any(reason.code != SHORT for reason in reasons):
        return None
    missing = max(reason.params["need"] - reason.params["have"] for reason in reasons)
    way = "buy" if isinstance(events[0], DevelopmentBought) else "build"
    words = table.say(f"ui.short.{way}", seat=reasons[0].params["seat"], n=missing)
    return Question((words,), table.say(f"ui.anyway.{way}"))


def own_question(table: TableContext, seat: int, events: Sequence[AnyEvent]) -> Question | None:
    """The same on the phone of whoever builds, which may name the cards; a tablet that was passed does not."""
    lack, reason = lack_of(table.head, events), cards_missing(table.head, events)
    if lack is None or reason is None or reason.params["seat"] != seat:
        return None
    asked = question(table, events, (reason,))
    if asked is None:
        return None
    key = "coach.missing.more" if lack.others else "coach.missing"
    named = table.say(key, cards=lack.kinds, n=lack.others) if lack.kinds and not table.is_covered else ""
    return replace(asked, words=(*asked.words, *([named] if named else [])), value=written(events))
