"""Why something was not entered, and what the host can do about it."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.games.results import EntryRefused
from narrator.core.message import Refusal, Refused, irregular
from narrator.core.play.building import is_free_road
from narrator.core.record.rules import keeping_out
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import PRICES
from narrator.core.table.events import AnyEvent, DevelopmentBought, RoadBuilt
from narrator.core.table.state import GameState
from narrator.script.own_hand import Lack, own_hand
from narrator.script.prompts.cases import OF_REFUSAL, call, cases_of
from narrator.text.locale import table_locale
from narrator.text.render import TableLocale, say_refusal
from narrator.web.auth.device import this_device
from narrator.web.components.explanations import CardView, prompt_view
from narrator.web.panels.panel import Button, written
from narrator.web.panels.price import PURCHASED, SHORT
from narrator.web.rendering.table_context import TableContext


class RefusedView(Struct, frozen=True):
    """Why something was not entered, and what can be done about it."""

    reasons: tuple[str, ...]
    let_stand: Button | None
    case: CardView | None
    note: int | None = None
    """The proposal that it was about."""
    close: str = ""
    """What the way out says, where it is a question."""
    at: str | None = None
    """The place on the board that was tapped: the question stands there, and the rest of the page stays."""


def refused_view(
    table: TableContext, events: tuple[AnyEvent, ...], judged: Sequence[tuple[Refusal, ...]], note: int | None = None
) -> RefusedView:
    """All reasons; where none of them is about pieces and places, the host may let stand what they are about."""
    against = [keeping_out(event, found) for event, found in zip(events, judged, strict=True)]
    reasons = [reason for found in against for reason in found]
    words = tuple(dict.fromkeys(say_refusal(reason, table.voice) for reason in reasons))
    let_stand = None
    asked = question(table, events, reasons)
    if asked is not None:
        tap = Button(asked.anyway, (replace(events[0], waived=True),), icon="check")
        at = getattr(events[0], "at", None) if note is None and table.now.game.board is not None else None
        return RefusedView(asked.words, tap, None, note, table.say("ui.anyway.no"), at)
    if all(reason.kind == "irregular" for reason in reasons):
        waived = tuple(
            replace(event, waived=True) if found else event for event, found in zip(events, against, strict=True)
        )
        let_stand = Button(table.say("ui.let_stand"), waived, icon="check")
    names = [OF_REFUSAL[reason.code] for reason in reasons if reason.code in OF_REFUSAL]
    known = [name for name in names if name in cases_of(table.now.rules)]
    case = prompt_view(call(known[0], table.now), table) if known else None
    return RefusedView(words, let_stand, case, note)


def said_reasons(refused: Refused, voice: TableLocale | None = None) -> list[str]:
    """Why a whole thing was turned down; what is about people of a game that was not begun names them."""
    if voice is None:
        lang = this_device().lang
        voice = table_locale(refused.state, lang) if isinstance(refused, EntryRefused) else TableLocale(lang)
    return list(dict.fromkeys(say_refusal(reason, voice) for reason in refused.reasons))


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
