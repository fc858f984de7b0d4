"""How long the server took, on a machine that is busy with other things: while one of its processes or we were ready to
go on and no core was free, nobody's clock runs. Linux counts that."""

from collections.abc import Sequence
from pathlib import Path
from time import monotonic

NANOSECONDS = 1e9
OURS = Path("/proc/thread-self/schedstat")


class Stopwatch:
    def __init__(self, processes: Sequence[int]) -> None:
        self._counts = [Path(f"/proc/{process}/schedstat") for process in processes]
        self._begun = monotonic()
        self._ours, *self._theirs = self._waited()

    def seconds(self) -> float:
        """The server's own. Which of its processes answers is not known: the one that was held up longest counts."""
        ours, *theirs = self._waited()
        held = max((now - before for now, before in zip(theirs, self._theirs, strict=True)), default=0.0)
        return max(0.0, monotonic() - self._begun - held - (ours - self._ours))

    def _waited(self) -> list[float]:
        """Of this thread, then of each process: seconds without a core, 0 of one that has ended."""
        return [_second_count(path) for path in (OURS, *self._counts)]


def _second_count(path: Path) -> float:
    try:
        return int(path.read_text().split()[1]) / NANOSECONDS
    except OSError:
        return 0.0
