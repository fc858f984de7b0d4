"""A phone's page: what it is made from, and what its own panels need besides."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from narrator.core.play.trade import terms_refusals
from narrator.core.table.cards import cards
from narrator.script.own_hand import OwnHand, own_hand
from narrator.text.languages import nearest_language
from narrator.text.render import say_refusal
from narrator.web.components.offers import OfferView, offer_view
from narrator.web.panels.phone import offer_rows
from narrator.web.phone.view import Phone, PhoneContext, phone_view
from narrator.web.rendering.table_context import TableContext


def phone_page(context: PhoneContext) -> dict[str, Any]:
    """The phone, an offer being made or passed round, and who has a phone."""
    phone, query = phone_view(context), context.table.query
    return {
        "phone": phone,
        "give": query.list("give"),
        "want": query.list("want"),
        "offering": offering(context.table, phone),
        "against": against(context.table),
        "passed": passed_round(context, phone),
        "taken": context.taken,
    }


def offering(table: TableContext, phone: Phone) -> object:
    """The cards to offer, or to ask for instead of those that somebody offers."""
    query = table.query
    can_answer = phone.offer is not None and not phone.offer.mine and phone.seat is not None
    if (query.do == "offer" and phone.can_offer) or (query.do == "counter" and can_answer):
        return offer_rows(replace(table, held=_held(table, phone.seat)), query.list("give"), query.list("want"))
    return None


def _held(table: TableContext, seat: int | None) -> OwnHand | None:
    """Nobody offers what the app knows that they don't hold; on a covered tablet that is told only when they try."""
    return own_hand(table.head, seat) if table.is_dealt and not table.is_covered and seat is not None else None


def against(table: TableContext) -> list[str]:
    """What tonight's rules say against the cards picked so far."""
    give, want = (Counter(table.query.list(side)) for side in ("give", "want"))
    reasons = terms_refusals(table.now, cards(give), cards(want))  # type: ignore[arg-type]
    return [say_refusal(reason, table.locale) for reason in reasons] if give or want else []


def passed_round(context: PhoneContext, phone: Phone) -> tuple[int, OfferView, TableContext] | None:
    """The offerer's phone in the hand of somebody who has none: whose it is, the offer as they
    see it, and the table in their language."""
    table, to = context.table, context.table.query.number("to")
    is_mine = phone.offer is not None and phone.offer.mine
    if table.query.do != "pass" or not is_mine or to is None or to >= len(table.now.seats) or to in context.taken:
        return None
    other = in_language(table, table.now.seats[to].language)
    offer = offer_view(other, to, context.session)
    return (to, offer, other) if offer else None


def in_language(table: TableContext, language: str | None) -> TableContext:
    """The same table in somebody else's language."""
    return replace(table, locale=replace(table.locale, language=nearest_language(language)))
