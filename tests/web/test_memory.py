"""Games that end are freed."""

import json
import subprocess
import sys

import pytest

GAMES = 300


@pytest.mark.thorough
@pytest.mark.file
def test_three_hundred_games_that_were_played_and_deleted_leave_memory_as_it_was() -> None:
    command = [sys.executable, "-m", "tools.memory", str(GAMES)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert found["snapshots_playing"] >= 100 > found["snapshots_before"]
    assert found["snapshots_after"] <= found["snapshots_before"] * 1.1
    assert found["resident_after"] <= found["resident_before"] * 1.1
