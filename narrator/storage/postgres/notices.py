"""Listening to PostgreSQL for what other processes write: one connection, which is opened again when it was cut."""

import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

import psycopg
from gevent import Timeout, sleep
from gevent.socket import wait_read

from narrator.storage.notices import NoticeHandler
from narrator.storage.values import StorageUnavailable

CHANNEL = "narrator"
QUIET = 5.0
"""Seconds without a notice after which the server is asked whether it is still there."""
FIRST, LONGEST = 0.1, 5.0
"""Seconds until the next attempt to reach a server that is away; each takes twice as long."""


def watch_server(connect: Callable[[], psycopg.Connection[Any]], mark: str, heard: NoticeHandler) -> None:
    """Never returns. Notices with this mark are our own."""
    pause = FIRST
    while True:
        began = monotonic()
        try:
            connection = connect()
            try:
                _listen(connection, mark, heard)
            finally:
                connection.close()
        except (psycopg.Error, StorageUnavailable, TimeoutError) as error:
            logging.getLogger(__name__).info("Nothing is heard from the database: %s", type(error).__name__)
        if monotonic() - began > LONGEST:
            pause = FIRST
        sleep(pause)
        pause = min(2 * pause, LONGEST)


def _listen(connection: psycopg.Connection[Any], mark: str, heard: NoticeHandler) -> None:
    connection.autocommit = True
    connection.execute(f"LISTEN {CHANNEL}".encode())
    heard(None)  # what was written until now was not heard
    while True:
        for notice in connection.notifies(timeout=0):
            whose, _, game = notice.payload.partition(" ")
            if whose != mark:
                heard(game or None)
        try:
            wait_read(connection.fileno(), timeout=QUIET, timeout_exc=TimeoutError())
        except TimeoutError:
            with Timeout(QUIET, TimeoutError):
                connection.execute("SELECT 1")
