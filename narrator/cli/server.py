"""The server: patient with phones, not with those who only keep its lines busy.

A request is worked on once it is there as a whole. Whoever is slow with it, asks for more connections than anybody
needs or takes nothing of an answer is let go.
"""

import errno
import gc
import os
import sys
from contextlib import suppress
from http.client import HTTPException
from io import BytesIO
from types import TracebackType
from typing import Any

from flask import Flask
from gevent import Timeout, get_hub
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer
from gevent.socket import socket as gevent_socket

from narrator import __version__
from narrator.storage.errors import StorageUnavailable
from narrator.web.auth.config import AccessConfig
from narrator.web.monitoring.log import LOG
from narrator.web.security.fair_queue import FairQueue
from narrator.web.security.guard import MAX_REQUEST_BYTES
from narrator.web.security.hosts import TrustedProxies, is_in_networks
from narrator.web.services import services_of

TOO_MANY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
GC_THRESHOLDS = (10_000, 20, 20)
"""New things, and then rounds among the young ones, before older ones are looked at, too."""
SWITCH_SECONDS = 0.0005
"""How long a thread that works may keep the interpreter while the event loop wants it. A tap with its page asks for it
again after every read from the store: with Python's 5 ms it took four times as long while a bot was thinking."""
LINGER_SECONDS = 2
"""Seconds in which somebody who sends too much may notice that it was answered."""


class Handler(WSGIHandler):  # type: ignore[misc]
    """One connection, with one request after the other."""

    ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, errno.ETIMEDOUT, errno.EHOSTUNREACH, "timed out")

    def __init__(self, sock: gevent_socket, address: Any, server: "Server") -> None:
        sock.settimeout(server.limits.idle)
        super().__init__(sock, address, server)
        self.patience = server.limits.headers

    def read_requestline(self) -> str:
        """A browser opens connections in advance; between two requests it keeps them for longer."""
        with Timeout(self.patience, TimeoutError):
            line: str = super().read_requestline()
        self.patience = self.server.limits.idle
        return line

    def read_request(self, line: str) -> bool:
        try:
            with Timeout(self.server.limits.headers, TimeoutError):
                return bool(super().read_request(line))
        except (OSError, HTTPException):  # they never came, or were too many
            raise ValueError("no headers") from None  # what gevent expects of a bad request

    def handle_one_response(self) -> None:
        try:
            is_whole = self._receive_body()
        except OSError:
            self.close_connection = True
            return
        super().handle_one_response()
        if not is_whole:
            self.close_connection = True
            with Timeout(LINGER_SECONDS, False), suppress(OSError):
                while self.rfile.read1(2**16):
                    pass

    def _receive_body(self) -> bool:
        """Whether all of it is there. Of what is too large so much is taken that the application sees it. A request for
        another protocol, which gevent would leave open, has a body like any other."""
        body, wsgi_input = b"", self.wsgi_input
        if (self.content_length or 0) <= MAX_REQUEST_BYTES:
            with Timeout(self.server.limits.body, TimeoutError):
                body = wsgi_input.read(MAX_REQUEST_BYTES + 1)
        is_whole = len(body) <= MAX_REQUEST_BYTES and len(body) >= (self.content_length or 0)
        if not is_whole:
            wsgi_input.content_length, wsgi_input.chunked_input = 0, False  # or gevent would read on to its end
        if self.environ.pop("HTTP_TRANSFER_ENCODING", None):  # whatever its pieces were, it has a length now
            self.environ["CONTENT_LENGTH"] = str(len(body))
        self.environ["wsgi.input"] = BytesIO(body)
        return is_whole

    def log_error(self, *_: object) -> None:
        """What strangers send wrongly is no news for the terminal."""


class Server(WSGIServer):  # type: ignore[misc]
    handler_class = Handler

    def __init__(
        self, listener: gevent_socket, app: Flask, access: AccessConfig, is_one_of_several: bool = False
    ) -> None:
        # With a name gevent does not go looking for one, which can take long where there is no network. One of several
        # takes one connection at a time from the line that they share: the next may be for one that has less to do.
        in_turn = TrustedProxies(FairQueue(app, access.limits.at_once), access.proxies)
        environ = {"SERVER_NAME": "localhost", "wsgi.multiprocess": is_one_of_several}
        super().__init__(listener, in_turn, log=None, environ=environ, spawn=Pool())  # `stop` waits for a pool
        self.limits = access.limits
        self._proxies = access.proxies
        self._connections = services_of(app).connections

    def start(self) -> None:
        super().start()
        get_hub().print_exception = log_background_error
        LOG.info("start %s, process %s, %s:%s", __version__, os.getpid(), self.server_host, self.server_port)

    def stop(self, timeout: float | None = None) -> None:
        if self.started:
            LOG.info("stop, process %s", os.getpid())
        super().stop(timeout)

    def handle(self, sock: gevent_socket, address: Any) -> None:
        """So many connections for one address; a proxy has those of everybody behind it."""
        peer = str(address[0])
        if is_in_networks(peer, self._proxies):
            super().handle(sock, address)
            return
        if not self._connections.take(peer):
            sock.settimeout(1)
            with suppress(OSError):
                sock.sendall(TOO_MANY)
            return
        try:
            super().handle(sock, address)
        finally:
            self._connections.give_back(peer)


def log_background_error(_: object, kind: type[BaseException], error: BaseException, trace: TracebackType) -> None:
    """What went wrong where nobody waits for an answer, as discreetly as the rest. That the games can't be reached just
    now is no mistake."""
    if isinstance(error, StorageUnavailable):
        LOG.warning("in the background: the store is %s", error.code)
        return
    LOG.error("mistake in the background", exc_info=(kind, error, trace))


def tune_garbage_collector() -> None:
    """What was imported stays for good and need not be looked at again and again; and a hall's tables are a million
    things that last, among which there is seldom anything to collect."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def shorten_switch_interval() -> None:
    """Let the event loop go on at once while a bot thinks in a thread."""
    sys.setswitchinterval(SWITCH_SECONDS)


def raise_file_limit(most: int = 2**16) -> None:
    """Every connection is an open file, and many systems begin with a thousand."""
    try:
        import resource
    except ImportError:  # no such limit there
        return
    now, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
