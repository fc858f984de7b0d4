"""Waiting for another process that writes to the same file, or for a server that is away for a moment, without keeping
anybody here from being answered."""

from collections.abc import Callable
from functools import wraps
from time import monotonic
from typing import ParamSpec, TypeVar

from gevent import sleep

from .event_log import Unusable
from .sqlite_file import PATIENCE

PAUSE = 0.1
"""Seconds between two tries, long beside what a try holds up."""
PASSING = ("busy", "server_busy", "unreachable")
"""What may be over in a moment. Nothing was written where one of these is told: that is known, or it is told as
`unsure`."""
Taken = ParamSpec("Taken")
Given = TypeVar("Given")


def patient(write: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """Try again while the file is busy, and give up after a while. Others go on between the tries."""

    @wraps(write)
    def try_again(*args: Taken.args, **options: Taken.kwargs) -> Given:
        deadline = monotonic() + PATIENCE
        while True:
            try:
                return write(*args, **options)
            except Unusable as unusable:
                if unusable.code not in PASSING or monotonic() > deadline:
                    raise
            sleep(PAUSE)

    return try_again
