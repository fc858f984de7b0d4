"""Prometheus metrics, the health check and their routes. A single process keeps its metrics in memory, in a registry
per application. Workers write them to files in PROMETHEUS_MULTIPROC_DIR (set by narrator/cli/workers.py), and any
worker can report the sums."""

import os
from collections.abc import Generator, Iterable, Iterator
from datetime import timedelta
from hmac import compare_digest
from time import perf_counter

from flask import Blueprint, Flask, Response, abort, current_app, g, request
from flask.typing import ResponseReturnValue
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from narrator.web.auth.host_access import bearer_token
from narrator.web.auth.house_code import has_house_access
from narrator.web.services import services

EXTENSION_NAME = "narrator.metrics"
MULTIPROCESS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
TOKEN_VARIABLE = "NARRATOR_METRICS_TOKEN"
NO_ROUTE = "none"
REFUSAL_REASONS = {400: "wrong", 403: "right", 409: "stale", 413: "size", 422: "rules", 429: "limit", 503: "store"}
# They enter events:
TAP_ENDPOINTS = ("stage.enter", "stage.throw_dice", "phone.propose", "api.enter", "api.seats.enter")
TAP_SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
OPEN_GAME_AGE = timedelta(hours=6)  # since the last entry

blueprint = Blueprint("monitoring", __name__)
disable_created_metrics()  # no "_created" series beside each counter


class Metrics:
    def __init__(self, version: str) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(CurrentState(version))
        own: CollectorRegistry | None = self._registry
        if MULTIPROCESS_FOLDER in os.environ:
            # The system may have cleaned up its temporary directory; a restarted worker must start anyway.
            os.makedirs(os.environ[MULTIPROCESS_FOLDER], 0o700, exist_ok=True)
            MultiProcessCollector(self._registry)
            own = None  # collected from the folder instead, or they would be reported twice
        self.requests = Counter(
            "narrator_requests_total", "Requests by route and class of status.", ["route", "status"], registry=own
        )
        self.refusals = Counter("narrator_refusals_total", "Refused requests by reason.", ["why"], registry=own)
        self.entries = Counter("narrator_entries_total", "Entries made.", registry=own)
        self.taps = Histogram("narrator_tap_seconds", "Seconds to answer a tap.", buckets=TAP_SECONDS, registry=own)
        self.streams = Gauge("narrator_streams", "Pages that listen.", registry=own, multiprocess_mode="livesum")

    def text(self) -> bytes:
        return generate_latest(self._registry)


class CurrentState:
    """Collector of metrics that are looked up at each scrape and are the same for every process."""

    def __init__(self, version: str) -> None:
        self._version = version

    def collect(self) -> Iterator[Metric]:
        healthy = not services().health.problem()
        since = services().now() - OPEN_GAME_AGE
        games = len(services().games.storage.games.running(since)) if healthy else 0
        yield InfoMetricFamily("narrator", "Version of the server.", {"version": self._version})
        yield GaugeMetricFamily("narrator_games_open", "Games with an entry in the last six hours.", games)
        yield GaugeMetricFamily("narrator_healthy", "1 if the games can be read and written.", int(healthy))


def install_metrics(app: Flask, version: str) -> None:
    app.extensions[EXTENSION_NAME] = Metrics(version)
    app.before_request(start_timer)
    app.after_request(count_request)


def metrics_of(app: Flask) -> Metrics:
    found: Metrics = app.extensions[EXTENSION_NAME]
    return found


def start_timer() -> None:
    g.started = perf_counter()


def count_request(response: Response) -> Response:
    metrics, status, endpoint = metrics_of(current_app), response.status_code, request.endpoint
    metrics.requests.labels(endpoint or NO_ROUTE, f"{status // 100}xx").inc()
    if status in REFUSAL_REASONS:
        metrics.refusals.labels(REFUSAL_REASONS[status]).inc()
    if endpoint in TAP_ENDPOINTS and "started" in g:
        metrics.taps.observe(perf_counter() - g.started)
    metrics.entries.inc(services().games.take_entry_count())
    if response.mimetype == "text/event-stream":
        response.response = count_open_stream(response.response, metrics.streams)  # type: ignore[arg-type]
    return response


def count_open_stream(stream: Iterable[bytes], open_streams: Gauge) -> Generator[bytes]:
    with open_streams.track_inprogress():
        yield from stream


@blueprint.get("/healthz")
def health() -> ResponseReturnValue:
    problem = services().health.problem()
    if not problem:
        return Response("ok\n", mimetype="text/plain")
    return Response(f"store: {problem}\n", 503, {"Retry-After": "5"}, mimetype="text/plain")


@blueprint.get("/metrics")
def metrics() -> ResponseReturnValue:
    if not (has_house_access() or has_token()):
        abort(403)
    return Response(metrics_of(current_app).text(), content_type=CONTENT_TYPE_LATEST)


def has_token() -> bool:
    """Return whether the request shows the token that the server was started with."""
    token = os.environ.get(TOKEN_VARIABLE, "")
    return bool(token) and compare_digest(bearer_token().encode("utf-8", "surrogatepass"), token.encode())
