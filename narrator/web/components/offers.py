"""The offer on the table, as its reader sees it."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct

from narrator.app.sessions.negotiation import Talk, can_give, next_to_answer
from narrator.app.sessions.offers import lasts
from narrator.core.table.cards import RESOURCES
from narrator.session.events import Answered, Offered, PhraseSaid
from narrator.session.table_session import OpenOffer, TableSession
from narrator.web.components.scene import Cards, stacks
from narrator.web.rendering.table_context import TableContext


class OfferView(Struct, frozen=True):
    """The open offer, as this reader sees it."""

    number: int
    seat: int
    words: str
    gives: tuple[Cards, ...]
    """What the reader gives, or where it is another's business the offerer."""
    takes: tuple[Cards, ...]
    give: tuple[str, ...]
    want: tuple[str, ...]
    mine: bool
    answered: str
    answers: tuple[tuple[int, str, str, int], ...]
    """Who answered, how, in words, and the number of that answer."""
    silent: tuple[int, ...]
    """Who has not answered yet."""
    waits_for: int | None = None
    """Who answers before the reader, where answers come in turn order."""
    payable: bool = True
    """Whether the reader's hand may hold what is wanted, where the app deals and knows it."""


def offer_view(
    table: TableContext, seat: int | None, session: TableSession, taken: Collection[int] = ()
) -> OfferView | None:
    """The offer on the table, while its owner's turn lasts."""
    found = session.offer
    if found is None or not lasts(table.record, found.offer):
        return None
    offer = found.offer
    mine = offer.seat == seat
    answers = tuple(
        (who, a.answer, answer_words(table, a), found.given[who]) for who, a in sorted(found.answers.items())
    )
    others = [number for number, other in enumerate(table.now.seats) if number != offer.seat and not other.left]
    is_asked = not mine and seat is not None
    own = found.answers.get(seat) if seat is not None else None
    return OfferView(
        number=found.number,
        seat=offer.seat,
        words=_offered(table, "offer.words", offer),
        gives=tuple(stacks(offer.want if is_asked else offer.give, "gives", table)),
        takes=tuple(stacks(offer.give if is_asked else offer.want, "takes", table)),
        give=listed(offer.give),
        want=listed(offer.want),
        mine=mine,
        answered=own.answer if own else "",
        answers=answers,
        silent=tuple(number for number in others if number not in found.answers),
        waits_for=_waits_for(table, seat, found, taken) if is_asked else None,
        payable=not is_asked or seat is None or table.now.game.cards != "app" or can_give(table.now, seat, offer.want),
    )


def _waits_for(table: TableContext, seat: int | None, offer: OpenOffer, taken: Collection[int]) -> int | None:
    first = next_to_answer(table.now, offer, taken)
    return first if seat in taken and seat not in offer.answers and first != seat else None


def talk_words(table: TableContext, talk: Talk) -> list[str]:
    """An offer, every answer, and how it ended; a trade that came out of it stands in the record itself."""
    said = [_offered(table, "offer.words", talk.offer), *(answer_words(table, answer) for answer in talk.answers)]
    if talk.outcome not in (None, "entered"):
        said.append(table.say(f"offer.settled.{talk.outcome}", seat=talk.offer.seat))
    return said


def answer_words(table: TableContext, answer: Answered) -> str:
    if answer.answer != "counter":
        return table.say(f"offer.{answer.answer}", seat=answer.seat)
    return _offered(table, "offer.counter", answer)


def _offered(table: TableContext, key: str, offer: Offered | Answered) -> str:
    """What is offered; where one side gives nothing, it's a gift."""
    gift = ".gift" if not any(offer.want.values()) else ".asked" if not any(offer.give.values()) else ""
    return table.say(f"{key}{gift}", seat=offer.seat, give=dict(offer.give), take=dict(offer.want))


def listed(counts: Mapping[Any, int]) -> tuple[str, ...]:
    return tuple(resource for resource in RESOURCES for _ in range(counts.get(resource, 0)))


def phrases(table: TableContext, said: Iterable[PhraseSaid]) -> tuple[tuple[int, str], ...]:
    """Who said what, in the reader's language."""
    return tuple((one.seat, table.say(f"phrase.{one.phrase}", seat=one.seat)) for one in said)
