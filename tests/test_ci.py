"""`.ci/run`: the tests always, and of the rest what fits in the time."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "run"
MAKE = """#!/bin/sh
echo "made: $*"
case "$1" in "$BROKEN") echo "FAILED tests/test_it.py"; exit 2;; esac
"""
TIMEOUT = """#!/bin/sh
shift 3
"$@"
code=$?
case "$2" in "$SLOW") exit 124;; esac
exit $code
"""
APT = "#!/bin/sh\n"


def run(folder: Path, **environment: str) -> tuple[int, list[str]]:
    """With a `make` that only says what it was asked for, a `timeout` that cuts off what is named, and an `apt-get`
    that installs nothing on this machine."""
    (folder / ".ci").mkdir()
    (folder / "bin").mkdir()
    shutil.copy(SCRIPT, folder / ".ci" / "run")
    for name, text in (("make", MAKE), ("timeout", TIMEOUT), ("apt-get", APT)):
        (folder / "bin" / name).write_text(text)
        (folder / "bin" / name).chmod(0o755)
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    fresh = {"PATH": path, "HOME": str(folder), "GIT_CEILING_DIRECTORIES": str(folder.parent), **environment}
    done = subprocess.run(["bash", folder / ".ci" / "run"], env=fresh, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout.splitlines()


def made(lines: list[str]) -> list[str]:
    return [line.removeprefix("made: ").split()[0] for line in lines if line.startswith("made: ")]


def test_tests_come_first_then_the_wheel_then_the_newest_packages_then_all_that_takes_its_time(tmp_path: Path) -> None:
    code, lines = run(tmp_path)
    assert (code, made(lines)) == (0, ["test", "dist-check", "newest", "thorough", "fits"])
    assert any(line.startswith("made: fits LANGUAGE=") and " DETAIL=" in line for line in lines)


def test_with_no_time_left_only_the_tests_run_and_each_part_that_is_skipped_is_named(tmp_path: Path) -> None:
    code, lines = run(tmp_path, CI_SECONDS="0")
    assert (code, made(lines)) == (0, ["test"])
    skipped = [line for line in lines if line.startswith("Skipped: make ")]
    assert [line.split()[2] for line in skipped] == ["dist-check", "newest", "thorough", "fits"]


def test_with_little_time_left_what_fits_still_runs(tmp_path: Path) -> None:
    code, lines = run(tmp_path, CI_SECONDS="300")
    assert (code, made(lines)) == (0, ["test", "dist-check", "newest", "fits"])


def test_when_the_tests_fail_nothing_else_runs(tmp_path: Path) -> None:
    code, lines = run(tmp_path, BROKEN="test")
    assert (code, made(lines)) == (2, ["test"])


@pytest.mark.parametrize("broken", ["dist-check", "newest", "thorough", "fits"])
def test_a_part_that_fails_is_named_and_the_rest_still_runs(tmp_path: Path, broken: str) -> None:
    code, lines = run(tmp_path, BROKEN=broken)
    assert (code, made(lines)) == (1, ["test", "dist-check", "newest", "thorough", "fits"])
    assert lines[-1].startswith(f"Failed: make {broken}")


def test_a_part_that_is_cut_off_is_named_and_is_no_failure(tmp_path: Path) -> None:
    code, lines = run(tmp_path, SLOW="thorough")
    assert (code, made(lines)) == (0, ["test", "dist-check", "newest", "thorough", "fits"])
    assert any(line.startswith("Cut off: make thorough") for line in lines)


def test_a_part_that_had_failures_before_it_was_cut_off_has_failed(tmp_path: Path) -> None:
    code, lines = run(tmp_path, SLOW="thorough", BROKEN="thorough")
    assert code == 1
    assert lines[-1] == "Failed: make thorough"
