"""`narrator backup`, `restore`, `key` and `doctor`."""

import os
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from narrator.app.access.credentials import random_token
from narrator.app.doctor import Finding, look_at_all
from narrator.app.games.games import Games
from narrator.app.people import PersonNames
from narrator.cli.startup import format_backup_time, report_missing_games
from narrator.cli.terminal import fail, fail_with, print_message, render_message
from narrator.storage.backups import (
    DAYS_KEPT,
    Backup,
    back_up_to,
    backup_folder,
    check_file,
    daily_backup_path,
    integrity_errors,
    list_backups,
    make_daily_backup,
    replaced_files,
)
from narrator.storage.backups import restore as put_back
from narrator.storage.errors import StorageUnavailable
from narrator.storage.files.data_folder import default_file, readable_by_others, restrict_to_owner
from narrator.storage.files.keys import house_key_for
from narrator.storage.postgres.address import is_postgres, read_address
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
            print_message("backup.made", path=str(make_daily_backup(path, datetime.now().astimezone().date())))
            print_message("backup.kept", n=DAYS_KEPT)
            return
        _refuse_overwriting(file, path)
        back_up_to(path, file)
    except StorageUnavailable as unusable:
        fail_with(unusable)
    print_message("backup.made", path=str(file))


def _back_up_server(file: Path | None, url: str) -> None:
    """A file that any Narrator opens, wherever the games go next."""
    from narrator.cli.copy_games import copy_to_file

    if file is None:
        path = server_path(url)
        file = daily_backup_path(path, datetime.now().astimezone().date())
    _refuse_overwriting(file, server_path(url))
    copy_to_file(url, file)
    print_message("backup.made", path=str(file))


def server_path(url: str | None) -> str:
    """What lies beside the games lies beside this: a file, or the name that stands for a server's."""
    if url is None or not is_postgres(url):
        return path_of(url)
    return str(default_file().with_name(f"{read_address(url).name}.db"))


def _refuse_overwriting(file: Path, path: str) -> None:
    """An earlier copy may be replaced; nothing else."""
    if _is_same(file, path):
        fail("backup.itself", path=str(file))
    if file.exists():
        try:
            check_file(file)
        except StorageUnavailable:
            fail("backup.in_the_way", path=str(file))


def restore(file: Path | None, url: str | None) -> None:
    try:
        path = server_path(url)
        if file is None:
            _list_copies(path)
            return
        if url is not None and is_postgres(url):
            fail("restore.server", path=str(file.absolute()), url=read_address(url).shown)
        if _is_same(file, path):
            fail("restore.itself", path=str(file))
        done = put_back(path, file, datetime.now().astimezone())
    except StorageUnavailable as unusable:
        if unusable.code == "busy":
            fail("restore.in_use", path=str(unusable.params["path"]))
        fail_with(unusable)
    print_message("restore.done", path=path, n=done.games)
    if done.replaced is not None:
        print_message("restore.aside", path=str(done.replaced))


def _is_same(file: Path, path: str) -> bool:
    return file.exists() and os.path.exists(path) and os.path.samefile(file, path)


def _list_copies(path: str) -> None:
    found = list_backups(path)
    if not found:
        fail("restore.none", path=str(backup_folder(path)))
    for copy in found:
        click.echo(f"  {format_backup_time(copy)}  {copy.size / 1e6:6.1f} MB  {copy.path}")
    print_message("restore.which", path=str(found[0].path))


def key(copy: Path | None, other: Path | None, url: str | None) -> None:
    """The house's key is made when it is first asked for, as in a first game that the app deals."""
    try:
        mine = house_key_for(server_path(url))
        if other is not None:
            print_message("key.taken" if mine.take_from(other) else "key.known", path=str(other))
        if copy is not None:
            mine.copy_to(copy)
            print_message("key.copied", path=str(copy))
        if copy is None and other is None:
            mine.keys()
            print_message("key.where", path=str(mine.path))
            print_message("key.why")
    except StorageUnavailable as unusable:
        fail_with(unusable)


def run_doctor(url: str | None) -> None:
    """Exit status 1 where something is wrong that could not be put right."""
    try:
        path = server_path(url)
        is_private = _close_to_others(path)
        if url is None or not is_postgres(url):
            if flaws := _flaws(path):
                _tell_damage(path, flaws)
                sys.exit(1)
            print_message("doctor.file_good", path=path)
        storage = open_storage(url)
        storage.maintenance.check()
        is_whole = not report_missing_games(path, {game for game, _ in storage.games.all_games()})
        found = _look(storage)
    except StorageUnavailable as unusable:
        fail_with(unusable)
    wrong = [finding for finding in found if not finding.is_mended]
    if wrong:
        _advise(path, [finding.game for finding in wrong])
    if wrong or not is_whole or not is_private:
        sys.exit(1)
    print_message("doctor.all_good")


def _close_to_others(path: str) -> bool:
    """Whether nobody else on this machine can read the games, their copies and the key from now on."""
    beside_games = [*(copy.path for copy in list_backups(path)), *replaced_files(path), house_key_for(path).path]
    found = [file for name in (Path(path), *beside_games) for file in readable_by_others(str(name))]
    for file in found:
        if restrict_to_owner(file):
            print_message("doctor.closed", path=str(file))
        else:
            print_message("doctor.open", path=str(file), command=f"chmod 600 {file}")
    return not any(any(readable_by_others(str(file))) for file in found)


def _flaws(path: str) -> list[str]:
    try:
        return integrity_errors(path)
    except StorageUnavailable as unusable:
        if unusable.code != "damaged":
            raise
        return [str(unusable.params.get("why", ""))]


def _tell_damage(path: str, flaws: Sequence[str]) -> None:
    click.echo(render_message("doctor.file_bad", path=path), err=True)
    for flaw in flaws:
        click.echo(render_message("doctor.flaw", why=flaw), err=True)
    _advise(path, [])


def _look(storage: Storage) -> list[Finding]:
    """Tell what is wrong as it is found."""
    try:
        games = Games(storage, lambda: datetime.now(UTC), random_token)
        found: list[Finding] = []
        checked = 0
        for finding in look_at_all(games, PersonNames(storage, random_token, all_default_names)):
            checked += 1
            if finding is not None:
                found.append(finding)
                who = ", ".join(finding.names) or "?"
                print_message(f"doctor.{finding.what}", game=finding.game, who=who, number=finding.number)
    finally:
        storage.close()
    print_message("doctor.checked", n=checked)
    return found


def _advise(path: str, games: Sequence[str]) -> None:
    """The newest copy in which these games are whole."""
    for copy in list_backups(path):
        if _is_whole(copy, games):
            print_message("doctor.copy", day=format_backup_time(copy), path=str(copy.path))
            return
    print_message("doctor.no_copy")


def _is_whole(copy: Backup, games: Sequence[str]) -> bool:
    """Looked at in a copy of its own: opening writes to it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "copy.db"
        try:
            back_up_to(str(copy.path), file)
            storage = open_storage(f"sqlite:///{file}")
            try:
                there = Games(storage, lambda: datetime.now(UTC), random_token)
                found = [
                    one for one in look_at_all(there, PersonNames(storage, random_token, all_default_names)) if one
                ]
                known = {game for game, _ in storage.games.all_games()}
            finally:
                storage.close()
        except StorageUnavailable:
            return False
    return set(games) <= known and not any(one.game in games and not one.is_mended for one in found)
