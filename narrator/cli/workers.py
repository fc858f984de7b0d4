"""`narrator serve --workers N`: gunicorn runs N gevent workers on one port.

The master process neither opens the games nor is patched by gevent: database connections must not cross a fork, and
each worker imports the application after gevent has patched it. Workers inherit their settings in memory, so that the
house code appears on no command line.

prometheus_client chooses its mode on import, so the master must not import it before `shared_metrics()`.
"""

import logging
import multiprocessing
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from tempfile import mkdtemp
from typing import TYPE_CHECKING

import gevent
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.workers.ggevent import GeventWorker

from narrator.app.access.credentials import random_token
from narrator.cli.network import base_addresses, loopback_address, open_port
from narrator.cli.startup import open_games, print_introduction, save_elsewhere, wait_for_storage, warn_at_start
from narrator.cli.terminal import print_message
from narrator.storage.storage import Storage
from narrator.web.auth.config import AccessConfig

if TYPE_CHECKING:
    from flask import Flask

NAME_LENGTH = 6  # characters of this server's name among others; a worker's name adds its number
POLL_SECONDS = 0.2  # between two checks whether a worker should stop; each is also a heartbeat for the master
WORKER_TIMEOUT = 60  # seconds without a heartbeat after which the master replaces a worker
MAX_STOP_SECONDS = 8  # until a worker that does not stop is killed; normally it takes one or two
FORK = multiprocessing.get_context("fork")


class Worker(GeventWorker):  # type: ignore[misc]
    """A process that runs our own server, with its limits for slow and greedy clients."""

    number: int  # a worker that replaces a dead one gets the same

    def run(self) -> None:
        from narrator.cli.serve import STOP_SECONDS, run_background_tasks
        from narrator.cli.wsgi_server import Server
        from narrator.web.services import services_of

        services = services_of(self.wsgi)
        server = Server(self.sockets[0], self.wsgi, services.access, is_one_of_several=True)
        server.start()
        tasks = gevent.spawn(run_background_tasks, services)
        try:
            while self.alive:
                self.notify()  # exits if the master is gone
                gevent.sleep(POLL_SECONDS)
        finally:
            server.stop(STOP_SECONDS)
            tasks.kill()
            services.peers.end()
            self.app.leave(services.games.storage)

    def handle_quit(self, sig: int, frame: object) -> None:
        """Stop as after SIGTERM. Ctrl+C reaches a worker twice, from the terminal and from the master."""
        self.handle_exit(sig, frame)


class Workers(BaseApplication):  # type: ignore[misc]
    """Gunicorn's settings and hooks, and the application that each worker loads."""

    def __init__(
        self, workers: int, host: str, port: int | None, url: str | None, access: AccessConfig, log: str
    ) -> None:
        self._workers, self._url, self._access, self._log = workers, url, access, log
        listener = open_port(host, port)
        own_port = listener.getsockname()[1]
        self._addresses, self._here = base_addresses(host, own_port), loopback_address(host, own_port)
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
            "timeout": WORKER_TIMEOUT,
            "graceful_timeout": MAX_STOP_SECONDS,
            "control_socket_disable": True,
            "errorlog": None,
            "loglevel": "info" if self._log == "all" else "warning",
            "on_starting": propagate_log,
            "when_ready": self.when_ready,
            "pre_fork": give_number,
            "post_fork": self.post_fork,
            "child_exit": lambda _, worker: worker_ended(worker.pid),
            "on_exit": self.on_exit,
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> "Flask":
        """Create the application of one worker. The database may be away while a worker is replaced: wait for it."""
        from narrator.cli.serve import games_of
        from narrator.cli.wsgi_server import raise_file_limit
        from narrator.web.app import create_app

        assert self._worker is not None
        raise_file_limit()
        storage = wait_for_storage(self._url, self._is_over_after)
        if self._worker.age == 1:
            warn_at_start(storage)
        storage.games  # noqa: B018 (imported now, not by the first game)
        name = f"{self._name}-{self._worker.number}"
        return create_app(games_of(storage), addresses=self._addresses, access=self._access, worker=name)

    def _is_over_after(self, seconds: float) -> bool:
        assert self._worker is not None
        gevent.sleep(seconds)
        self._worker.notify()
        return not self._worker.alive

    def leave(self, storage: Storage) -> None:
        """Close a worker's games. If their file was deleted, the first worker to stop saves them elsewhere."""
        with self._is_moved.get_lock():
            if not storage.database.is_in_place() and not self._is_moved.value:
                self._is_moved.value = True
                save_elsewhere(storage)
        storage.close()

    # Hooks of gunicorn.

    def when_ready(self, _: Arbiter) -> None:
        print_introduction(self._addresses, self._access, self._here)

    def post_fork(self, _: Arbiter, worker: Worker) -> None:
        self._worker = worker
        for stop in (signal.SIGTERM, signal.SIGQUIT):  # gunicorn itself listens only after gevent has been imported
            signal.signal(stop, worker.handle_exit)

    def on_exit(self, _: Arbiter) -> None:
        if not self._is_moved.value:
            print_message("serve.goodbye")


def propagate_log(_: Arbiter) -> None:
    logging.getLogger("gunicorn.error").propagate = True


def give_number(master: Arbiter, worker: Worker) -> None:
    taken = {other.number for other in master.WORKERS.values()}
    worker.number = next(number for number in count(1) if number not in taken)


def serve_with_workers(
    workers: int, host: str, port: int | None, url: str | None, access: AccessConfig, log: str
) -> None:
    """Run several processes until they are stopped. A child process checks first that the games can be opened."""
    child = FORK.Process(target=lambda: open_games(url).close())
    child.start()
    child.join()
    if child.exitcode:
        sys.exit(child.exitcode)
    with shared_metrics():
        Workers(workers, host, port, url, access, log).run()


@contextmanager
def shared_metrics() -> Iterator[None]:
    """Give the workers an empty folder for their metrics, and remove it at the end."""
    folder, owner = mkdtemp(prefix="narrator-metrics-"), os.getpid()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
    try:
        yield
    finally:
        if os.getpid() == owner:  # a forked worker that exits unwinds through here, too
            del os.environ["PROMETHEUS_MULTIPROC_DIR"]
            shutil.rmtree(folder, ignore_errors=True)


def worker_ended(pid: int) -> None:
    """Remove the gauges of a dead worker, such as its open streams; its counters stay in the sums."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(pid)
