"""`make bench-install`: how long `make run` takes to its first page in a fresh clone, of two revisions in one run.

Each clone has an empty home and no cache of packages, so everything is fetched. Needs nothing but Python, git and make.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
PATIENCE = 600
"""Seconds until a start counts as failed."""


def main(before: str, after: str, rounds: int = 1) -> None:
    seconds: dict[str, list[float]] = {before: [], after: []}
    for number in range(1, rounds + 1):
        for revision, found in seconds.items():
            print(f"{revision}, round {number} of {rounds}", flush=True)
            found.append(seconds_to_first_page(revision))
            print(f"  first page after {found[-1]:.1f} s", flush=True)
    old, new = (min(found) for found in seconds.values())
    print(
        f"make run to first page in a fresh clone: {new:.1f} s; before {old:.1f} s; ratio {new / old:.2f} (at most 0.5)"
    )


def seconds_to_first_page(revision: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        clone, home = Path(folder) / "clone", Path(folder) / "home"
        home.mkdir()
        named = subprocess.run(["git", "rev-parse", revision], cwd=ROOT, check=True, capture_output=True, text=True)
        subprocess.run(["git", "clone", "--quiet", "--no-checkout", ROOT, clone], check=True)
        subprocess.run(["git", "checkout", "--quiet", named.stdout.strip()], cwd=clone, check=True)
        port = free_port()
        begun = time.perf_counter()
        with making(clone, home, port) as process:
            wait_for_page(process, port, begun + PATIENCE)
            return time.perf_counter() - begun


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def making(clone: Path, home: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """`make run` and all that it starts, ended at the end."""
    run = f".venv/bin/narrator serve --host 127.0.0.1 --port {port}"
    left_out = ("PYTHONPATH", "VIRTUAL_ENV", "XDG_DATA_HOME", "MAKEFLAGS", "MAKELEVEL")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    environment |= {"HOME": str(home), "PIP_NO_CACHE_DIR": "1"}
    command = ["make", "run", f"PYTHON={sys.executable}", f"RUN={run}"]
    process = subprocess.Popen(command, cwd=clone, env=environment, start_new_session=True)
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def wait_for_page(process: subprocess.Popen[bytes], port: int, deadline: float) -> None:
    while process.poll() is None and time.perf_counter() < deadline:
        try:
            with urlopen(f"http://127.0.0.1:{port}/") as page:
                page.read()
            return
        except URLError:
            time.sleep(0.02)
    sys.exit("The server did not start.")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
