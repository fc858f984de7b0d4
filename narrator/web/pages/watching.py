"""For who runs this server: whether it is well, and what it has counted."""

import os
from datetime import timedelta
from hmac import compare_digest

from flask import Blueprint, Response, abort, current_app
from flask.typing import ResponseReturnValue

from narrator.web.request.access import bearer
from narrator.web.request.counting import counts_of, written
from narrator.web.request.house import house
from narrator.web.request.house_code import has_house

pages = Blueprint("watching", __name__)
TOKEN = "NARRATOR_METRICS_TOKEN"
OPEN = timedelta(hours=6)
"""A game counts as open for so long after its last entry."""


@pages.get("/healthz")
def health() -> ResponseReturnValue:
    """One word, for anybody: it names no file and no game."""
    matter = house().health.matter()
    answer = Response(f"store: {matter}\n" if matter else "ok\n", 503 if matter else 200, mimetype="text/plain")
    if matter:
        answer.headers["Retry-After"] = "5"
    return answer


@pages.get("/metrics")
def metrics() -> ResponseReturnValue:
    """For the house, this machine, or whoever shows the token that the server was started with."""
    if not (has_house() or has_token()):
        abort(403)
    well = not house().health.matter()
    games = len(house().games.storage.games.running(house().now() - OPEN)) if well else 0
    text = written(counts_of(current_app), games_open=games, healthy=int(well))
    return Response(text, content_type="text/plain; version=0.0.4; charset=utf-8")


def has_token() -> bool:
    token, shown = os.environ.get(TOKEN, ""), bearer()
    return bool(token) and compare_digest(shown.encode("utf-8", "surrogatepass"), token.encode())
