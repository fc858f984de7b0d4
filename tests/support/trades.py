"""Offers and answers."""

import pytest

from narrator.core.message import Refused
from narrator.core.table.cards import Counts
from narrator.session.events import Answered, Offered
from tests.support.evening import ANA, Evening


def offer(
    evening: Evening, give: Counts | None = None, want: Counts | None = None, seat: int = ANA, key: str = "o"
) -> int:
    offered = Offered(seat=seat, give={"wool": 2} if give is None else give, want={"ore": 1} if want is None else want)
    evening.trades.offer(evening.id, offered, key)
    return evening.sessions.session_of(evening.id).number


def answer(
    evening: Evening, seat: int, said: str, note: int = 1, give: Counts | None = None, want: Counts | None = None
) -> int:
    """The number of the answer."""
    key = f"a{evening.sessions.session_of(evening.id).number}"
    answered = Answered(seat=seat, offer_number=note, answer=said, give=give or {}, want=want or {})  # type: ignore[arg-type]
    evening.trades.answer(evening.id, answered, key)
    return evening.sessions.session_of(evening.id).number


def refused(deed: object, *args: object) -> list[str]:
    with pytest.raises(Refused) as caught:
        deed(*args)  # type: ignore[operator]
    return [reason.code for reason in caught.value.reasons]


def is_open(evening: Evening) -> bool:
    return evening.trades.open_offer(evening.id) is not None
