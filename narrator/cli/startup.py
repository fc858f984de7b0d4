"""What a server needs before it begins: its games, and who is let in. Quick to import."""

import os
import sys
from collections.abc import Callable, Sequence
from ipaddress import ip_network

from narrator.app.access.credentials import random_token
from narrator.cli.addresses import own_names
from narrator.cli.terminal import fail_with
from narrator.storage.storage import Storage, open_storage
from narrator.storage.values import StorageUnavailable
from narrator.web.auth.config import CODE_LENGTH, AccessConfig
from narrator.web.monitoring.log import LOG

PAUSE = 0.5
"""Seconds between two tries."""


def open_games(url: str | None) -> Storage:
    try:
        return open_storage(url)
    except StorageUnavailable as unusable:
        fail_with(unusable)


def open_patiently(url: str | None, is_over: Callable[[float], bool]) -> Storage:
    """Open the games for a worker that replaces another; while they can't be opened, wait and try again."""
    while True:
        try:
            return open_storage(url)
        except StorageUnavailable as unusable:
            LOG.warning("no start yet, process %s: the store is %s", os.getpid(), unusable.code)
        if is_over(PAUSE):
            sys.exit()


def access_config(closed: bool = False, names: Sequence[str] = (), proxies: Sequence[str] = ()) -> AccessConfig:
    """Who is let in, as the command says it."""
    code = random_token(CODE_LENGTH)
    return AccessConfig(
        hosts=frozenset(name.lower().rstrip(".") for name in (*own_names(), *names)),
        proxies=tuple(ip_network(proxy, strict=False) for proxy in proxies),
        code=code if closed else "",
        right=code,
    )
