"""Work in native threads, where waiting for the disk holds up nobody else."""

from collections.abc import Callable
from typing import Any, TypeVar

from gevent.threadpool import ThreadPool

Given = TypeVar("Given")


def in_thread(thread: ThreadPool, work: Callable[..., Given], *args: Any) -> Given:
    """Run `work` there; meanwhile other greenlets go on."""
    result, error = thread.apply(_outcome, (work, *args))
    if error is not None:
        raise error
    return result  # type: ignore[no-any-return]


def _outcome(work: Callable[..., Given], *args: Any) -> tuple[Given | None, BaseException | None]:
    """gevent prints what a thread raises, so it is returned."""
    try:
        return work(*args), None
    except BaseException as error:
        return None, error
