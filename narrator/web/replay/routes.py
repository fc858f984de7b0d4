"""A game step by step, back and forth: that of a table, of a file that was opened to watch, or the demonstration."""

from functools import cache

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from narrator.core.record.record import Record, fold
from narrator.core.table.setup import start
from narrator.folders import PACKAGE
from narrator.storage.files.game_file import read_event, read_game
from narrator.web.auth.viewer import require_viewer
from narrator.web.errors import error_page
from narrator.web.rendering.page_query import parse_number
from narrator.web.rendering.responses import htmx, replace_url, show
from narrator.web.replay.view import replay_view
from narrator.web.services import services

blueprint = Blueprint("replay", __name__)
GAME = PACKAGE / "samples" / "demo.json"


@cache
def demo_game() -> Record:
    """The recorded game, folded once: nothing is ever entered into it."""
    file = read_game(GAME.read_bytes())
    return fold(start(file.setup), map(read_event, file.events))


@blueprint.get("/demo")
def demo() -> ResponseReturnValue:
    return _shown(demo_game(), url_for("replay.demo"), "demo.title", "demo")


@blueprint.get("/g/<game>/replay")
def replay(game: str) -> ResponseReturnValue:
    """For everybody at the table, as far as the game has come: all see what the table view showed."""
    viewer = require_viewer(game)
    way, back = url_for("replay.replay", game=game), viewer.home(game)
    return _shown(services().games.record(game), way, "replay.title", f"replay {game}", back)


@blueprint.get("/watch/<film>")
def watch(film: str) -> ResponseReturnValue:
    """A file that was opened to watch. Whoever has this address may look; the file itself is not given away."""
    record = services().replays.of(film)
    if record is None:
        return error_page(404, "film")
    return _shown(record, url_for("replay.watch", film=film), "replay.title", f"watch {film}")


def _shown(record: Record, way: str, title: str, name: str, back: str = "") -> ResponseReturnValue:
    """Addresses name an entry of the log. A hand on the scrubber names a step, and is told the entry."""
    at, step = (parse_number(request.args.get(part, "")) for part in ("at", "step"))
    shown = replay_view(record, at, step)
    here = f"{way}?at={shown.at}"
    if step is not None and not htmx:
        return redirect(here, 303)
    answer = show(
        "replay/replay.html",
        "replay/page.html",
        replay=shown,
        stage=shown.stage,
        way=way,
        title=title,
        name=name,
        back=back,
        is_still=at is not None,
    )
    return replace_url(answer, here) if step is not None else answer
