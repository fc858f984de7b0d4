"""What browsers fetch of our styles and scripts."""

from pathlib import Path

import pytest
from flask import Flask

from narrator.web.assets import SCRIPT_FOLDER, STATIC_FOLDER, asset_url, blueprint

OURS = [*sorted(STATIC_FOLDER.glob("*.css")), *sorted(SCRIPT_FOLDER.rglob("*.js"))]


def sent(name: str) -> str:
    app = Flask("assets", static_folder=None)
    app.register_blueprint(blueprint)
    return app.test_client().get(asset_url(name)).text


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_our_styles_and_scripts_are_sent_without_comments_and_every_line_keeps_its_number(path: Path) -> None:
    source, found = path.read_text(encoding="utf-8"), sent(str(path.relative_to(STATIC_FOLDER)))
    assert "/*" not in found
    assert not any(line.lstrip().startswith("//") for line in found.splitlines())
    for line, kept in zip(source.splitlines(), found.splitlines(), strict=True):
        assert all(part in line for part in kept.split())


def test_what_others_wrote_is_sent_as_it_is() -> None:
    name = "vendor/htmx-2.min.js"
    assert sent(name) == (STATIC_FOLDER / name).read_text(encoding="utf-8")
