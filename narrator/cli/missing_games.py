"""Say that games are missing which a copy still has. Quick to import: a server's start does it, too."""

from collections.abc import Set

from narrator.cli.terminal import print_message
from narrator.storage.backups.backups import Copy, games_in, most_missing
from narrator.storage.storage import Storage
from narrator.storage.values import StorageUnavailable
from narrator.web.monitoring.log import LOG


def tell_of_missing(path: str, held: Set[str]) -> bool:
    """Whether games are missing from the store whose copies lie beside this path."""
    missing = most_missing(path, held)
    if missing is None:
        return False
    copy = missing.copy
    print_message("doctor.missing", n=missing.games, day=moment_of(copy), path=str(copy.path))
    return True


def warn_at_start(storage: Storage) -> None:
    """A file that was lost is made anew and empty: nobody should notice that only when a game is wanted."""
    path = storage.database.path
    try:
        held = games_in(path) if storage.database.is_file else {game for game, _ in storage.games.all_games()}
    except StorageUnavailable:  # every page says so
        return
    if tell_of_missing(path, held):
        LOG.warning("games are missing that a copy has: narrator doctor says which copy")


def moment_of(copy: Copy) -> str:
    return copy.made.astimezone().strftime("%Y-%m-%d %H:%M")
