"""Numbers that several processes count: each has a row of its own in a file beside the games, in memory that all can
read. Whoever is asked tells all of them. A process that dies loses none, and the next one goes on in its row.
"""

import os
from collections.abc import Iterator, Sequence
from mmap import ACCESS_READ, mmap
from pathlib import Path
from zlib import crc32

try:
    import fcntl
except ImportError:  # there each process counts for itself
    fcntl = None  # type: ignore[assignment]

WIDTH = 8
"""Bytes of a number."""
MOST = 64
"""Rows, and so processes, of one house."""
FILE = "narrator.counts-{}"


class Counts:
    """One process's row. `names` are the same in all of them; a row of an earlier version begins anew."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._places = {name: place for place, name in enumerate(self.names, start=1)}
        self._stamp = float(crc32("\n".join(self.names).encode()))
        self._folder = folder
        self.row, self._memory = self._take_row()
        self._cells = memoryview(self._memory).cast("d")
        if self._cells[0] != self._stamp:
            self._cells[:] = memoryview(bytes(self._size)).cast("d")
            self._cells[0] = self._stamp

    @property
    def _size(self) -> int:
        return WIDTH * (len(self.names) + 1)

    def add(self, name: str, number: float = 1) -> None:
        self._cells[self._places[name]] += number

    def put(self, name: str, number: float) -> None:
        self._cells[self._places[name]] = number

    def rows(self) -> Iterator[tuple[int, dict[str, float], bool]]:
        """The number of each row, what it counted, and whether its process lives."""
        yield self.row, dict(zip(self.names, self._cells[1:], strict=True)), True
        for row in range(MOST):
            if row != self.row and (found := self._read(row)) is not None:
                yield row, *found

    def _read(self, row: int) -> tuple[dict[str, float], bool] | None:
        try:
            file = os.open(self._folder / FILE.format(row), os.O_RDWR)
        except OSError:
            return None
        try:
            lives = not _locked(file)
            if os.fstat(file).st_size != self._size:
                return None
            with mmap(file, self._size, access=ACCESS_READ) as memory, memoryview(memory).cast("d") as cells:
                if cells[0] != self._stamp:
                    return None
                return dict(zip(self.names, cells[1:], strict=True)), lives
        finally:
            os.close(file)

    def _take_row(self) -> tuple[int, mmap]:
        """The first that no living process has. Its lock ends with the process, however that ends."""
        for row in range(MOST) if fcntl else ():
            try:
                file = os.open(self._folder / FILE.format(row), os.O_RDWR | os.O_CREAT, 0o600)
            except OSError:
                break
            try:
                if _locked(file):
                    os.truncate(file, self._size)
                    return row, mmap(file, self._size)  # keeps a handle of its own, and the lock with it
            finally:
                os.close(file)
        return 0, mmap(-1, self._size)


def _locked(file: int) -> bool:
    """Whether the file is ours now."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
