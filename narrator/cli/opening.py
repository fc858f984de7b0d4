"""What a server needs before it begins: its games, and who is let in. Quick to import."""

import os
import sys
from collections.abc import Callable, Sequence
from ipaddress import ip_network

from narrator.service.credentials import random_token
from narrator.store.event_log import Unusable
from narrator.store.storage import Storage, open_storage
from narrator.web.request.door import CODE_LENGTH, Door
from narrator.web.request.journal import LOG

from .addresses import own_names
from .terminal import give_up_on

PAUSE = 0.5
"""Seconds between two tries."""


def open_games(url: str | None) -> Storage:
    try:
        return open_storage(url)
    except Unusable as unusable:
        give_up_on(unusable)


def open_patiently(url: str | None, is_over: Callable[[float], bool]) -> Storage:
    """Open the games for a worker that replaces another; while they can't be opened, wait and try again."""
    while True:
        try:
            return open_storage(url)
        except Unusable as unusable:
            LOG.warning("no start yet, process %s: the store is %s", os.getpid(), unusable.code)
        if is_over(PAUSE):
            sys.exit()


def door_of(closed: bool = False, names: Sequence[str] = (), proxies: Sequence[str] = ()) -> Door:
    """Who is let in, as the command says it."""
    code = random_token(CODE_LENGTH)
    return Door(
        hosts=frozenset(name.lower().rstrip(".") for name in (*own_names(), *names)),
        proxies=tuple(ip_network(proxy, strict=False) for proxy in proxies),
        code=code if closed else "",
        right=code,
    )
