"""What a server needs before it begins: its games, and who is let in. Quick to import."""

import os
import sys
from collections.abc import Callable, Sequence, Set
from ipaddress import ip_network

import click

from narrator.app.access.credentials import random_token
from narrator.cli.network import host_names, is_loopback_only
from narrator.cli.terminal import fail_with, print_message, print_qr_code
from narrator.storage.backups import Backup, find_missing_games, games_in
from narrator.storage.errors import StorageUnavailable
from narrator.storage.storage import Storage, open_storage
from narrator.web.auth.config import CODE_LENGTH, AccessConfig
from narrator.web.monitoring.log import LOG

RETRY_PAUSE = 0.5
"""Seconds between two tries."""


def open_games(url: str | None) -> Storage:
    try:
        return open_storage(url)
    except StorageUnavailable as unusable:
        fail_with(unusable)


def wait_for_storage(url: str | None, is_over: Callable[[float], bool]) -> Storage:
    """Open the games for a worker that replaces another; while they can't be opened, wait and try again."""
    while True:
        try:
            return open_storage(url)
        except StorageUnavailable as unusable:
            LOG.warning("no start yet, process %s: the store is %s", os.getpid(), unusable.code)
        if is_over(RETRY_PAUSE):
            sys.exit()


def access_config(closed: bool = False, names: Sequence[str] = (), proxies: Sequence[str] = ()) -> AccessConfig:
    """Who is let in, as the command says it."""
    code = random_token(CODE_LENGTH)
    return AccessConfig(
        hosts=frozenset(name.lower().rstrip(".") for name in (*host_names(), *names)),
        proxies=tuple(ip_network(proxy, strict=False) for proxy in proxies),
        code=code if closed else "",
        right=code,
    )


def print_introduction(addresses: Sequence[str], code: str = "", right: str = "", here: str = "") -> None:
    """`here` is the address under which this machine needs no house code."""
    print_message("serve.open")
    click.echo(f"\n  {addresses[0]}\n")
    print_qr_code(f"{addresses[0]}/house/{code}" if code else addresses[0])
    if code:
        print_message("serve.closed", code=code)
    elif right:
        print_message("serve.house", code=right)
    if here and (code or right):
        print_message("serve.here", address=here)
    if addresses[1:]:
        print_message("serve.also")
        click.echo("".join(f"\n  {address}" for address in addresses[1:]) + "\n")
    if is_loopback_only(addresses):
        print_message("serve.alone")
    print_message("serve.how_to_stop")


def close_storage(storage: Storage) -> None:
    """Close the store and say where all games are saved."""
    is_in_place = storage.database.is_in_place()
    if not is_in_place:
        save_elsewhere(storage)
    storage.close()
    if is_in_place:
        print_message("serve.goodbye")


def save_elsewhere(storage: Storage) -> None:
    """Write all games of a file that was deleted or replaced to a new file, and say where."""
    try:
        print_message("serve.goodbye_elsewhere", path=storage.database.save_elsewhere())
    except StorageUnavailable as unusable:
        storage.close()
        fail_with(unusable)


def report_missing_games(path: str, held: Set[str]) -> bool:
    """Whether games are missing from the store whose copies lie beside this path."""
    missing = find_missing_games(path, held)
    if missing is None:
        return False
    copy = missing.backup
    print_message("doctor.missing", n=missing.games, day=format_backup_time(copy), path=str(copy.path))
    return True


def warn_at_start(storage: Storage) -> None:
    """A file that was lost is made anew and empty: nobody should notice that only when a game is wanted."""
    path = storage.database.path
    try:
        held = games_in(path) if storage.database.is_file else {game for game, _ in storage.games.all_games()}
    except StorageUnavailable:  # every page says so
        return
    if report_missing_games(path, held):
        LOG.warning("games are missing that a copy has: narrator doctor says which copy")


def format_backup_time(copy: Backup) -> str:
    return copy.made.astimezone().strftime("%Y-%m-%d %H:%M")
