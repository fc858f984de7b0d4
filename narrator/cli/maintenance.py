"""`narrator backup`, `restore`, `copy`, `key` and `doctor`."""

import os
import shlex
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from time import monotonic

import click

from narrator.app.access.credentials import random_token
from narrator.app.doctor import Finding, check_all_games
from narrator.app.games.games import Games
from narrator.app.people import PersonNames
from narrator.cli.startup import format_backup_time, report_missing_games
from narrator.cli.terminal import fail, fail_with, games_command, print_message, render_message
from narrator.storage import backups
from narrator.storage.backups import Backup
from narrator.storage.errors import StorageUnavailable
from narrator.storage.files.data_folder import default_file, make_folder, readable_by_others, restrict_to_owner
from narrator.storage.files.keys import house_key_for
from narrator.storage.postgres.connection_settings import is_postgres, read_address, restored_address
from narrator.storage.sqlite.file import path_of
from narrator.storage.storage import Storage, open_storage
from narrator.text.default_names import all_default_names


def backup(file: Path | None, url: str | None) -> None:
    try:
        if url is not None and is_postgres(url):
            _back_up_server(file, url)
            return
        path = path_of(url)
        if file is None:
            print_message("backup.made", path=str(backups.make_daily_backup(path, datetime.now().astimezone().date())))
            print_message("backup.kept", n=backups.DAYS_KEPT)
            return
        _refuse_overwriting(file, path)
        backups.back_up_to(path, file)
    except StorageUnavailable as error:
        fail_with(error)
    print_message("backup.made", path=str(file))


def _back_up_server(file: Path | None, url: str) -> None:
    """Back up to an SQLite file, which can be copied to any database later."""
    if file is None:
        file = backups.daily_backup_path(server_path(url), datetime.now().astimezone().date())
    _refuse_overwriting(file, server_path(url))
    copy_to_file(url, file)
    print_message("backup.made", path=str(file))


def server_path(url: str | None) -> str:
    """Return the path beside which keys and backups are kept, also for a PostgreSQL server."""
    if url is None or not is_postgres(url):
        return path_of(url)
    return str(default_file().with_name(f"{read_address(url).name}.db"))


def _refuse_overwriting(file: Path, path: str) -> None:
    """Fail unless the file is new or an earlier backup."""
    if _is_same(file, path):
        fail("backup.itself", path=str(file))
    if file.exists():
        try:
            backups.check_file(file)
        except StorageUnavailable:
            fail("backup.in_the_way", path=str(file))


def restore(file: Path | None, url: str | None) -> None:
    try:
        path = server_path(url)
        if file is None:
            _print_backups(path, url)
            return
        if url is not None and is_postgres(url):
            click.echo(_steps_to_new_database(file, url), err=True)
            sys.exit(1)
        if _is_same(file, path):
            fail("restore.itself", path=str(file))
        done = backups.restore(path, file, datetime.now().astimezone())
    except StorageUnavailable as error:
        if error.code == "busy":
            fail("restore.in_use", path=str(error.params["path"]))
        fail_with(error)
    print_message("restore.done", path=path, n=done.games)
    if done.replaced is not None:
        print_message("restore.aside", path=str(done.replaced))


def _is_same(file: Path, path: str) -> bool:
    return file.exists() and os.path.exists(path) and os.path.samefile(file, path)


def _steps_to_new_database(file: Path, url: str) -> str:
    """Render how to restore a backup on a PostgreSQL server, where Narrator overwrites nothing."""
    new = restored_address(url)
    command = shlex.join(["narrator", "copy", f"sqlite:///{file.absolute()}", new.safe_address])
    copying = render_message("restore.server", name=new.params["dbname"], command=command)
    switching = render_message("restore.switch", variable="NARRATOR_DATABASE_URL", address=new.safe_address)
    return f"{copying}\n{switching}"


def _print_backups(path: str, url: str | None) -> None:
    found = backups.list_backups(path)
    if not found:
        fail("restore.none", path=str(backups.backup_folder(path)), command=games_command("restore", "FILE"))
    for backup in found:
        click.echo(f"  {format_backup_time(backup)}  {backup.size / 1e6:6.1f} MB  {backup.path}")
    if url is not None and is_postgres(url):
        click.echo(_steps_to_new_database(found[0].path, url))
    else:
        print_message("restore.which", command=games_command("restore", str(found[0].path)))


def key(copy: Path | None, other: Path | None, url: str | None) -> None:
    """Print, export or import the house key, which is created on first use."""
    try:
        own = house_key_for(server_path(url))
        if other is not None:
            print_message("key.taken" if own.take_from(other) else "key.known", path=str(other))
        if copy is not None:
            own.copy_to(copy)
            print_message("key.copied", path=str(copy))
        if copy is None and other is None:
            own.keys()
            print_message("key.where", path=str(own.path))
            print_message("key.why", command=games_command("key", "--out", "FILE"))
    except StorageUnavailable as error:
        fail_with(error)


def run_doctor(url: str | None) -> None:
    """Check everything. Exit with status 1 if something is wrong that could not be repaired."""
    try:
        path = server_path(url)
        is_private = _restrict_files(path)
        if url is None or not is_postgres(url):
            if errors := _integrity_errors(path):
                _print_damage(path, errors)
                sys.exit(1)
            print_message("doctor.file_good", path=path)
        storage = open_storage(url)
        storage.maintenance.check()
        is_complete = not report_missing_games(path, {game for game, _ in storage.games.all_games()})
        found = _check_games(storage)
    except StorageUnavailable as error:
        fail_with(error)
    wrong = [finding for finding in found if not finding.is_repaired]
    if wrong:
        _recommend_backup(path, [finding.game for finding in wrong])
    if wrong or not is_complete or not is_private:
        sys.exit(1)
    print_message("doctor.all_good")


def _restrict_files(path: str) -> bool:
    """Make games, backups and key unreadable for other users of this machine. False if that failed."""
    copies = [*(backup.path for backup in backups.list_backups(path)), *backups.replaced_files(path)]
    files = [Path(path), *copies, house_key_for(path).path]
    found = [file for name in files for file in readable_by_others(str(name))]
    for file in found:
        if restrict_to_owner(file):
            print_message("doctor.closed", path=str(file))
        else:
            print_message("doctor.open", path=str(file), command=f"chmod 600 {file}")
    return not any(any(readable_by_others(str(file))) for file in found)


def _integrity_errors(path: str) -> list[str]:
    try:
        return backups.integrity_errors(path)
    except StorageUnavailable as error:
        if error.code != "damaged":
            raise
        return [str(error.params.get("why", ""))]


def _print_damage(path: str, errors: Sequence[str]) -> None:
    click.echo(render_message("doctor.file_bad", path=path), err=True)
    for error in errors:
        click.echo(render_message("doctor.flaw", why=error), err=True)
    _recommend_backup(path, [])


def _check_games(storage: Storage) -> list[Finding]:
    try:
        found: list[Finding] = []
        checked = 0
        for finding in _findings(storage):
            checked += 1
            if finding is not None:
                found.append(finding)
                who = ", ".join(finding.names) or "?"
                print_message(f"doctor.{finding.what}", game=finding.game, who=who, number=finding.number)
    finally:
        storage.close()
    print_message("doctor.checked", n=checked)
    return found


def _findings(storage: Storage) -> Iterator[Finding | None]:
    games = Games(storage, lambda: datetime.now(UTC), random_token)
    return check_all_games(games, PersonNames(storage, random_token, all_default_names))


def _recommend_backup(path: str, games: Sequence[str]) -> None:
    """Print the newest backup in which these games are undamaged."""
    for backup in backups.list_backups(path):
        if _is_undamaged(backup, games):
            command = games_command("restore", str(backup.path))
            print_message("doctor.copy", day=format_backup_time(backup), command=command)
            return
    print_message("doctor.no_copy")


def _is_undamaged(backup: Backup, games: Sequence[str]) -> bool:
    """Check games in a temporary copy of a backup, because opening it writes to it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "copy.db"
        try:
            backups.back_up_to(str(backup.path), file)
            with closing(open_storage(f"sqlite:///{file}")) as storage:
                found = [finding for finding in _findings(storage) if finding]
                known = {game for game, _ in storage.games.all_games()}
        except StorageUnavailable:
            return False
    return set(games) <= known and not any(finding.game in games and not finding.is_repaired for finding in found)


PROGRESS_INTERVAL = 2.0  # seconds between two progress messages


def copy_all_games(source: str, target: str) -> None:
    """Exit with status 1 if something could not be copied."""
    try:
        if not is_postgres(source) and not os.path.exists(path_of(source)):
            raise StorageUnavailable("cannot_open", path=path_of(source))
        with closing(open_storage(source)) as old, closing(open_storage(target)) as new:
            if old.database.path == new.database.path:
                fail("copy.itself", path=old.database.path)
            is_complete = copy_everything(old, new, source)
            _mention_key(old.database.path, new.database.path, source)
    except StorageUnavailable as error:
        fail_with(error)
    if not is_complete:
        sys.exit(1)


def copy_everything(old: Storage, new: Storage, source: str) -> bool:
    """Copy and report everything from the store at the address `source`. False if something was left out."""
    from narrator.storage.copy_games import copy_games, copy_people  # SQLAlchemy is slow to import

    total, found, printed = len(old.games.all_games()), Counter[str](), monotonic()
    for game, outcome in copy_games(old, new):
        found[outcome] += 1
        if outcome in ("differs", "refused"):
            command = shlex.join(["narrator", "doctor", "--db", source])
            print_message(f"copy.{outcome}", game=game, command=command)
        if monotonic() - printed > PROGRESS_INTERVAL:
            printed = monotonic()
            print_message("copy.so_far", n=found.total(), total=total)
    for name in (differing := copy_people(old, new)):
        print_message("copy.person", name=name)
    print_message("copy.done", n=found["copied"])
    if found["there"]:
        print_message("copy.there", n=found["there"])
    return not (differing or found["differs"] or found["refused"])


def _mention_key(old: str, new: str, source: str) -> None:
    """Say where the house key is and how to export it: it is only copied on purpose."""
    mine, theirs = house_key_for(old).path, house_key_for(new).path
    if mine.exists() and mine != theirs:
        command = shlex.join(["narrator", "key", "--out", "FILE", "--db", source])
        print_message("copy.key", path=str(mine), command=command)


def copy_to_file(url: str, file: Path) -> None:
    """Back up a server to a file: complete, or not at all. Raises `StorageUnavailable`."""
    make_folder(file)
    part = file.with_name(f"{file.name}.{token_hex(4)}.part")
    try:
        with closing(open_storage(url)) as old, closing(open_storage(f"sqlite:///{part}")) as new:
            is_complete = copy_everything(old, new, url)
        if not is_complete:
            raise StorageUnavailable("no_copy", path=str(file), why="")
        with closing(sqlite3.connect(part)) as connection:
            backups.make_single_file(connection)
        backups.replace_backup(part, file)
    finally:
        backups.delete_backup(part)
