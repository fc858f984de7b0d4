"""News: something that may be the hero of a scene, with its picture."""

from collections.abc import Iterable

from msgspec import Struct

from narrator.core.message import Msg
from narrator.core.table.state import GameState
from narrator.script.scenes.model import Kind, Picture

NO_PICTURE = Picture()


class News(Struct, frozen=True):
    kind: Kind
    hero: tuple[Msg, ...]
    seat: int | None = None
    picture: Picture = NO_PICTURE
    covers: tuple[str, ...] = ()
    """How the keys begin of what hero and picture say already: the rest of the telling is the second line."""
    second: tuple[Msg, ...] = ()
    told: tuple[Msg, ...] = ()
    """What nobody else tells: it is said aloud, and is a second line where something else is the hero."""


def from_seat(seats: Iterable[int], first: int, state: GameState) -> list[int]:
    """Seats in the order in which they sit, from one of them on."""
    return sorted(seats, key=lambda seat: (seat - first) % len(state.seats))
