"""The tests of `tests/gevent_patched`, in a process in which gevent is patched first, as in a server."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "gevent_patched"
RUN = "from gevent import monkey; monkey.patch_all(); import sys, pytest; sys.exit(pytest.main(sys.argv[1:]))"


@pytest.mark.file
@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("test_*.py")))
def test_they_pass_where_gevent_is_patched(name: str) -> None:
    command = [sys.executable, "-c", RUN, "-n", "0", "-q", str(FOLDER / name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
