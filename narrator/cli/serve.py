"""`narrator serve`, `narrator host` and `narrator club`. Slow to import, because it imports the whole application."""

import signal
from contextlib import suppress
from datetime import UTC, datetime

import gevent

from narrator.app.access.credentials import SECRET_LENGTH, random_token
from narrator.app.games.games import Games
from narrator.app.games.results import NoSuchGame
from narrator.cli.network import DEFAULT_PORT, base_addresses, loopback_address, open_port
from narrator.cli.startup import access_config, close_storage, open_games, print_introduction, print_link, warn_at_start
from narrator.cli.terminal import fail, fail_with, print_message
from narrator.cli.wsgi_server import Server, raise_file_limit, tune_interpreter
from narrator.storage.errors import StorageUnavailable
from narrator.storage.files.keys import club_key_for
from narrator.storage.storage import Storage
from narrator.web.app import create_app
from narrator.web.auth.config import AccessConfig
from narrator.web.services import Services, services_of

STOP_SECONDS = 1  # for open requests to finish when the server stops
SETTLE_SECONDS = 1  # until background tasks start; the first page is out by then


def games_of(storage: Storage) -> Games:
    return Games(storage, lambda: datetime.now(UTC), random_token)


def serve(host: str, port: int | None, url: str | None, access: AccessConfig | None = None) -> None:
    access = access or access_config()
    storage = open_games(url)
    listener = open_port(host, port)
    own_port = listener.getsockname()[1]
    addresses = base_addresses(host, own_port)
    raise_file_limit()
    app = create_app(games_of(storage), addresses=addresses, access=access)
    server, services = Server(listener, app, access), services_of(app)
    for signum in (signal.SIGINT, signal.SIGTERM):
        gevent.signal_handler(signum, server.stop, STOP_SECONDS)
    server.start()
    print_introduction(addresses, access, loopback_address(host, own_port))
    warn_at_start(storage)
    gevent.spawn_later(SETTLE_SECONDS, run_background_tasks, services)
    server.serve_forever()
    services.peers.end()
    close_storage(storage)


def run_background_tasks(services: Services) -> None:
    """Run what the first page need not wait for. Of several workers one does the maintenance."""
    services.games.storage.games  # noqa: B018 (imported now, not by the first game)
    tune_interpreter()
    services.peers.begin()
    services.people.listen(services.backups.make_soon)
    if services.peers.is_housekeeper():
        services.games.storage.database.tidy()
        with suppress(StorageUnavailable):  # unreachable just now; the next start catches up
            services.people.catch_up()
    services.backups.run(services.peers.is_housekeeper)


def print_host_link(game: str, url: str | None, address: str | None) -> None:
    """Print a link that gives the first device to open it a host's rights."""
    storage = open_games(url)
    try:
        link = games_of(storage).access.new_host_link(game)
    except NoSuchGame:
        fail("host.no_such_game", game=game)
    except StorageUnavailable as error:
        fail_with(error)
    finally:
        storage.close()
    print_message("host.open")
    print_link(f"{_base(address)}/g/{game}/host/{link}")


def print_club_link(url: str | None, address: str | None, new: bool) -> None:
    """Print the club's address, also while the server runs. The first time creates the club."""
    storage = open_games(url)
    key = club_key_for(storage.database.path)
    storage.close()
    try:
        if new or not key.secret():
            key.replace(random_token(SECRET_LENGTH))
    except StorageUnavailable as error:
        fail_with(error)
    print_message("club.open")
    print_link(f"{_base(address)}/club/{key.secret()}")


def _base(address: str | None) -> str:
    return (address or base_addresses("", DEFAULT_PORT)[0]).rstrip("/")
