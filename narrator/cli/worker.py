"""`python -m narrator.cli.worker`: one of several processes that answer at one port. Begun by `narrator serve`, which
tells it what to do and ends it."""

if __name__ == "__main__":
    from gevent import monkey

    monkey.patch_all()  # before anything is imported that waits for something

import signal
import sys
from collections.abc import Callable

import gevent
from gevent.os import tp_read
from gevent.socket import socket
from msgspec import json

from narrator.web.request.journal import begin

from .opening import open_patiently
from .serve import open_house, settle, stop_on
from .workers import SIGNALS, Orders


def work(orders: Orders, wait_for_end: Callable[[], None]) -> None:
    """Answer until a signal says so, or whoever began this process is no more."""
    begin(orders.log)
    ended = gevent.spawn(wait_for_end)
    storage = open_patiently(orders.db, lambda seconds: ended.join(seconds) or ended.ready())
    listener = socket(orders.family, fileno=orders.port)
    listener.setblocking(False)
    server, house = open_house(listener, storage, orders.addresses, orders.door(), orders.name)
    storage.games  # noqa: B018 (imported now, not by the first game)
    stop_on([signal.SIGTERM], server)
    gevent.spawn(settle, house)
    ended.link(lambda _: server.stop())
    server.serve_forever()
    house.others.end()
    storage.close()


def wait_for_parent() -> None:
    """Nothing more is said here; the pipe ends when whoever began this process is no more."""
    while tp_read(sys.stdin.fileno(), 1):
        pass


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the keyboard's is for whoever watches over this one
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    work(json.decode(sys.stdin.buffer.readline(), type=Orders), wait_for_parent)


if __name__ == "__main__":
    main()
