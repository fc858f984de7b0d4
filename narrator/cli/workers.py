"""`narrator serve --workers N`: several processes at one port, and a small one that watches over them.

The port is opened once and handed to all: who is free takes the next connection, and what waits in line is not lost
with a worker that dies. Each is an interpreter of its own, begun afresh: nothing of one is in another.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from ipaddress import ip_network
from socket import socket

from msgspec import Struct, json

from narrator.service.credentials import random_token
from narrator.web.request.door import Door

from .addresses import base_addresses, own_address
from .missing import warn_at_start
from .opening import open_games
from .port import open_port
from .terminal import give_up
from .welcome import introduce, take_leave
from .worker_metrics import shared_metrics, worker_ended

COMMAND = (sys.executable, "-m", "narrator.cli.worker")
NAME = 6
"""Characters of this server's name among others; a worker's ends with its number."""
STOPPING = 8
"""Seconds that workers have to stop in, before they are ended."""
SHORTEST, LONGEST = 0.1, 30.0
"""Seconds before a worker that died is begun anew: at first, and where it dies again and again."""
LIVED = 60
"""Seconds after which a worker counts as one that lived."""
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD, signal.SIGALRM)


class Orders(Struct, frozen=True):
    """What a worker is told; not by its command, which everybody on the machine can read."""

    name: str
    port: int
    """The number of the open port among its files."""
    family: int
    db: str | None
    addresses: list[str]
    hosts: list[str]
    proxies: list[str]
    code: str
    right: str
    log: str

    def door(self) -> Door:
        proxies = tuple(ip_network(proxy) for proxy in self.proxies)
        return Door(frozenset(self.hosts), proxies, self.code, self.right)


class Worker:
    """One of them, which is begun again whenever it dies."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self._patience = SHORTEST
        self._begun = 0.0
        self.process: subprocess.Popen[bytes] | None = None
        self.due = 0.0
        """When it is to be begun."""

    def begin(self) -> None:
        """The pipe stays open for as long as this process lives: a worker whose pipe ends ends, too."""
        self._begun = time.monotonic()
        process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, pass_fds=[self._orders.port])
        assert process.stdin is not None
        try:
            process.stdin.write(json.encode(self._orders) + b"\n")
            process.stdin.flush()
        except OSError:  # it is dead already, which is seen in a moment
            pass
        self.process = process

    def look(self) -> None:
        """Whether it has died, and when the next is due: sooner where it had lived for a while."""
        if self.process is None or self.process.poll() is None:
            return
        if self.process.stdin is not None:
            self.process.stdin.close()
        worker_ended(self.process.pid)
        self.process = None
        has_lived = time.monotonic() - self._begun > LIVED
        self._patience = SHORTEST if has_lived else min(2 * self._patience, LONGEST)
        self.due = time.monotonic() + self._patience


def serve_with(workers: int, host: str, port: int | None, url: str | None, door: Door, log: str) -> None:
    """Answer with so many processes until somebody stops it. The games stay open here, too: where their file is gone at
    the end, all is written anew, and said once."""
    if os.name != "posix":  # elsewhere no port can be handed to another process as it is here
        give_up("serve.no_workers")
    games = open_games(url)
    listener = open_port(host, port)
    own_port = listener.getsockname()[1]
    addresses = base_addresses(host, own_port)
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    staff = [Worker(orders) for orders in orders_for(workers, listener, url, addresses, door, log)]
    with shared_metrics():
        for worker in staff:
            worker.begin()
        introduce(addresses, door.code, door.right, own_address(host, own_port))
        warn_at_start(games)
        watch_over(staff)
        listener.close()
        dismiss(staff)
    take_leave(games)


def orders_for(
    workers: int, listener: socket, url: str | None, addresses: list[str], door: Door, log: str
) -> Iterable[Orders]:
    name = random_token(NAME)
    for number in range(1, workers + 1):
        yield Orders(
            name=f"{name}-{number}",
            port=listener.fileno(),
            family=int(listener.family),
            db=url,
            addresses=addresses,
            hosts=sorted(door.hosts),
            proxies=[str(proxy) for proxy in door.proxies],
            code=door.code,
            right=door.right,
            log=log,
        )


def watch_over(staff: list[Worker]) -> None:
    """Until somebody stops it: signals are waited for, and nothing else is done in between."""
    while signal.sigwait(SIGNALS) not in (signal.SIGTERM, signal.SIGINT):
        now = time.monotonic()
        for worker in staff:
            worker.look()
            if worker.process is None and worker.due <= now:
                worker.begin()
        waiting = [worker.due - now for worker in staff if worker.process is None]
        if waiting:
            signal.setitimer(signal.ITIMER_REAL, max(0.01, min(waiting)))


def dismiss(staff: list[Worker]) -> None:
    """They finish what they have begun."""
    processes = [worker.process for worker in staff if worker.process is not None]
    for process in processes:
        process.send_signal(signal.SIGTERM)
    deadline = time.monotonic() + STOPPING
    for process in processes:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
