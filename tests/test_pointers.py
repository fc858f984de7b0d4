"""Comments point at what is there: files, modules and names."""

from pathlib import Path

import pytest

from tests.support.code_references import COMMENTS, comments, dangling, exists
from tests.support.documents import ROOT

FOLDERS = [ROOT / folder for folder in ("narrator", "templates", "tests", "tools")]
VENDOR = ROOT / "narrator" / "static" / "vendor"


def commented_files() -> list[Path]:
    found = [path for folder in FOLDERS for path in sorted(folder.rglob("*")) if path.suffix in {".py", *COMMENTS}]
    return [path for path in found if not path.is_relative_to(VENDOR) and path != Path(__file__)]


def test_comments_name_only_files_and_modules_that_are_there() -> None:
    found = {path.relative_to(ROOT).as_posix(): [*dangling(comments(path))] for path in commented_files()}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("see tokens.css, `core/play/robber.py` and stores/tables.py", []),
        ("see colors.css", ["colors.css"]),
        ("see `core/play/thief.py`", ["core/play/thief.py"]),
        ("the hub (narrator.web.live.hub.Hub) and narrator.text", []),
        ("narrator.web.live.beacon", ["narrator.web.live.beacon"]),
        ("narrator.web.live.hub.Light", ["narrator.web.live.hub.Light"]),
        ("of https://example.org/page.html", []),
        ("by `Setup.players` and `Player.colour`", []),
        ("by `Player.scribble()` and `Desk.lay`", ["Player.scribble", "Desk.lay"]),
    ],
)
def test_what_is_not_there_is_found(text: str, names: list[str]) -> None:
    assert [*dangling(text)] == names


def test_fields_count_as_names() -> None:
    assert exists("narrator.core.table.setup.Player.colour")
    assert not exists("narrator.core.table.setup.Player.hat")


def test_every_kind_of_comment_is_read() -> None:
    assert "tokens.css" in comments(ROOT / "narrator/static/board.css")
    assert "docs/rulings.md" in comments(ROOT / "narrator/script/library.py")
    assert "icons.svg" in comments(ROOT / "templates/board/sprite.svg")
    assert "stage.css" in comments(ROOT / "narrator/static/js/stage/fit_text.js")
