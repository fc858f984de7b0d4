"""Which store a test runs with. Each test of the store and the service runs with both: an SQLite file, and a PostgreSQL
server that is started once for all tests, with a database for each of their processes. It is emptied after a test."""

import fcntl
import json
import os
import shutil
import signal
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from narrator.storage.shared_state.shared_state import TABLES
from narrator.storage.storage import Storage, open_storage
from narrator.storage.stores.tables import METADATA
from tests.support.postgres import Server
from tests.support.postgres import programs as programs

SHARED = "NARRATOR_TEST_POSTGRES"
"""Where the processes of a run find their server."""
WITHOUT = "PostgreSQL is not installed: nothing was tested with it. On Debian: apt-get install postgresql"
DEFAULT = os.environ.get("STORE", "sqlite")
"""What tests run with that run once: `make test-postgres` says so."""
kind = DEFAULT
_folders: dict[str, str] = {}
"""The databases that stand for folders, in the order in which a test wanted them."""
_made: set[str] = set()
_server: Server | None = None


def server() -> Server:
    """The one of this run."""
    global _server
    if _server is None:
        folder = Path(os.environ[SHARED])
        with _alone(folder):
            known = folder / "server.json"
            if known.exists():
                _server = Server.known(json.loads(known.read_text()))
            else:
                _server = Server(folder=folder)
                _server.start()
                known.write_text(json.dumps(_server.facts()))
    return _server


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def url_of(folder: Path) -> str:
    if kind == "sqlite":
        return f"sqlite:///{folder}/games.db"
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    name = _folders.setdefault(str(folder), f"{worker}_{len(_folders)}")
    if name not in _made:
        server().new_database(name)
        _made.add(name)
    return server().url(name)


def opened(folder: Path, machine: str = "data") -> Storage:
    """The games of a folder, in the kind of store that the test runs with. What lies beside the games lies there: on
    PostgreSQL each machine has a data folder of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder / machine))
        return open_storage(url_of(folder))


def empty() -> None:
    import psycopg

    games, shared = [table.name for table in reversed(METADATA.sorted_tables)], list(TABLES)
    for name in _folders.values():
        with psycopg.connect(server().conninfo(name), autocommit=True) as connection:
            for tables in (games, shared):
                with suppress(psycopg.Error):
                    connection.execute("; ".join(f"DELETE FROM {table}" for table in tables).encode())
    _folders.clear()


def chosen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The body of a fixture: one test with the store that it is parametrized with."""
    global kind
    kind = request.param
    if kind == "postgres":  # what is stored beside the games must not go into the tester's own folder
        monkeypatch.setenv("XDG_DATA_HOME", str(request.getfixturevalue("tmp_path") / "data"))
    yield kind
    empty()
    kind = DEFAULT


def both(metafunc: pytest.Metafunc) -> None:
    """Run a test with each store, but for one that is about the file, asks the log too often to be run twice, or asks
    no store at all."""
    kinds = ["sqlite"]
    if not any(metafunc.definition.get_closest_marker(name) for name in ("file", "long", "storeless")):
        skip = pytest.mark.skipif(programs() is None, reason=WITHOUT)
        kinds.append(pytest.param("postgres", marks=skip))  # type: ignore[arg-type]
    metafunc.parametrize("store", kinds, indirect=True)


# The server of a run: made by who first wants it, ended with the run.


def begin_run() -> None:
    os.environ[SHARED] = tempfile.mkdtemp(prefix="narrator-tests-")
    Path(os.environ[SHARED]).chmod(0o755)
    if DEFAULT == "postgres":  # what lies beside the games lies in no folder of the tester's own
        os.environ["XDG_DATA_HOME"] = os.environ[SHARED]
    if programs() is None:
        warnings.warn(WITHOUT, stacklevel=1)


def end_run() -> None:
    folder = Path(os.environ.pop(SHARED))
    with suppress(OSError):
        pid = json.loads((folder / "server.json").read_text())["pid"]
        os.kill(pid, signal.SIGQUIT)
        for _ in range(100):
            os.kill(pid, 0)
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
            time.sleep(0.05)
    shutil.rmtree(folder, ignore_errors=True)
