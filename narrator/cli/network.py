"""The port that a server listens on, and the addresses under which other devices find it."""

import errno
import ipaddress
import os
import socket
from collections.abc import Iterable, Iterator
from typing import NoReturn

from gevent.socket import socket as gevent_socket

from narrator.cli.terminal import fail, print_message

ALL_INTERFACES = ("0.0.0.0", "::", "")
PROBE_TARGETS = ("192.0.2.1", "10.255.255.255")  # nothing is sent; the second works without a router
DEFAULT_PORT = 8080
PORTS_TRIED = 20
MAX_BACKLOG = 1024  # connections that may wait when all phones come back at once
DEAD_CLIENT_SECONDS = 25  # after which a device that acknowledges nothing counts as gone


def base_addresses(host: str, port: int) -> list[str]:
    """Return the URLs of a server that listens there, the likeliest to work first."""
    hosts = lan_hosts() if host in ALL_INTERFACES else [host]
    return [f"http://{f'[{name}]' if ':' in name else name}:{port}" for name in hosts]


def loopback_address(host: str, port: int) -> str:
    """Return the URL by which a server recognizes its own machine; `""` if it doesn't listen on loopback.

    >>> loopback_address("0.0.0.0", 8080), loopback_address("127.0.0.1", 80), loopback_address("192.168.1.20", 80)
    ('http://localhost:8080', 'http://127.0.0.1:80', '')
    """
    if host in ALL_INTERFACES:
        return f"http://localhost:{port}"
    (address,) = base_addresses(host, port)
    return address if is_loopback_only([address]) else ""


def lan_hosts() -> list[str]:
    """Return this machine's addresses, loopback only if there is no other. The system's routing is asked, because a
    list of network cards does not say which one leads to the phones."""
    return best_first([*_addresses_by_routing(), *_addresses_by_name()]) or ["127.0.0.1"]


def best_first(found: Iterable[str]) -> list[str]:
    """
    >>> best_first(["127.0.0.1", "169.254.3.4", "192.168.1.20", "192.168.1.20"])
    ['192.168.1.20', '169.254.3.4']
    """
    known = [ipaddress.ip_address(name) for name in dict.fromkeys(found)]
    useful = [address for address in known if not address.is_loopback and not address.is_unspecified]
    return [str(address) for address in sorted(useful, key=lambda address: address.is_link_local)]


def is_loopback_only(addresses: Iterable[str]) -> bool:
    """Return whether only this machine can reach any of them."""
    return all("//127." in address or "//localhost" in address or "//[::1]" in address for address in addresses)


def host_names() -> set[str]:
    return {socket.gethostname(), socket.getfqdn()}


def _addresses_by_routing() -> Iterator[str]:
    for target in PROBE_TARGETS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
                yield probe.getsockname()[0]
            except OSError:
                continue


def _addresses_by_name() -> Iterator[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return
    yield from (str(address[0]) for *_, address in found)


def open_port(host: str, port: int | None) -> gevent_socket:
    """Listen on this port, or on the first free one from the default on. Exits if that fails."""
    if port is not None:
        return _listen(host, port)
    for number in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED):
        if (listener := _listen(host, number, keep_trying=True)) is not None:
            if number != DEFAULT_PORT:
                print_message("serve.next_port", taken=str(DEFAULT_PORT), port=str(number))
            return listener
    fail("serve.no_port", lowest=str(DEFAULT_PORT), highest=str(DEFAULT_PORT + PORTS_TRIED - 1))


def _listen(host: str, port: int, keep_trying: bool = False) -> gevent_socket | None:
    """Return None if the port is taken and `keep_trying`."""
    listener = gevent_socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    if os.name == "posix":  # elsewhere this would let two servers share a port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Inherited by every connection: a small answer must not wait 40 ms for the client's last acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # a phone that vanished must not keep its seat for long
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_CLIENT_SECONDS * 1000)
    try:
        listener.bind((host, port))
        listener.listen(MAX_BACKLOG)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE and keep_trying:
            return None
        _fail_with_port(error, host, port)
    return listener


def _fail_with_port(error: OSError, host: str, port: int) -> NoReturn:
    messages = {errno.EADDRINUSE: "serve.port_taken", errno.EACCES: "serve.port_forbidden"}
    fail(messages.get(error.errno or 0, "serve.no_such_host"), port=str(port), host=host)
