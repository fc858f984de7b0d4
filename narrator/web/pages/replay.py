"""A game step by step, back and forth: that of a table, of a file that was opened to watch, or the demonstration."""

from functools import cache

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from narrator.core.record.record import Record, fold
from narrator.core.table.setup import start
from narrator.folders import PACKAGE
from narrator.store.game_file import read_event, read_game
from narrator.web.request.ask import as_number
from narrator.web.request.errors import error_page
from narrator.web.request.fragment import htmx, replaced, show
from narrator.web.request.house import house
from narrator.web.request.viewer import require_viewer
from narrator.web.views.replay import replay_view

pages = Blueprint("replay", __name__)
GAME = PACKAGE / "samples" / "demo.json"


@cache
def demo_game() -> Record:
    """The recorded game, folded once: nothing is ever entered into it."""
    file = read_game(GAME.read_bytes())
    return fold(start(file.setup), map(read_event, file.events))


@pages.get("/demo")
def demo() -> ResponseReturnValue:
    return _shown(demo_game(), url_for("replay.demo"), "demo.title", "demo")


@pages.get("/g/<game>/replay")
def replay(game: str) -> ResponseReturnValue:
    """For everybody at the table, as far as the game has come: all see what the table view showed."""
    viewer = require_viewer(game)
    way, back = url_for("replay.replay", game=game), viewer.home(game)
    return _shown(house().games.record(game), way, "replay.title", f"replay {game}", back)


@pages.get("/watch/<film>")
def watch(film: str) -> ResponseReturnValue:
    """A file that was opened to watch. Whoever has this address may look; the file itself is not given away."""
    record = house().films.of(film)
    if record is None:
        return error_page(404, "film")
    return _shown(record, url_for("replay.watch", film=film), "replay.title", f"watch {film}")


def _shown(record: Record, way: str, title: str, name: str, back: str = "") -> ResponseReturnValue:
    """Addresses name an entry of the log. A hand on the scrubber names a step, and is told the entry."""
    at, step = (as_number(request.args.get(part, "")) for part in ("at", "step"))
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
    return replaced(answer, here) if step is not None else answer
