"""The house's key: made once, for its owner's eyes alone, taken along only on purpose."""

import os
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from narrator.core.message import Refused
from narrator.storage.errors import StorageUnavailable
from narrator.storage.files.keys import HOUSE_KEY_FILE, HouseKey, house_key_for

pytestmark = pytest.mark.file


def test_it_is_made_when_first_needed_beside_the_games(tmp_path: Path) -> None:
    key = house_key_for(f"{tmp_path}/house/games.db")
    assert not (tmp_path / "house").exists()
    locked = key.lock(b"seven ore")
    assert (tmp_path / "house" / HOUSE_KEY_FILE).exists()
    assert stat.S_IMODE((tmp_path / "house" / HOUSE_KEY_FILE).stat().st_mode) == 0o600
    assert "ore" not in locked
    assert house_key_for(f"{tmp_path}/house/games.db").unlock(locked) == b"seven ore"


def test_another_house_can_t_unlock_it(tmp_path: Path) -> None:
    one, other = HouseKey(tmp_path / "one"), HouseKey(tmp_path / "other")
    with pytest.raises(Refused, match=r"file\.other_key"):
        other.unlock(one.lock(b"seven ore"))
    with pytest.raises(Refused, match=r"file\.other_key"):
        other.unlock("nonsense")
    assert one.derived("game") != other.derived("game")


@pytest.mark.parametrize("stray", ["=", "\n", " ", "!"])
def test_a_locked_text_has_one_spelling(tmp_path: Path, stray: str) -> None:
    key = HouseKey(tmp_path / "key")
    locked = key.lock(b"seven ore")
    for text in (locked + stray, locked[:9] + stray + locked[9:]):
        with pytest.raises(Refused, match=r"file\.(seal|other_key)"):
            key.unlock(text)
    assert key.unlock(locked) == b"seven ore"


def test_a_key_that_was_taken_along_opens_and_changes_nothing_else(tmp_path: Path) -> None:
    one, other = HouseKey(tmp_path / "one"), HouseKey(tmp_path / "other")
    theirs, mine, derived = one.lock(b"theirs"), other.lock(b"mine"), other.derived("game")
    one.copy_to(tmp_path / "copy")
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o600
    assert other.take_from(tmp_path / "copy") == 1
    assert other.take_from(tmp_path / "copy") == 0
    assert (other.unlock(theirs), other.unlock(mine)) == (b"theirs", b"mine")
    assert other.derived("game") == derived
    assert stat.S_IMODE((tmp_path / "other").stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "one", "other"]


def test_nothing_that_lies_there_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ana")
    key = HouseKey(tmp_path / "key")
    with pytest.raises(StorageUnavailable) as caught:
        key.copy_to(tmp_path / "letter")
    assert caught.value.code == "key_not_written"
    assert (tmp_path / "letter").read_text() == "Dear Ana"


@pytest.mark.parametrize(("text", "code"), [("Dear Ana", "no_key"), ("", "no_key"), ("ключ", "no_key")])
def test_what_is_no_key_is_not_taken_in(tmp_path: Path, text: str, code: str) -> None:
    (tmp_path / "letter").write_text(text, encoding="utf-8")
    with pytest.raises(StorageUnavailable) as caught:
        HouseKey(tmp_path / "key").take_from(tmp_path / "letter")
    assert caught.value.code == code
    with pytest.raises(StorageUnavailable) as caught:
        HouseKey(tmp_path / "key").take_from(tmp_path / "nowhere")
    assert caught.value.code == "key_not_read"


def test_several_who_need_it_first_have_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as crowd:
        found = list(crowd.map(lambda _: HouseKey(tmp_path / "key").derived("game"), range(24)))
    assert len(set(found)) == 1


def test_an_empty_key_is_reported_at_once_and_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wait(_: float) -> None:
        pytest.fail("everybody else waits, too")

    monkeypatch.setattr(time, "sleep", wait)
    (tmp_path / "key").touch()
    with pytest.raises(StorageUnavailable) as caught:
        HouseKey(tmp_path / "key").lock(b"seven ore")
    assert (caught.value.code, caught.value.params) == ("empty_key", {"path": str(tmp_path / "key")})
    assert (tmp_path / "key").read_bytes() == b"", "somebody may put the old one back"


def test_a_key_has_its_name_only_once_it_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[tuple[bool, bool]] = []
    sync = os.fsync

    def watch(file: int) -> None:
        synced.append((stat.S_ISDIR(os.fstat(file).st_mode), (tmp_path / "key").exists()))
        sync(file)

    monkeypatch.setattr(os, "fsync", watch)
    key = HouseKey(tmp_path / "key")
    key.keys()
    assert synced == [(False, False), (True, True)]
    HouseKey(tmp_path / "other").copy_to(tmp_path / "copy")
    synced.clear()
    key.take_from(tmp_path / "copy")
    assert [is_folder for is_folder, _ in synced] == [False, True, True]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "key", "other"]
