"""`narrator serve` and `narrator host`: run the games on the local network, and hand one to another device.

Slow to import, so that the other commands don't wait for a server.
"""

import errno
import os
import signal
import socket
from collections.abc import Sequence
from datetime import UTC, datetime
from ipaddress import ip_network
from typing import NoReturn

import click
import gevent
from gevent.socket import socket as gevent_socket

from narrator.service.answers import NoSuchGame
from narrator.service.credentials import SECRET_LENGTH, random_token
from narrator.service.games import Games
from narrator.store.club_key import beside
from narrator.store.event_log import EventLog, Unusable
from narrator.store.opening import open_log as open_store
from narrator.web.app import create_app
from narrator.web.request.door import Door
from narrator.web.request.house import House, house_of
from narrator.web.request.house_code import LENGTH

from .addresses import base_addresses, is_alone, own_names
from .server import Server, raise_file_limit
from .terminal import give_up, give_up_on, show_code, tell

PORT = 8080
PORTS_TRIED = 20
WAITING = 1024
"""Clients that may stand in line when all phones come back at once."""
VANISHED = 25
"""Seconds after which a device that takes nothing any more counts as gone."""
GRACE = 1
"""Seconds that open requests get to finish when the server stops."""
SETTLED = 1
"""Seconds after which the first page is out, and there is time to prepare for games."""


def open_log(url: str | None) -> EventLog:
    try:
        return open_store(url)
    except Unusable as unusable:
        give_up_on(unusable)


def games_of(log: EventLog) -> Games:
    return Games(log, lambda: datetime.now(UTC), random_token)


def door_of(closed: bool = False, names: Sequence[str] = (), proxies: Sequence[str] = ()) -> Door:
    """Who is let in, as the command says it."""
    code = random_token(LENGTH)
    return Door(
        hosts=frozenset(name.lower().rstrip(".") for name in (*own_names(), *names)),
        proxies=tuple(ip_network(proxy, strict=False) for proxy in proxies),
        code=code if closed else "",
        right=code,
    )


def serve(host: str, port: int | None, url: str | None, door: Door | None = None) -> None:
    """Answer until somebody stops it."""
    raise_file_limit()
    door = door or door_of()
    log = open_log(url)
    listener = open_port(host, port)
    addresses = base_addresses(host, listener.getsockname()[1])
    app = create_app(games_of(log), addresses=addresses, door=door)
    server = Server(listener, app, door)
    for signum in (signal.SIGINT, signal.SIGTERM):
        gevent.signal_handler(signum, server.stop, GRACE)
    server.start()
    _introduce(addresses, door.code, door.right)
    gevent.spawn_later(SETTLED, _settle, log, house_of(app))
    server.serve_forever()
    _take_leave(log)


def _settle(log: EventLog, house: House) -> None:
    """What the first page need not wait for."""
    log.wake()
    house.people.listen(house.keeper.make_soon)
    house.people.catch_up()
    house.keeper.run()


def _take_leave(log: EventLog) -> None:
    """Say that all is saved where it is. Where the file is gone, it is written anew first."""
    try:
        new = None if log.is_in_place() else log.save_elsewhere()
    except Unusable as unusable:
        give_up_on(unusable)
    finally:
        log.close()
    if new is None:
        tell("serve.goodbye")
    else:
        tell("serve.goodbye_elsewhere", path=new)


def open_port(host: str, port: int | None) -> gevent_socket:
    """The port that was asked for, or the first free one from the usual one on."""
    if port is not None:
        return _bound(host, port)
    for number in range(PORT, PORT + PORTS_TRIED):
        if (listener := _bound(host, number, keep_trying=True)) is not None:
            if number != PORT:
                tell("serve.next_port", taken=str(PORT), port=str(number))
            return listener
    give_up("serve.no_port", lowest=str(PORT), highest=str(PORT + PORTS_TRIED - 1))


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
        give_up("serve.port_taken", port=str(port))
    if error.errno == errno.EACCES:
        give_up("serve.port_forbidden", port=str(port))
    give_up("serve.no_such_host", host=host)


def _introduce(addresses: list[str], code: str = "", right: str = "") -> None:
    tell("serve.open")
    click.echo(f"\n  {addresses[0]}\n")
    show_code(f"{addresses[0]}/house/{code}" if code else addresses[0])
    if code:
        tell("serve.closed", code=code)
    elif right:
        tell("serve.house", code=right)
    if addresses[1:]:
        tell("serve.also")
        click.echo("".join(f"\n  {address}" for address in addresses[1:]) + "\n")
    if is_alone(addresses):
        tell("serve.alone")
    tell("serve.how_to_stop")


def hand_over(game: str, url: str | None, address: str | None) -> None:
    """Print an address that makes the first device which opens it a host's."""
    log = open_log(url)
    try:
        link = games_of(log).new_host_link(game)
    except NoSuchGame:
        give_up("host.no_such_game", game=game)
    except Unusable as unusable:
        give_up_on(unusable)
    finally:
        log.close()
    base = (address or base_addresses("", PORT)[0]).rstrip("/")
    tell("host.open")
    click.echo(f"\n  {base}/g/{game}/host/{link}\n")
    show_code(f"{base}/g/{game}/host/{link}")


def open_club(url: str | None, address: str | None, new: bool) -> None:
    """Print the club's address, also while the server runs; the first time makes this house a club."""
    log = open_log(url)
    key = beside(log.path)
    log.close()
    try:
        if new or not key.secret():
            key.replace(random_token(SECRET_LENGTH))
    except Unusable as unusable:
        give_up_on(unusable)
    base = (address or base_addresses("", PORT)[0]).rstrip("/")
    tell("club.open")
    click.echo(f"\n  {base}/club/{key.secret()}\n")
    show_code(f"{base}/club/{key.secret()}")
