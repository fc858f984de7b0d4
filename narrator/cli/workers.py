"""`narrator serve --workers N`: gunicorn runs N gevent workers on one port.

The master process neither opens the games nor is patched by gevent: database connections must not cross a fork, and
each worker imports the application after gevent has patched it. What a worker needs to know it inherits in memory, so
that the house code is on no command line.
"""

import logging
import multiprocessing
import signal
import sys
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING

import gevent
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.workers.ggevent import GeventWorker

from narrator.app.access.credentials import random_token
from narrator.cli.addresses import base_addresses, own_address
from narrator.cli.messages import introduce, save_elsewhere
from narrator.cli.port import open_port
from narrator.cli.startup import open_games, open_patiently
from narrator.cli.terminal import print_message
from narrator.cli.worker_metrics import shared_metrics, worker_ended
from narrator.storage.storage import Storage
from narrator.web.auth.config import AccessConfig

if TYPE_CHECKING:
    from flask import Flask

NAME_LENGTH = 6  # characters of this server's name among others; a worker's name adds its number
POLL = 0.2  # seconds between two looks at whether a worker should stop; each is also a sign of life to the master
FROZEN = 60  # seconds without a sign of life after which the master replaces a worker
LONGEST_STOP = 8  # seconds until a worker that does not stop is killed; normally it takes one or two
FORK = multiprocessing.get_context("fork")


class Worker(GeventWorker):  # type: ignore[misc]
    """A process that answers with our own server, which has its own limits for slow and greedy clients."""

    number: int
    """Its place among the workers; a worker that replaces a dead one has the same."""

    def run(self) -> None:
        from narrator.cli.serve import GRACE, settle
        from narrator.cli.server import Server
        from narrator.web.services import services_of

        house = services_of(self.wsgi)
        server = Server(self.sockets[0], self.wsgi, house.access, is_one_of_several=True)
        server.start()
        settling = gevent.spawn(settle, house)
        try:
            while self.alive:
                self.notify()  # exits if the master is gone
                gevent.sleep(POLL)
        finally:
            server.stop(GRACE)
            settling.kill()
            house.peers.end()
            self.app.leave(house.games.storage)

    def handle_quit(self, sig: int, frame: object) -> None:
        """Stop as after SIGTERM. Ctrl+C reaches a worker twice, from the terminal and from the master."""
        self.handle_exit(sig, frame)


class Workers(BaseApplication):  # type: ignore[misc]
    """Gunicorn's settings and hooks, and the application that each worker loads."""

    def __init__(
        self, workers: int, host: str, port: int | None, url: str | None, access: AccessConfig, log: str
    ) -> None:
        self._workers, self._url, self._door, self._log = workers, url, access, log
        listener = open_port(host, port)
        own_port = listener.getsockname()[1]
        self._addresses, self._here = base_addresses(host, own_port), own_address(host, own_port)
        self._bind = f"fd://{listener.detach()}"
        self._name = random_token(NAME_LENGTH)
        self._is_moved = FORK.Value("b", False)
        self._worker: Worker | None = None
        super().__init__()

    def load_config(self) -> None:
        settings = {
            "bind": self._bind,
            "workers": self._workers,
            "worker_class": Worker,
            "timeout": FROZEN,
            "graceful_timeout": LONGEST_STOP,
            "control_socket_disable": True,
            "errorlog": None,
            "loglevel": "info" if self._log == "all" else "warning",
            "on_starting": log_to_journal,
            "when_ready": self.when_ready,
            "pre_fork": give_number,
            "post_fork": self.post_fork,
            "child_exit": lambda _, worker: worker_ended(worker.pid),
            "on_exit": self.on_exit,
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> "Flask":
        """The application of one worker. The store may be away just when a worker is replaced: wait for it."""
        from narrator.cli.serve import games_of
        from narrator.cli.server import raise_file_limit
        from narrator.web.app import create_app

        assert self._worker is not None
        raise_file_limit()
        storage = open_patiently(self._url, self._is_over_after)
        if self._worker.age == 1:
            from narrator.cli.missing_games import warn_at_start

            warn_at_start(storage)
        storage.games  # noqa: B018 (imported now, not by the first game)
        name = f"{self._name}-{self._worker.number}"
        return create_app(games_of(storage), addresses=self._addresses, access=self._door, worker=name)

    def _is_over_after(self, seconds: float) -> bool:
        assert self._worker is not None
        gevent.sleep(seconds)
        self._worker.notify()
        return not self._worker.alive

    def leave(self, storage: Storage) -> None:
        """Close a worker's store. If its file was deleted, the first worker to stop saves all games elsewhere."""
        with self._is_moved.get_lock():
            if not storage.database.is_in_place() and not self._is_moved.value:
                self._is_moved.value = True
                save_elsewhere(storage)
        storage.close()

    # Hooks of gunicorn.

    def when_ready(self, _: Arbiter) -> None:
        introduce(self._addresses, self._door.code, self._door.right, self._here)

    def post_fork(self, _: Arbiter, worker: Worker) -> None:
        self._worker = worker
        for stop in (signal.SIGTERM, signal.SIGQUIT):  # gunicorn itself listens only after gevent has been imported
            signal.signal(stop, worker.handle_exit)

    def on_exit(self, _: Arbiter) -> None:
        if not self._is_moved.value:
            print_message("serve.goodbye")


def log_to_journal(_: Arbiter) -> None:
    """Let gunicorn's messages go where ours go."""
    logging.getLogger("gunicorn.error").propagate = True


def give_number(master: Arbiter, worker: Worker) -> None:
    """Number a new worker: the lowest number that no living worker has."""
    taken = {other.number for other in master.WORKERS.values()}
    worker.number = next(number for number in count(1) if number not in taken)


def serve_with(workers: int, host: str, port: int | None, url: str | None, access: AccessConfig, log: str) -> None:
    """Answer with so many processes until somebody stops it."""
    in_child(lambda: open_games(url).close())
    with shared_metrics():
        Workers(workers, host, port, url, access, log).run()


def in_child(work: Callable[[], None]) -> None:
    """Run something in a process of its own; if it fails, exit as it did."""
    child = FORK.Process(target=work)
    child.start()
    child.join()
    if child.exitcode:
        sys.exit(child.exitcode)
