"""What somebody pays for their own: a quiet line with the price and the points that it makes."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.table.cards import PRICES, Purchase

BUILT: dict[str, Purchase] = {
    "event.road_built": "road",
    "event.settlement_built": "settlement",
    "event.city_built": "city",
    "event.development_bought": "development",
}
"""What is told of a build, and what it costs."""


UNSEEN = ("event.step_done", "event.told", "event.seat_joined")
"""That a step is done is seen by the next one, and who has joined by the head."""


def quiet(lines: tuple[Msg, ...], covered: tuple[str, ...] = ()) -> Iterator[Msg]:
    """The telling without what hero and picture say already, builds with their price."""
    for line in lines:
        if not line.key.startswith((*UNSEEN, *covered)):
            bought = BUILT.get(line.key)
            yield line if bought is None else _paid(line, bought)


def _paid(line: Msg, bought: Purchase) -> Msg:
    return msg(f"scene.built.{bought}", **line.params, price=PRICES[bought].counts())
