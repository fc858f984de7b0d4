"""How many pages listen: so many of one client, of which the oldest give way, and so many of one address."""

from collections.abc import Generator, Iterator
from contextlib import closing

from narrator.storage.shared_state.limits import OpenPages


class StreamLimits:
    """The limits on what is open, at all servers together."""

    def __init__(self, pages: OpenPages, most: int, most_of_address: int) -> None:
        self._pages = pages
        self._most = most
        self._most_of_address = most_of_address

    def has_room(self, address: str) -> bool:
        return self._pages.count(address) < self._most_of_address

    def held(self, stream: Generator[bytes], client: str, address: str) -> Iterator[bytes]:
        """A stream that is counted while it is open. One that has to give way does so with its next sign of life."""
        page = self._pages.open(client, address, self._most)
        try:
            with closing(stream):
                for said in stream:
                    if self._pages.is_evicted(page):
                        return
                    yield said
        finally:
            self._pages.close(page)
