"""Hearing that somebody else has written to the file: SQLite counts what other connections write, and that is looked at
again and again."""

from collections.abc import Callable
from contextlib import suppress

from gevent import sleep

from narrator.storage.notices import NoticeHandler
from narrator.storage.values import StorageUnavailable

EVERY = 0.05
"""Seconds between two looks: a phone hears of another process as soon as a person would notice. It takes half a percent
of a processor where nothing else goes on."""


def watch_file(count: Callable[[], object], heard: NoticeHandler) -> None:
    """`count` is another one whenever somebody else has written; it says not to which game."""
    known: object = None
    while True:
        with suppress(StorageUnavailable):  # it is told to whoever reads or writes; perhaps there is a file again soon
            before, known = known, count()
            if before not in (None, known):
                heard(None)
        sleep(EVERY)
