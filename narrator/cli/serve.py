"""`narrator serve` and `narrator host`: run the games on the local network, and hand one to another device.

Slow to import, so that the other commands don't wait for a server.
"""

import signal
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime

import click
import gevent
from gevent.socket import socket as gevent_socket

from narrator.app.access.credentials import SECRET_LENGTH, random_token
from narrator.app.games.games import Games
from narrator.app.games.results import NoSuchGame
from narrator.cli.network import DEFAULT_PORT, base_addresses, loopback_address, open_port
from narrator.cli.server import Server, raise_file_limit, shorten_switch_interval, tune_garbage_collector
from narrator.cli.startup import access_config, close_storage, open_games, print_introduction, warn_at_start
from narrator.cli.terminal import fail, fail_with, print_message, print_qr_code
from narrator.storage.errors import StorageUnavailable
from narrator.storage.files.keys import club_key_for
from narrator.storage.storage import Storage
from narrator.web.app import create_app
from narrator.web.auth.config import AccessConfig
from narrator.web.services import Services, services_of

STOP_SECONDS = 1
"""Seconds that open requests get to finish when the server stops."""
SETTLE_SECONDS = 1
"""Seconds after which the first page is out, and there is time to prepare for games."""


def games_of(storage: Storage) -> Games:
    return Games(storage, lambda: datetime.now(UTC), random_token)


def serve(host: str, port: int | None, url: str | None, access: AccessConfig | None = None) -> None:
    """Answer until somebody stops it."""
    access = access or access_config()
    storage = open_games(url)
    listener = open_port(host, port)
    own_port = listener.getsockname()[1]
    addresses = base_addresses(host, own_port)
    server, house = open_server(listener, storage, addresses, access)
    stop_on((signal.SIGINT, signal.SIGTERM), server)
    server.start()
    print_introduction(addresses, access.code, access.right, loopback_address(host, own_port))
    warn_at_start(storage)
    gevent.spawn_later(SETTLE_SECONDS, run_background_tasks, house)
    server.serve_forever()
    house.peers.end()
    close_storage(storage)


def open_server(
    listener: gevent_socket, storage: Storage, addresses: Sequence[str], access: AccessConfig
) -> tuple[Server, Services]:
    """A server that is about to answer."""
    raise_file_limit()
    app = create_app(games_of(storage), addresses=addresses, access=access)
    return Server(listener, app, access), services_of(app)


def stop_on(signals: Sequence[signal.Signals], server: Server) -> None:
    for signum in signals:
        gevent.signal_handler(signum, server.stop, STOP_SECONDS)


def run_background_tasks(house: Services) -> None:
    """What the first page need not wait for. Of several servers one does the house's work."""
    house.games.storage.games  # noqa: B018 (imported now, not by the first game)
    tune_garbage_collector()
    shorten_switch_interval()
    house.peers.begin()
    house.people.listen(house.backups.make_soon)
    if house.peers.is_housekeeper():
        house.games.storage.database.tidy()
        with suppress(StorageUnavailable):  # the games can't be reached just now; the next start catches up
            house.people.catch_up()
    house.backups.run(house.peers.is_housekeeper)


def print_host_link(game: str, url: str | None, address: str | None) -> None:
    """Print an address that makes the first device which opens it a host's."""
    storage = open_games(url)
    try:
        link = games_of(storage).new_host_link(game)
    except NoSuchGame:
        fail("host.no_such_game", game=game)
    except StorageUnavailable as unusable:
        fail_with(unusable)
    finally:
        storage.close()
    base = (address or base_addresses("", DEFAULT_PORT)[0]).rstrip("/")
    print_message("host.open")
    click.echo(f"\n  {base}/g/{game}/host/{link}\n")
    print_qr_code(f"{base}/g/{game}/host/{link}")


def print_club_link(url: str | None, address: str | None, new: bool) -> None:
    """Print the club's address, also while the server runs; the first time makes this house a club."""
    storage = open_games(url)
    key = club_key_for(storage.database.path)
    storage.close()
    try:
        if new or not key.secret():
            key.replace(random_token(SECRET_LENGTH))
    except StorageUnavailable as unusable:
        fail_with(unusable)
    base = (address or base_addresses("", DEFAULT_PORT)[0]).rstrip("/")
    print_message("club.open")
    click.echo(f"\n  {base}/club/{key.secret()}\n")
    print_qr_code(f"{base}/club/{key.secret()}")
