"""Parts of pages that several devices see alike: made once for each number, language and viewer."""

from collections import OrderedDict
from collections.abc import Callable

from narrator.web.request.device import Device
from narrator.web.request.guard import squeezed

ROOM = 4_000
"""So many fragments are kept: each is made once for everybody who sees the same."""
Reader = tuple[str | Device, ...]


class Fragments:
    """Phones' pages by game, viewer and device (its language and look), each at its last number, compressed."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[Reader, tuple[str, bytes]] = OrderedDict()
        self.made = 0

    def of(self, reader: Reader, number: str, make: Callable[[], str]) -> bytes:
        kept_at, page = self._kept.get(reader, ("", b""))
        if kept_at != number:
            self.made += 1
            page = squeezed(make().encode())
            self._kept[reader] = (number, page)
            self._kept.move_to_end(reader)
            while len(self._kept) > self._room:
                self._kept.popitem(last=False)
        return page
