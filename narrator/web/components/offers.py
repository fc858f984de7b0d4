"""The open offer as its reader sees it, and what players say to each other."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct

from narrator.app.sessions.history import Negotiation
from narrator.app.sessions.trades import can_give, is_current_offer, next_to_answer
from narrator.core.table.cards import RESOURCES
from narrator.session.events import Answered, Offered, PhraseSaid
from narrator.session.table_session import OpenOffer, TableSession
from narrator.web.components.scene import CardStack, card_stacks
from narrator.web.rendering.table_context import TableContext


class OfferView(Struct, frozen=True):
    number: int
    seat: int
    words: str
    gives: tuple[CardStack, ...]  # what the reader or, if it concerns others, the offerer gives
    takes: tuple[CardStack, ...]
    give: tuple[str, ...]
    want: tuple[str, ...]
    mine: bool
    answered: str
    answers: tuple[tuple[int, str, str, int], ...]  # seat, answer, words and number of the answer
    silent: tuple[int, ...]  # seats that have not answered yet
    waits_for: int | None = None  # who answers before the reader, if answers come in turn order
    payable: bool = True  # whether the reader's hand may hold what is wanted


def offer_view(
    table: TableContext, seat: int | None, session: TableSession, taken: Collection[int] = ()
) -> OfferView | None:
    """Return the open offer while the turn of its owner lasts."""
    found = session.offers.open
    if found is None or not is_current_offer(table.record, found.offer):
        return None
    offer = found.offer
    others = [number for number, other in enumerate(table.state.seats) if number != offer.seat and not other.has_left]
    is_asked = offer.seat != seat and seat is not None
    own = found.answers.get(seat) if seat is not None else None
    return OfferView(
        number=found.number,
        seat=offer.seat,
        words=_describe_offer(table, "offer.words", offer),
        gives=tuple(card_stacks(offer.want if is_asked else offer.give, "gives", table)),
        takes=tuple(card_stacks(offer.give if is_asked else offer.want, "takes", table)),
        give=_list_cards(offer.give),
        want=_list_cards(offer.want),
        mine=offer.seat == seat,
        answered=own.answer if own else "",
        answers=tuple(
            (who, answer.answer, _describe_answer(table, answer), found.answer_numbers[who])
            for who, answer in sorted(found.answers.items())
        ),
        silent=tuple(number for number in others if number not in found.answers),
        waits_for=_waits_for(table, seat, found, taken) if is_asked else None,
        payable=not is_asked or seat is None or not table.is_dealt or can_give(table.state, seat, offer.want),
    )


def _waits_for(table: TableContext, seat: int | None, offer: OpenOffer, taken: Collection[int]) -> int | None:
    first = next_to_answer(table.state, offer, taken)
    return first if seat in taken and seat not in offer.answers and first != seat else None


def describe_talk(table: TableContext, talk: Negotiation) -> list[str]:
    """Return an offer, its answers, and how it ended unless with a trade, which the record contains."""
    answers = (_describe_answer(table, answer) for answer in talk.answers)
    said = [_describe_offer(table, "offer.words", talk.offer), *answers]
    if talk.outcome not in (None, "entered"):
        said.append(table.say(f"offer.settled.{talk.outcome}", seat=talk.offer.seat))
    return said


def _describe_answer(table: TableContext, answer: Answered) -> str:
    if answer.answer != "counter":
        return table.say(f"offer.{answer.answer}", seat=answer.seat)
    return _describe_offer(table, "offer.counter", answer)


def _describe_offer(table: TableContext, key: str, offer: Offered | Answered) -> str:
    gift = ".gift" if not any(offer.want.values()) else ".asked" if not any(offer.give.values()) else ""
    return table.say(f"{key}{gift}", seat=offer.seat, give=dict(offer.give), take=dict(offer.want))


def _list_cards(counts: Mapping[Any, int]) -> tuple[str, ...]:
    return tuple(resource for resource in RESOURCES for _ in range(counts.get(resource, 0)))


def describe_phrases(table: TableContext, said: Iterable[PhraseSaid]) -> tuple[tuple[int, str], ...]:
    return tuple((one.seat, table.say(f"phrase.{one.phrase}", seat=one.seat)) for one in said)
