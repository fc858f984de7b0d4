"""How many pages listen: so many of one client, of which the oldest give way, and so many of one address."""

from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing


class Line:
    """One page that listens."""

    is_over = False
    """Whether it has to give way; it does so with its next sign of life."""


class Lines:
    def __init__(self, most: int, most_of_address: int) -> None:
        self._most = most
        self._most_of_address = most_of_address
        self._of_client: dict[str, list[Line]] = {}
        self._of_address: Counter[str] = Counter()

    def has_room(self, address: str) -> bool:
        return self._of_address[address] < self._most_of_address

    def held(self, stream: Generator[bytes], client: str, address: str) -> Iterator[bytes]:
        """A stream that is counted while it is open."""
        line = Line()
        lines = self._of_client.setdefault(client, [])
        lines.append(line)
        self._of_address[address] += 1
        for oldest in lines[: -self._most]:
            oldest.is_over = True
        try:
            with closing(stream):
                for said in stream:
                    if line.is_over:
                        return
                    yield said
        finally:
            self._let_go(client, address, line)

    def _let_go(self, client: str, address: str, line: Line) -> None:
        self._of_client[client].remove(line)
        if not self._of_client[client]:
            del self._of_client[client]
        self._of_address[address] -= 1
        if not self._of_address[address]:
            del self._of_address[address]
