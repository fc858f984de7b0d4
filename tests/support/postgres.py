"""A PostgreSQL server for tests and for measuring: Debian's package, run as somebody who is not root, with its data in
a temporary folder and nothing left behind."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

USER = "narrator"
HURRIED = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")
"""Where nobody pulls a plug, a test need not wait for a disk."""
PLAIN = (
    "listen_addresses=127.0.0.1",
    "max_connections=60",
    "shared_buffers=32MB",
    "max_worker_processes=0",
    "autovacuum=off",
    "logging_collector=off",
)


def programs() -> Path | None:
    """Where `postgres` and `initdb` are; nowhere, where the package is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    known = shutil.which("initdb")
    return found[-1].parent if found else Path(known).parent if known else None


def _account() -> dict[str, str | int]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    entry = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": entry.pw_uid, "group": entry.pw_gid}


class Server:
    """Made when this is called, running after `start`."""

    def __init__(self, settings: Sequence[str] = HURRIED, folder: Path | None = None) -> None:
        bin = programs()
        assert bin is not None, "PostgreSQL is not installed"
        self._bin, self._settings, self._as = bin, settings, _account()
        self.folder = Path(tempfile.mkdtemp(prefix="narrator-postgres-", dir=folder))
        self.folder.chmod(0o755)
        self.data = self.folder / "data"
        self.data.mkdir(mode=0o700)
        if self._as:
            os.chown(self.data, int(self._as["user"]), int(self._as["group"]))
            os.chown(self.folder, int(self._as["user"]), int(self._as["group"]))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None
        self._run(
            "initdb", "--pgdata", self.data, "--username", USER, "--auth", "trust", "--encoding", "UTF8",
            "--locale", "C.UTF-8", "--no-sync", "--no-instructions",
        )  # fmt: skip

    def facts(self) -> dict[str, int | str]:
        """What another process has to know of a server that runs."""
        assert self.process is not None
        return {"port": self.port, "pid": self.process.pid, "folder": str(self.folder)}

    @staticmethod
    def known(facts: dict[str, int | str]) -> "Server":
        """One that another process has started, and ends."""
        server = object.__new__(Server)
        server.port, server.folder, server.process = int(facts["port"]), Path(str(facts["folder"])), None
        return server

    def _run(self, program: str, *args: object) -> str:
        command = [str(self._bin / program), *map(str, args)]
        done = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, check=False, env={"PATH": os.defpath}, **self._as  # type: ignore[call-overload]
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return str(done.stdout)

    def start(self) -> None:
        options = [part for setting in (*PLAIN, f"port={self.port}", *self._settings) for part in ("-c", setting)]
        options += ["-c", f"unix_socket_directories={self.folder}"]
        command = [str(self._bin / "postgres"), "-D", str(self.data), *options]
        with (self.folder / "log").open("ab") as out:
            self.process = subprocess.Popen(
                command, cwd=self.folder, stdout=out, stderr=out, stdin=subprocess.DEVNULL,
                start_new_session=True, env={"PATH": os.defpath}, **self._as,  # type: ignore[call-overload]
            )  # fmt: skip
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0 and self._is_ready():
                    return
            assert self.process is not None
            assert self.process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)
        raise AssertionError("PostgreSQL does not answer")

    def _is_ready(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.conninfo("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def conninfo(self, database: str) -> str:
        return f"host=127.0.0.1 port={self.port} user={USER} dbname={database}"

    def url(self, database: str, port: int | None = None) -> str:
        return f"postgresql://{USER}@127.0.0.1:{port or self.port}/{database}"

    def run(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """A statement of the server's owner."""
        import psycopg

        with psycopg.connect(self.conninfo(database), autocommit=True) as connection:
            found = connection.execute(statement.encode())
            return found.fetchall() if found.description else []

    def new_database(self, name: str) -> str:
        """The address of an empty one."""
        self.run(f'CREATE DATABASE "{name}"')
        return self.url(name)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends it in order and cuts all connections; SIGQUIT is a crash."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(30)
            self.process = None

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)
