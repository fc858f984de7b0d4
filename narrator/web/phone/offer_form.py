"""The form for an offer or a counteroffer, and an offer on the phone that is passed to somebody without one."""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.play.trade import terms_refusals
from narrator.core.table.cards import cards
from narrator.script.own_hand import own_hand
from narrator.session.table_session import TableSession
from narrator.text.languages import nearest_language
from narrator.text.render import say_refusal
from narrator.web.components.offers import OfferView, offer_view
from narrator.web.panels.panel import Row
from narrator.web.panels.phone_panel import offer_rows
from narrator.web.rendering.table_context import TableContext


class OfferForm(Struct, frozen=True):
    rows: tuple[Row, ...]
    give: list[str]
    want: list[str]
    reasons: list[str]  # why the house rules forbid to offer the cards picked so far


class PassedOffer(Struct, frozen=True):
    """An offer on the offerer's phone, for the player it is passed to and in their language."""

    seat: int
    offer: OfferView
    table: TableContext


def offer_form(table: TableContext, seat: int | None, can_offer: bool, offer: OfferView | None) -> OfferForm | None:
    panel, give, want = table.query.panel, table.query.list("give"), table.query.list("want")
    can_answer = offer is not None and not offer.mine and seat is not None
    if not (panel == "offer" and can_offer) and not (panel == "counter" and can_answer):
        return None
    # Cards that the hand lacks are disabled, but not on a covered tablet.
    held = own_hand(table.head, seat) if table.is_dealt and not table.is_covered and seat is not None else None
    rows = offer_rows(replace(table, known_hand=held), give, want)
    return OfferForm(rows, give, want, _reasons_against(table, give, want))


def _reasons_against(table: TableContext, give: list[str], want: list[str]) -> list[str]:
    if not give and not want:
        return []
    reasons = terms_refusals(table.state, cards(Counter(give)), cards(Counter(want)))  # type: ignore[arg-type]
    return [say_refusal(reason, table.locale) for reason in reasons]


def passed_offer(
    table: TableContext, session: TableSession, offer: OfferView | None, seats_with_phone: set[int]
) -> PassedOffer | None:
    to = table.query.number("to")
    if table.query.panel != "pass" or offer is None or not offer.mine or to is None:
        return None
    if to >= len(table.state.seats) or to in seats_with_phone:
        return None
    language = nearest_language(table.state.seats[to].language)
    other = replace(table, locale=replace(table.locale, language=language))
    shown = offer_view(other, to, session)
    return PassedOffer(to, shown, other) if shown else None
