"""The WSGI server, with limits that protect it against slow and greedy clients.

A request is handled once it has arrived completely. Clients that send too slowly, open too many connections or do not
read their answer are disconnected.
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
from narrator.web.security.network import TrustedProxies, is_in_networks
from narrator.web.services import services_of

TOO_MANY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
GC_THRESHOLDS = (10_000, 20, 20)
# While a bot thinks in a thread, the event loop waits this long for the interpreter after every read from the database.
# With Python's default of 5 ms a tap took four times as long.
SWITCH_SECONDS = 0.0005
LINGER_SECONDS = 2  # for a client that sends too much to notice the answer


class Handler(WSGIHandler):  # type: ignore[misc]
    ignored_socket_errors = (*WSGIHandler.ignored_socket_errors, errno.ETIMEDOUT, errno.EHOSTUNREACH, "timed out")

    def __init__(self, sock: gevent_socket, address: Any, server: "Server") -> None:
        sock.settimeout(server.limits.idle_seconds)
        super().__init__(sock, address, server)
        self.patience = server.limits.header_seconds

    def read_requestline(self) -> str:
        """Wait longer between requests than for the first one: browsers open connections in advance."""
        with Timeout(self.patience, TimeoutError):
            line: str = super().read_requestline()
        self.patience = self.server.limits.idle_seconds
        return line

    def read_request(self, line: str) -> bool:
        try:
            with Timeout(self.server.limits.header_seconds, TimeoutError):
                return bool(super().read_request(line))
        except (OSError, HTTPException):  # they never arrived, or were too many
            raise ValueError("no headers") from None  # gevent answers this with 400

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
        """Read the body before the application runs; False if it is too large or incomplete. Of a large one just enough
        is read for the application to notice. A protocol upgrade has a body like any other request."""
        body, wsgi_input = b"", self.wsgi_input
        if (self.content_length or 0) <= MAX_REQUEST_BYTES:
            with Timeout(self.server.limits.body_seconds, TimeoutError):
                body = wsgi_input.read(MAX_REQUEST_BYTES + 1)
        is_whole = len(body) <= MAX_REQUEST_BYTES and len(body) >= (self.content_length or 0)
        if not is_whole:
            wsgi_input.content_length, wsgi_input.chunked_input = 0, False  # or gevent would read the rest
        if self.environ.pop("HTTP_TRANSFER_ENCODING", None):  # it has a length now
            self.environ["CONTENT_LENGTH"] = str(len(body))
        self.environ["wsgi.input"] = BytesIO(body)
        return is_whole

    def log_error(self, *_: object) -> None:
        """Ignore: bad requests of strangers don't belong on the terminal."""


class Server(WSGIServer):  # type: ignore[misc]
    handler_class = Handler

    def __init__(
        self, listener: gevent_socket, app: Flask, access: AccessConfig, is_one_of_several: bool = False
    ) -> None:
        # Without SERVER_NAME gevent would look it up, which takes long without a network. With "wsgi.multiprocess" a
        # worker accepts one connection at a time, so that less busy workers get the next ones.
        fair_app = TrustedProxies(FairQueue(app, access.limits.requests_at_once), access.proxies)
        environ = {"SERVER_NAME": "localhost", "wsgi.multiprocess": is_one_of_several}
        super().__init__(listener, fair_app, log=None, environ=environ, spawn=Pool())  # `stop` waits for a pool
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
        """Limit the connections of an address, except a proxy's."""
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
    """Log an exception in a greenlet. Unreachable games are only worth a warning."""
    if isinstance(error, StorageUnavailable):
        LOG.warning("in the background: the store is %s", error.code)
        return
    LOG.error("mistake in the background", exc_info=(kind, error, trace))


def tune_interpreter() -> None:
    """Exempt imported modules from collection and collect less often: a server keeps a million long-lived objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_SECONDS)


def raise_file_limit(most: int = 2**16) -> None:
    """Allow more open files, because every connection is one and many systems allow only a thousand."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    now, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
