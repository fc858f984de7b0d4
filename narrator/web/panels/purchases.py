"""Purchases: the price, the missing cards, and the event that a tap enters. The record may lag behind the table, so a
purchase that the hand can't pay is never forbidden. Its button is marked, and shortage.py asks whether to enter it. If
the record is unsure of the hand, nobody is asked and the price is waived. Only the player's own phone says which cards
are missing."""

from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.play.turns import has_target
from narrator.core.record.judging import apply, refusals
from narrator.core.table.cards import PRICES, RESOURCES, Purchase
from narrator.core.table.events import AnyFact, CityBuilt, DevelopmentBought, RoadBuilt, SettlementBuilt
from narrator.core.table.state import points
from narrator.script.own_hand import MissingCards
from narrator.web.panels.panel import Button
from narrator.web.rendering.table_context import TableContext

TOO_FEW_CARDS = "hand.too_few"  # code of the refusal
Piece = Literal["road", "settlement", "city"]
PIECES: tuple[Piece, ...] = get_args(Piece)
PIECES_LEFT_FIELDS: dict[Piece, str] = {"road": "roads_left", "settlement": "settlements_left", "city": "cities_left"}
Bought = RoadBuilt | SettlementBuilt | CityBuilt | DevelopmentBought
PURCHASE_OF_EVENT: dict[type[Bought], Purchase] = {
    RoadBuilt: "road",
    SettlementBuilt: "settlement",
    CityBuilt: "city",
    DevelopmentBought: "development",
}
MAX_POINTS_PER_BUILD = 3  # its own, and a title


class PossiblePurchase(Struct, frozen=True):
    event: AnyFact  # as a tap enters it
    shortfall: str = ""  # which cards are missing, in words; empty if it can be paid
    missing_cards: tuple[str, ...] = ()  # if known


def possible_purchase(table: TableContext, event: Bought) -> PossiblePurchase | None:
    """Return the purchase, even if the hand is too small for it; None if something else speaks against it."""
    (entered,) = table.mark_if_late(event)
    reasons = refusals(table.panel_state, entered)
    words, cards = missing_cards(table, PURCHASE_OF_EVENT[type(event)])
    if not reasons:
        return PossiblePurchase(entered, words, cards)
    if any(reason.code != TOO_FEW_CARDS for reason in reasons):
        return None
    count = reasons[0].params["need"] - reasons[0].params["have"]
    return PossiblePurchase(_waive_if_unsure(table, entered), words or table.say("ui.dear", n=count), cards)


def purchase_events(table: TableContext, event: Bought) -> tuple[AnyFact, ...]:
    """Return the event as a tap enters it, even if it is refused then."""
    purchase = possible_purchase(table, event)
    return table.mark_if_late(event) if purchase is None else (purchase.event,)


def _waive_if_unsure(table: TableContext, event: AnyFact) -> AnyFact:
    """Waive the price if the hand is in doubt, unless the purchase wins the game or a phone only reports it."""
    is_sure = f"hand.{table.acting_seat}" not in table.panel_state.unsure
    return event if is_sure or table.is_reported or _wins(table, event) else replace(event, waived=True)


def _wins(table: TableContext, event: AnyFact) -> bool:
    seat, state = table.acting_seat, table.panel_state
    if points(state, seat) + MAX_POINTS_PER_BUILD < state.rules.target_vp or has_target(state, seat):
        return False
    return has_target(apply(state, replace(event, waived=True)), seat)


def missing_cards(table: TableContext, purchase: Purchase) -> tuple[str, tuple[str, ...]]:
    """Return the missing cards in words and one by one; nothing if it may be enough or nobody knows."""
    missing = table.known_hand.missing_for(purchase) if table.known_hand is not None else None
    if missing is None or not missing.by_resource:
        return "", ()
    cards = tuple(kind for kind, count in missing.by_resource.items() for _ in range(count))
    return say_missing_cards(table, missing), cards


def say_missing_cards(table: TableContext, missing: MissingCards) -> str:
    key = "coach.missing.more" if missing.unknown else "coach.missing"
    return table.say(key, cards=missing.by_resource, n=missing.unknown)


def price_cards(purchase: Purchase) -> tuple[str, ...]:
    return tuple(resource for resource in RESOURCES for _ in range(PRICES[purchase].count_of(resource)))


def pieces_left(table: TableContext, piece: Piece) -> int:
    left: int = getattr(table.panel_state.seats[table.acting_seat], PIECES_LEFT_FIELDS[piece])
    return left


def why_not_buildable(table: TableContext, piece: Piece) -> str:
    """Say why no piece of this kind can be built; missing cards are only known if the app deals."""
    if table.is_dealt and (words := missing_cards(table, piece)[0]):
        return words
    return table.say(f"ui.build.no_{piece}" if pieces_left(table, piece) else "ui.build.none_left")


def disabled_piece_button(table: TableContext, piece: Piece) -> Button:
    label, why = table.say(f"ui.piece.{piece}"), why_not_buildable(table, piece)
    return Button(label, icon=piece, caption=why, cost=price_cards(piece), is_disabled=True)
