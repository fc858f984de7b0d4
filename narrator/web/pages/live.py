"""The line that every page listens on."""

from flask import Blueprint, Response, request

from narrator.web.live.station import station
from narrator.web.request.device import this_device
from narrator.web.request.house import house
from narrator.web.request.viewer import require_viewer

pages = Blueprint("live", __name__)


@pages.get("/g/<game>/live")
def live(game: str) -> Response:
    viewer = require_viewer(game)
    house().games.record(game)
    house().desks.of(game)  # what is damaged is told before a stream has begun
    once = request.args.get("once") == "1"
    stream = station().hub.stream(game, viewer, this_device().lang, once)
    answer = Response(stream, mimetype="text/event-stream", direct_passthrough=True)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer
