"""What a server does when it starts and stops: open the games, decide who may connect, and print where it is found.

Quick to import, unlike `serve.py`.
"""

import os
import sys
from collections.abc import Callable, Sequence, Set
from ipaddress import ip_network

import click

from narrator.app.access.credentials import random_token
from narrator.cli.network import host_names, is_loopback_only
from narrator.cli.terminal import fail_with, games_command, print_message, print_qr_code
from narrator.storage.backups import Backup, find_missing_games, games_in
from narrator.storage.errors import StorageUnavailable
from narrator.storage.storage import Storage, open_storage
from narrator.web.auth.config import CODE_LENGTH, AccessConfig
from narrator.web.monitoring.log import LOG

RETRY_PAUSE = 0.5  # seconds


def open_games(url: str | None) -> Storage:
    try:
        return open_storage(url)
    except StorageUnavailable as error:
        fail_with(error)


def wait_for_storage(url: str | None, is_over: Callable[[float], bool]) -> Storage:
    """Open the games for a worker that replaces another; retry while they can't be opened."""
    while True:
        try:
            return open_storage(url)
        except StorageUnavailable as error:
            LOG.warning("no start yet, process %s: the store is %s", os.getpid(), error.code)
        if is_over(RETRY_PAUSE):
            sys.exit()


def access_config(closed: bool = False, names: Sequence[str] = (), proxies: Sequence[str] = ()) -> AccessConfig:
    return AccessConfig(
        hosts=frozenset(name.lower().rstrip(".") for name in (*host_names(), *names)),
        proxies=tuple(ip_network(proxy, strict=False) for proxy in proxies),
        house_code=random_token(CODE_LENGTH),
        is_closed=closed,
    )


def print_introduction(addresses: Sequence[str], access: AccessConfig, here: str = "") -> None:
    """Print where the server is found. At the address `here`, this machine needs no house code."""
    code = access.house_code
    print_message("serve.open")
    print_link(addresses[0], f"{addresses[0]}/house/{code}" if access.is_closed else addresses[0])
    if code:
        print_message("serve.closed" if access.is_closed else "serve.house", code=code)
    if here and code:
        print_message("serve.here", address=here)
    if addresses[1:]:
        print_message("serve.also")
        click.echo("".join(f"\n  {address}" for address in addresses[1:]) + "\n")
    if is_loopback_only(addresses) and here not in addresses:  # not if --host asks for it
        print_message("serve.alone")
    print_message("serve.how_to_stop")


def print_link(link: str, scanned: str | None = None) -> None:
    """Print a link and its QR code, which may contain another one."""
    click.echo(f"\n  {link}\n")
    print_qr_code(scanned or link)


def close_storage(storage: Storage) -> None:
    is_in_place = storage.database.is_in_place()
    if not is_in_place:
        save_elsewhere(storage)
    storage.close()
    if is_in_place:
        print_message("serve.goodbye")


def save_elsewhere(storage: Storage) -> None:
    """Write all games of a deleted or replaced file to a new file, and print where."""
    try:
        print_message("serve.goodbye_elsewhere", path=storage.database.save_elsewhere())
    except StorageUnavailable as error:
        storage.close()
        fail_with(error)


def warn_at_start(storage: Storage) -> None:
    """Warn if games are missing: a lost file is silently created again, and nobody might notice before a game."""
    path = storage.database.path
    try:
        games = games_in(path) if storage.database.is_file else {game for game, _ in storage.games.all_games()}
    except StorageUnavailable:  # every page says so
        return
    if report_missing_games(path, games):
        LOG.warning("games are missing that a copy has: narrator doctor says which copy")


def report_missing_games(path: str, games: Set[str]) -> bool:
    """Print which backup contains games that the database lacks. False if none is missing."""
    backup, missing = find_missing_games(path, games)
    if backup is None:
        return False
    command = games_command("restore", str(backup.path))
    print_message("doctor.missing", n=missing, day=format_backup_time(backup), command=command)
    return True


def format_backup_time(backup: Backup) -> str:
    return backup.made.astimezone().strftime("%Y-%m-%d %H:%M")
