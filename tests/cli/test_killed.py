"""A server that is killed in the middle of an entry, and workers of one that are."""

from pathlib import Path

from tools.soak import soak
from tools.soak_workers import Soak


def test_ten_killed_servers_lose_no_acknowledged_entry_and_double_none(tmp_path: Path) -> None:
    """The same with two hundred: `make soak`."""
    evening = soak(tmp_path, kills=10, seed=5)
    assert len(evening.acknowledged) > 20


def test_ten_killed_workers_lose_no_acknowledged_entry_and_double_none(tmp_path: Path) -> None:
    """The same with a thousand: `make soak`."""
    workers = Soak(f"sqlite:///{tmp_path}/games.db", seed=5)
    try:
        workers.run(10, says=False)
        assert workers.acknowledged > 10
    finally:
        workers.close()
