"""Why something was not entered and what the host can do; the question about a purchase that the hand can't pay.
The table's tablet only says how many cards are missing, as everybody could know; the player's own phone names them."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.games.results import EntryRefused
from narrator.core.message import Refusal, Refused, irregular
from narrator.core.play.building import is_free_road
from narrator.core.record.judging import blocking_reasons
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import PRICES
from narrator.core.table.events import AnyEvent, DevelopmentBought, RoadBuilt
from narrator.core.table.state import GameState
from narrator.script.own_hand import MissingCards, own_hand
from narrator.script.prompts.cases import PROMPT_OF_REFUSAL, possible_cases, prompt_for
from narrator.text.render import TableLocale, say_refusal
from narrator.web.auth.preferences import current_preferences
from narrator.web.components.explanations import CardView, prompt_view
from narrator.web.panels.panel import Button, encode_events
from narrator.web.panels.purchases import PURCHASE_OF_EVENT, TOO_FEW_CARDS
from narrator.web.rendering.table_context import TableContext
from narrator.web.rendering.table_locale import table_locale


class RefusedView(Struct, frozen=True):
    reasons: tuple[str, ...]
    let_stand: Button | None  # enters it as waived
    case: CardView | None
    proposal_number: int | None = None  # of the refused proposal, if it was one
    close: str = ""  # label of the way out, if it is a question
    at: str | None = None  # the tapped place, where the question is shown


class ShortageQuestion(Struct, frozen=True):
    words: tuple[str, ...]
    anyway: str  # label of the button that enters it all the same
    value: str = ""  # the events that the button sends on a phone


def refused_view(
    table: TableContext,
    events: tuple[AnyEvent, ...],
    judged: Sequence[tuple[Refusal, ...]],
    proposal_number: int | None = None,
) -> RefusedView:
    """Return all reasons and, if none of them is physical, the button that waives them."""
    blocking = [blocking_reasons(event, refusals) for event, refusals in zip(events, judged, strict=True)]
    reasons = [reason for refusals in blocking for reason in refusals]
    question = _shortage_question(table, events, reasons)
    if question is not None:
        tap = Button(question.anyway, (replace(events[0], waived=True),), icon="check")
        at = getattr(events[0], "at", None) if proposal_number is None else None
        return RefusedView(question.words, tap, None, proposal_number, table.say("ui.anyway.no"), at)
    let_stand = None
    if all(reason.kind == "irregular" for reason in reasons):
        pairs = zip(events, blocking, strict=True)
        waived = tuple(replace(event, waived=True) if refusals else event for event, refusals in pairs)
        let_stand = Button(table.say("ui.let_stand"), waived, icon="check")
    names = [PROMPT_OF_REFUSAL[reason.code] for reason in reasons if reason.code in PROMPT_OF_REFUSAL]
    known = [name for name in names if name in possible_cases(table.state.rules)]
    case = prompt_view(prompt_for(known[0], table.state), table) if known else None
    words = tuple(dict.fromkeys(say_refusal(reason, table.locale) for reason in reasons))
    return RefusedView(words, let_stand, case, proposal_number)


def refusal_texts(refused: Refused | None, locale: TableLocale | None = None) -> list[str]:
    """Return why something was refused, with the names of the game's players if it has begun."""
    if refused is None:
        return []
    if locale is None:
        lang = current_preferences().lang
        locale = table_locale(refused.state, lang) if isinstance(refused, EntryRefused) else TableLocale(lang)
    return list(dict.fromkeys(say_refusal(reason, locale) for reason in refused.reasons))


def shortage_refusal(head: Snapshot, events: Sequence[AnyEvent]) -> Refusal | None:
    lack = _missing_cards(head, events)
    if lack is None:
        return None
    (event,) = events
    need = PRICES[PURCHASE_OF_EVENT[type(event)]].total()
    return irregular(TOO_FEW_CARDS, seat=event.seat, need=need, have=need - lack.total)  # type: ignore[union-attr]


def _missing_cards(head: Snapshot, events: Sequence[AnyEvent]) -> MissingCards | None:
    if len(events) != 1 or not _is_paid_now(head.state, events[0]):
        return None
    hand = own_hand(head, events[0].seat)  # type: ignore[union-attr, arg-type]
    return hand.missing_for(PURCHASE_OF_EVENT[type(events[0])]) if hand is not None else None


def _is_paid_now(state: GameState, event: AnyEvent) -> bool:
    if type(event) not in PURCHASE_OF_EVENT or event.waived or event.late or event.seat >= len(state.seats):  # type: ignore[union-attr, operator]
        return False
    is_free = isinstance(event, RoadBuilt) and is_free_road(state, event)
    return not state.game.is_dealt and state.phase.part_of_game == "turn" and not is_free


def _shortage_question(
    table: TableContext, events: Sequence[AnyEvent], reasons: Sequence[Refusal]
) -> ShortageQuestion | None:
    """Return the question to ask if nothing but the hand speaks against a single purchase."""
    if len(events) != 1 or type(events[0]) not in PURCHASE_OF_EVENT or not reasons:
        return None
    if any(reason.code != TOO_FEW_CARDS for reason in reasons):
        return None
    missing = max(reason.params["need"] - reason.params["have"] for reason in reasons)
    way = "buy" if isinstance(events[0], DevelopmentBought) else "build"
    words = table.say(f"ui.short.{way}", seat=reasons[0].params["seat"], n=missing)
    return ShortageQuestion((words,), table.say(f"ui.anyway.{way}"))


def phone_shortage_question(table: TableContext, seat: int, events: Sequence[AnyEvent]) -> ShortageQuestion | None:
    """Return the question for a player's own phone, which names the cards; a passed tablet doesn't."""
    lack, reason = _missing_cards(table.head, events), shortage_refusal(table.head, events)
    if lack is None or reason is None or reason.params["seat"] != seat:
        return None
    question = _shortage_question(table, events, (reason,))
    if question is None:
        return None
    words = question.words
    if lack.by_resource and not table.is_covered:
        key = "coach.missing.more" if lack.unknown else "coach.missing"
        words = (*words, table.say(key, cards=lack.by_resource, n=lack.unknown))
    return replace(question, words=words, value=encode_events(events))
