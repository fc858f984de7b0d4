"""The line that every page listens on."""

from flask import Blueprint, Response, abort, request

from narrator.web.live.station import station
from narrator.web.request.client import this_address, this_client
from narrator.web.request.device import this_device
from narrator.web.request.house import house
from narrator.web.request.viewer import require_viewer

pages = Blueprint("live", __name__)


@pages.get("/g/<game>/live")
def live(game: str) -> Response:
    viewer = require_viewer(game)
    house().games.record(game)
    house().desks.of(game)  # what is damaged is told before a stream has begun
    address = this_address()
    if not station().lines.has_room(address):
        abort(429)
    once = request.args.get("once") == "1"
    stream = station().hub.stream(game, viewer, this_device().lang, once)
    held = station().lines.held(stream, this_client().name, address)
    answer = Response(held, mimetype="text/event-stream", direct_passthrough=True)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer
