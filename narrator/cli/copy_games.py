"""`narrator copy`: all games from one store to another, and a copy of a server's games as a file."""

import os
import sys
from collections import Counter
from pathlib import Path
from secrets import token_hex
from time import monotonic

from narrator.cli.terminal import fail, fail_with, print_message
from narrator.storage.backups import delete_backup, replace_backup
from narrator.storage.copy_games import copy_games, copy_people
from narrator.storage.errors import StorageUnavailable
from narrator.storage.files.data_folder import make_folder
from narrator.storage.files.keys import house_key_for
from narrator.storage.postgres.address import is_postgres
from narrator.storage.sqlite.file import path_of
from narrator.storage.storage import Storage, open_storage

PROGRESS_INTERVAL = 2.0
"""Seconds between two words on how far it is."""


def copy_all_games(source: str, target: str) -> None:
    """Exit status 1 where something was left behind."""
    try:
        if not is_postgres(source) and not os.path.exists(path_of(source)):
            raise StorageUnavailable("cannot_open", path=path_of(source))
        old, new = open_storage(source), open_storage(target)
        try:
            if old.database.path == new.database.path:
                fail("copy.itself", path=old.database.path)
            is_whole = copy_everything(old, new)
            _tell_of_key(old.database.path, new.database.path)
        finally:
            old.close()
            new.close()
    except StorageUnavailable as unusable:
        fail_with(unusable)
    if not is_whole:
        sys.exit(1)


def copy_everything(old: Storage, new: Storage) -> bool:
    """Whether everything is there now."""
    total, found, told = len(old.games.all_games()), Counter[str](), monotonic()
    for moved in copy_games(old, new):
        found[moved.outcome] += 1
        if moved.outcome in ("differs", "refused"):
            print_message(f"copy.{moved.outcome}", game=moved.game)
        if monotonic() - told > PROGRESS_INTERVAL:
            told = monotonic()
            print_message("copy.so_far", n=found.total(), total=total)
    for name in (differing := copy_people(old, new)):
        print_message("copy.person", name=name)
    print_message("copy.done", n=found["copied"])
    if found["there"]:
        print_message("copy.there", n=found["there"])
    return not (differing or found["differs"] or found["refused"])


def _tell_of_key(old: str, new: str) -> None:
    """It goes along on purpose, or not at all."""
    mine, theirs = house_key_for(old).path, house_key_for(new).path
    if mine.exists() and mine != theirs:
        print_message("copy.key", path=str(mine))


def copy_to_file(url: str, file: Path) -> None:
    """What a server keeps, as a file of its own: whole under this name, or not at all. Raises `StorageUnavailable`."""
    make_folder(file)
    part = file.with_name(f"{file.name}.{token_hex(4)}.part")
    try:
        old = open_storage(url)
        try:
            new = open_storage(f"sqlite:///{part}")
            try:
                is_whole = copy_everything(old, new)
            finally:
                new.close()
        finally:
            old.close()
        if not is_whole:
            raise StorageUnavailable("no_copy", path=str(file), why="")
        _close_up(part)
        replace_backup(part, file)
    finally:
        delete_backup(part)


def _close_up(part: Path) -> None:
    """One file, with nothing beside it."""
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(part)) as file:
        file.execute("PRAGMA journal_mode = DELETE").fetchone()
