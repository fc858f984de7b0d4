"""For who runs this server: whether it is well, and what it has counted."""

import os
from hmac import compare_digest

from flask import Blueprint, Response, abort, current_app
from flask.typing import ResponseReturnValue
from prometheus_client import CONTENT_TYPE_LATEST

from narrator.web.auth.host import bearer
from narrator.web.auth.house_code import has_house
from narrator.web.monitoring.metrics import metrics_of
from narrator.web.services import services

blueprint = Blueprint("monitoring", __name__)
TOKEN = "NARRATOR_METRICS_TOKEN"


@blueprint.get("/healthz")
def health() -> ResponseReturnValue:
    """One word, for anybody: it names no file and no game."""
    matter = services().health.matter()
    answer = Response(f"store: {matter}\n" if matter else "ok\n", 503 if matter else 200, mimetype="text/plain")
    if matter:
        answer.headers["Retry-After"] = "5"
    return answer


@blueprint.get("/metrics")
def metrics() -> ResponseReturnValue:
    """For the house, this machine, or whoever shows the token that the server was started with."""
    if not (has_house() or has_token()):
        abort(403)
    return Response(metrics_of(current_app).text(), content_type=CONTENT_TYPE_LATEST)


def has_token() -> bool:
    token, shown = os.environ.get(TOKEN, ""), bearer()
    return bool(token) and compare_digest(shown.encode("utf-8", "surrogatepass"), token.encode())
