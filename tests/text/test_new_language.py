"""A language is one row and its files in translations/. A copy of Narrator gets a made-up one and nothing else; its
words are the English ones with `xx` before each."""

import json
import os
import re
import shutil
import string
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
WORD = re.compile(r"[^\W\d_]+")
PLACES = ("home", "new game", "stage", "phone", "refusal", "library", "script", "steps", "whole game")
NAMES = {"Narrator", "Ana", "Boris", "Chai", "Dana", "ไทย", "Русский", "Español", "English"}
"""Which every language leaves as they are."""


def marked(text: str) -> str:
    return WORD.sub(lambda word: f"xx{word[0]}", text)


def marked_line(text: str) -> str:
    """With its placeholders as they were."""
    parts = string.Formatter().parse(text)
    return "".join(marked(said) + (f"{{{name}:{form}}}" if name else "") for said, name, form, _ in parts)


def run(copy: Path, *command: str) -> str:
    path = os.pathsep.join([str(copy), str(ROOT)])
    found = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


def add_row(copy: Path) -> None:
    table = copy / "narrator" / "text" / "languages.py"
    text = table.read_text()
    table.write_text(text.replace("LANGUAGE_NAMES = {", 'LANGUAGE_NAMES = {"xx": "xxours", '))
    assert table.read_text() != text


def add_files(folder: Path) -> None:
    nouns = (folder.parent / "en" / "nouns.toml").read_text()
    (folder / "nouns.toml").write_text(re.sub(r'"[^"]*"', lambda form: marked(form[0]), nouns))
    catalog = folder / "LC_MESSAGES" / "messages.po"
    with catalog.open("rb") as file:
        messages = read_po(file)
    for message in messages:
        if message.id:
            english = [message.id] if isinstance(message.id, str) else message.id
            said = tuple(map(marked_line, english))
            message.string = said if message.pluralizable else said[0]
    with catalog.open("wb") as file:
        write_po(file, messages, width=0)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    copy = tmp_path_factory.mktemp("copy")
    for folder in ("narrator", "templates", "translations"):
        shutil.copytree(ROOT / folder, copy / folder)  # with what is compiled: only the row is new
    shutil.copy(ROOT / "pyproject.toml", copy)
    add_row(copy)
    (copy / "translations" / "th" / "lines.toml").unlink()  # where Thai lines break is none of this, and takes long
    assert re.search(r"^xx: (\d+) messages, \1 without words$", run(copy, "narrator.text"), re.M)
    add_files(copy / "translations" / "xx")
    assert re.search(r"^xx: \d+ messages, 0 without words$", run(copy, "narrator.text"), re.M)
    found: dict[str, str] = json.loads(run(copy, "tests.support.new_language", "xx"))
    return found


@pytest.mark.parametrize("place", PLACES)
def test_a_new_language_is_read_everywhere(said: dict[str, str], place: str) -> None:
    words = WORD.findall(said[place])
    assert len(words) > 20
    assert {word for word in words if not word.lower().startswith("xx")} - NAMES == set()


def test_its_library_finds_what_is_asked_in_it(said: dict[str, str]) -> None:
    assert "xxCan xxthe xxrobber" in said["library"]


def test_a_language_without_number_words_says_digits(said: dict[str, str]) -> None:
    assert re.search(r"\b\d+ xx", said["whole game"])
