"""Hearing from the server that somebody else has written: one connection for it, which comes back when it was cut."""

import logging
from time import monotonic

import psycopg
from gevent import sleep

from .event_log import Unusable
from .green_connection import GreenConnection, connect
from .notices import Heard
from .postgres_address import Address

CHANNEL = "narrator"
QUIET = 5.0
"""Seconds without a word after which the server is asked whether it is still there."""
FIRST, LONGEST = 0.1, 5.0
"""Seconds until the next try to reach a server that is away: twice as many each time."""


def watch_server(address: Address, mark: str, heard: Heard) -> None:
    """What carries this mark was written by ourselves."""
    pause = FIRST
    while True:
        began = monotonic()
        try:
            connection = connect(address)
            try:
                _listen(connection, mark, heard)
            finally:
                connection.close()
        except (psycopg.Error, Unusable) as error:
            logging.getLogger(__name__).info("Nothing is heard from the database: %s", type(error).__name__)
        if monotonic() - began > LONGEST:
            pause = FIRST
        sleep(pause)
        pause = min(2 * pause, LONGEST)


def _listen(connection: GreenConnection, mark: str, heard: Heard) -> None:
    connection.execute(f"LISTEN {CHANNEL}".encode())
    heard(None)  # what was written until now was not heard
    while True:
        for notice in connection.notifies(timeout=QUIET):
            whose, _, game = notice.payload.partition(" ")
            if whose != mark:
                heard(game or None)
        connection.execute("SELECT 1")
