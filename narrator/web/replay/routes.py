"""Replays of a game at a table, of an uploaded file, or of the demo game."""

from functools import cache

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from narrator.core.record.record import Record, fold
from narrator.core.table.setup import initial_state
from narrator.folders import PACKAGE
from narrator.storage.files.game_file import read_event, read_game
from narrator.web.auth.viewer import require_viewer
from narrator.web.errors import error_page
from narrator.web.rendering.page_query import parse_number
from narrator.web.rendering.responses import htmx, render_fragment_or_page, replace_url
from narrator.web.replay.view import replay_view
from narrator.web.services import services

blueprint = Blueprint("replay", __name__)
DEMO_FILE = PACKAGE / "samples" / "demo.json"


@cache
def demo_game() -> Record:
    file = read_game(DEMO_FILE.read_bytes())
    return fold(initial_state(file.setup), map(read_event, file.events))


@blueprint.get("/demo")
def demo() -> ResponseReturnValue:
    return _render_replay(demo_game(), url_for("replay.demo"), "demo.title", "demo")


@blueprint.get("/g/<game>/replay")
def replay(game: str) -> ResponseReturnValue:
    viewer = require_viewer(game)
    path, back = url_for("replay.replay", game=game), viewer.home_path(game)
    return _render_replay(services().games.record_of(game), path, "replay.title", f"replay {game}", back)


@blueprint.get("/watch/<film>")
def watch(film: str) -> ResponseReturnValue:
    """Replay an uploaded file. Anybody with the address may watch, but not download the file."""
    record = services().replays.record_of(film)
    if record is None:
        return error_page(404, "film")
    return _render_replay(record, url_for("replay.watch", film=film), "replay.title", f"watch {film}")


def _render_replay(record: Record, path: str, title: str, name: str, back: str = "") -> ResponseReturnValue:
    """Addresses contain an entry number (`at`); the scrubber sends a `step`, and gets the address of its entry."""
    at, step = (parse_number(request.args.get(part, "")) for part in ("at", "step"))
    view = replay_view(record, at, step)
    here = f"{path}?at={view.at}"
    if step is not None and not htmx:
        return redirect(here, 303)
    response = render_fragment_or_page(
        "replay/replay.html",
        "replay/page.html",
        replay=view,
        stage=view.stage,
        path=path,
        title=title,
        name=name,
        back=back,
        is_still=at is not None,
    )
    return replace_url(response, here) if step is not None else response
