"""The port that a server listens on."""

import errno
import os
import socket
from typing import NoReturn

from gevent.socket import socket as gevent_socket

from narrator.cli.terminal import fail, print_message

PORT = 8080
PORTS_TRIED = 20
WAITING = 1024
"""Clients that may stand in line when all phones come back at once."""
VANISHED = 25
"""Seconds after which a device that takes nothing any more counts as gone."""


def open_port(host: str, port: int | None) -> gevent_socket:
    """The port that was asked for, or the first free one from the usual one on."""
    if port is not None:
        return _bound(host, port)
    for number in range(PORT, PORT + PORTS_TRIED):
        if (listener := _bound(host, number, keep_trying=True)) is not None:
            if number != PORT:
                print_message("serve.next_port", taken=str(PORT), port=str(number))
            return listener
    fail("serve.no_port", lowest=str(PORT), highest=str(PORT + PORTS_TRIED - 1))


def _bound(host: str, port: int, keep_trying: bool = False) -> gevent_socket | None:
    listener = gevent_socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    if os.name == "posix":  # elsewhere this would let two servers share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Inherited by every connection: a small answer must not wait 40 ms for the client's last acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # a phone that vanished without a word must not keep its seat for long
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED * 1000)
    try:
        listener.bind((host, port))
        listener.listen(WAITING)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE and keep_trying:
            return None
        _give_up_on_port(error, host, port)
    return listener


def _give_up_on_port(error: OSError, host: str, port: int) -> NoReturn:
    if error.errno == errno.EADDRINUSE:
        fail("serve.port_taken", port=str(port))
    if error.errno == errno.EACCES:
        fail("serve.port_forbidden", port=str(port))
    fail("serve.no_such_host", host=host)
