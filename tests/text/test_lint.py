"""The lint of the catalogs finds each kind of fault, and finds none in ours."""

import re
import shutil
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from narrator.folders import folder
from narrator.text.languages import LANGUAGES
from narrator.text.lint import BRITISH, catalog_problems, message_problems
from narrator.text.stale_translations import read_seen, update_seen

FAULTS = [
    ("en", "ui.x", "Take the the card", "said twice"),
    ("th", "ui.x", "ไม่มีการ์ดเลย เลยไม่ได้", "said twice"),
    ("en", "ui.x", 'Tap "Other"', "straight quotes"),
    ("en", "ui.x", "Pick your favourite", "British spelling: favourite"),
    ("en", "ui.x", "Recognised a {colour} card", "British spelling: Recognised"),
    ("es", "ui.x", "Toca 'otro'", "straight quotes"),
    ("th", "ui.x", "เสร็จแล้วบอกนะค่ะ", "คะ after นะ"),
    ("th", "ui.x", "พร้อมไหมค่ะ", "a question ends"),
    ("th", "ui.x", "ช่องไหนค่ะ", "a question ends"),
    ("th", "ui.x", "ทอยแล้วคะ", "คะ only in questions"),
    ("th", "ui.x", "ได้ {n} ทะเลทรายแล้ว", "a line may break before"),
    ("ru", "ui.x", "Нажмите Undo", "English: Undo"),
    ("es", "ui.x", "Take the card", "still English"),
    ("ru", "ui.x", "Очки {n", "braces"),
    ("ru", "scene.x", "слово " * 20, "longer than"),
]
CLEAN = [
    ("en", "ui.x", "It's {seat}'s turn, “for now”."),
    ("en", "ui.x", "Pick a color: {colour} or {harbour}. No promises."),
    ("en", "ui.tags", "harbour, neighbour"),  # what people type
    ("th", "ui.x", "พร้อมไหมคะ เสร็จแล้วบอกนะคะ ขอบคุณค่ะ"),
    ("th", "ui.x", "ได้แร่ {n} ใบ คะแนน {n:digit} แต้ม"),
    ("ru", "ui.x", "Narrator покажет QR-код: --port 80, games.db"),
    ("es", "ui.x", "No"),
]


@pytest.mark.parametrize(("language", "key", "line", "found"), FAULTS)
def test_a_fault_is_found(language: str, key: str, line: str, found: str) -> None:
    assert any(found in wrong for wrong in message_problems(key, line, "Take the card", language))


@pytest.mark.parametrize(("language", "key", "line"), CLEAN)
def test_what_is_right_is_let_be(language: str, key: str, line: str) -> None:
    assert list(message_problems(key, line, "Take the card", language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_catalogs_have_none(language: str) -> None:
    assert list(catalog_problems(language)) == []


def test_our_nouns_are_spelled_the_american_way() -> None:
    words = (folder("translations") / "en" / "nouns.toml").read_text()
    assert [form for form in re.findall(r'"([^"]+)"', words) if BRITISH.search(form)] == []


def catalog(english: str, words: str) -> Catalog:
    made = Catalog(locale="ru")
    made.add(english, words, context="ui.undo")
    return made


def test_a_translation_whose_english_changed_is_told_until_somebody_has_looked(tmp_path: Path) -> None:
    assert update_seen(catalog("Undo", "Отменить"), tmp_path) == []
    assert update_seen(catalog("Take it back", "Отменить"), tmp_path) == ["ui.undo"]
    assert update_seen(catalog("Take it back", "Отменить"), tmp_path) == ["ui.undo"]
    (tmp_path / "seen.txt").write_text("")  # somebody looked: it still holds
    assert update_seen(catalog("Take it back", "Отменить"), tmp_path) == []


def test_a_translation_that_changes_with_its_english_or_alone_is_seen(tmp_path: Path) -> None:
    update_seen(catalog("Undo", "Отменить"), tmp_path)
    assert update_seen(catalog("Undo", "Вернуть"), tmp_path) == []
    assert update_seen(catalog("Take it back", "Забрать"), tmp_path) == []
    assert len(read_seen(tmp_path)["ui.undo"]) == 1


def test_the_lint_tells_of_english_that_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(folder("translations"), tmp_path / "translations")
    for module in ("lint", "stale_translations"):
        monkeypatch.setattr(f"narrator.text.{module}.folder", lambda name: tmp_path / name)
    seen = tmp_path / "translations" / "ru" / "seen.txt"
    lines = seen.read_text().splitlines()
    key, _, words = lines[0].split()
    seen.write_text("\n".join([f"{key} 00000000 {words}", *lines[1:]]))
    assert [found for found, wrong in catalog_problems("ru") if "English changed" in wrong] == [key]
