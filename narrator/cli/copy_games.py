"""`narrator copy`: copy all games from one database to another, and back up a PostgreSQL server to a file."""

import os
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from secrets import token_hex
from time import monotonic

from narrator.cli.terminal import fail, fail_with, print_message
from narrator.storage.backups import delete_backup, make_single_file, replace_backup
from narrator.storage.errors import StorageUnavailable
from narrator.storage.files.data_folder import make_folder
from narrator.storage.files.keys import house_key_for
from narrator.storage.postgres.address import is_postgres
from narrator.storage.sqlite.file import path_of
from narrator.storage.storage import Storage, open_storage

PROGRESS_INTERVAL = 2.0  # seconds between two progress messages


def copy_all_games(source: str, target: str) -> None:
    """Exit with status 1 if something could not be copied."""
    try:
        if not is_postgres(source) and not os.path.exists(path_of(source)):
            raise StorageUnavailable("cannot_open", path=path_of(source))
        with closing(open_storage(source)) as old, closing(open_storage(target)) as new:
            if old.database.path == new.database.path:
                fail("copy.itself", path=old.database.path)
            is_complete = copy_everything(old, new)
            _mention_key(old.database.path, new.database.path)
    except StorageUnavailable as error:
        fail_with(error)
    if not is_complete:
        sys.exit(1)


def copy_everything(old: Storage, new: Storage) -> bool:
    from narrator.storage.copy_games import copy_games, copy_people  # SQLAlchemy is slow to import

    total, found, printed = len(old.games.all_games()), Counter[str](), monotonic()
    for game, outcome in copy_games(old, new):
        found[outcome] += 1
        if outcome in ("differs", "refused"):
            print_message(f"copy.{outcome}", game=game)
        if monotonic() - printed > PROGRESS_INTERVAL:
            printed = monotonic()
            print_message("copy.so_far", n=found.total(), total=total)
    for name in (differing := copy_people(old, new)):
        print_message("copy.person", name=name)
    print_message("copy.done", n=found["copied"])
    if found["there"]:
        print_message("copy.there", n=found["there"])
    return not (differing or found["differs"] or found["refused"])


def _mention_key(old: str, new: str) -> None:
    """Say where the house key is: it is only copied on purpose."""
    mine, theirs = house_key_for(old).path, house_key_for(new).path
    if mine.exists() and mine != theirs:
        print_message("copy.key", path=str(mine))


def copy_to_file(url: str, file: Path) -> None:
    """Back up a server to a file: complete, or not at all. Raises `StorageUnavailable`."""
    make_folder(file)
    part = file.with_name(f"{file.name}.{token_hex(4)}.part")
    try:
        with closing(open_storage(url)) as old, closing(open_storage(f"sqlite:///{part}")) as new:
            is_complete = copy_everything(old, new)
        if not is_complete:
            raise StorageUnavailable("no_copy", path=str(file), why="")
        with closing(sqlite3.connect(part)) as connection:
            make_single_file(connection)
        replace_backup(part, file)
    finally:
        delete_backup(part)
