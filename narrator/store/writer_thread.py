"""A native thread that waits for the disk, so that the event loop does not have to."""

from collections.abc import Callable
from typing import TypeVar

from gevent.threadpool import ThreadPool

Given = TypeVar("Given")


class WriterThread:
    """Runs one thing after another. Whoever asked waits for the result; all others go on meanwhile."""

    def __init__(self) -> None:
        self._pool = ThreadPool(1)

    def run(self, work: Callable[[], Given]) -> Given:
        """Raises what `work` raises."""
        result: list[Given] = []
        error: BaseException | None = self._pool.apply(_attempt, (work, result))
        if error is not None:
            raise error
        return result[0]

    def close(self) -> None:
        self._pool.kill()


def _attempt(work: Callable[[], Given], result: list[Given]) -> BaseException | None:
    """The error is handed back instead of raised: gevent would print it in between."""
    try:
        result.append(work())
    except BaseException as error:
        return error
    return None
