"""A server that is killed in the middle of an entry."""

from pathlib import Path

from tests.soak import soak


def test_ten_killed_servers_lose_no_acknowledged_entry_and_double_none(tmp_path: Path) -> None:
    """The same with two hundred: `make soak`."""
    evening = soak(tmp_path, kills=10, seed=5)
    assert len(evening.acknowledged) > 20
