"""Prometheus metrics of an application.

A single process keeps them in memory, in a registry per application. Worker processes write them to files in
PROMETHEUS_MULTIPROC_DIR (set by narrator/cli/workers.py), and any worker can report the sums.
"""

import os
from collections.abc import Generator, Iterable, Iterator
from datetime import timedelta
from time import perf_counter

from flask import Flask, Response, current_app, g, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from narrator.web.services import services

KEY = "narrator.metrics"
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
NO_ROUTE = "none"
REFUSALS = {400: "wrong", 403: "right", 409: "stale", 413: "size", 422: "rules", 429: "limit", 503: "store"}
"""Why something was refused, by the answer's status."""
TAPS = ("stage.enter", "stage.throw", "phone.propose", "api.enter", "api.seats.enter")
"""Routes on which somebody enters what has happened."""
TAP_SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
OPEN = timedelta(hours=6)
"""A game counts as open for so long after its last entry."""

disable_created_metrics()  # no "_created" series beside each counter


class Metrics:
    """What one application counts."""

    def __init__(self, version: str) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(CurrentState(version))
        own: CollectorRegistry | None = self._registry
        if SHARED_FOLDER in os.environ:
            # The system may have cleaned up its temporary directory; a restarted worker must start anyway.
            os.makedirs(os.environ[SHARED_FOLDER], 0o700, exist_ok=True)
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
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)


class CurrentState:
    """Collect what is looked up at each scrape and is the same for every process."""

    def __init__(self, version: str) -> None:
        self._version = version

    def collect(self) -> Iterator[Metric]:
        well = not services().health.matter()
        games = len(services().games.storage.games.running(services().now() - OPEN)) if well else 0
        yield InfoMetricFamily("narrator", "Version of the server.", {"version": self._version})
        yield GaugeMetricFamily("narrator_games_open", "Games with an entry in the last six hours.", games)
        yield GaugeMetricFamily("narrator_healthy", "1 if the games can be read and written.", int(well))


def install(app: Flask, version: str) -> None:
    app.extensions[KEY] = Metrics(version)
    app.before_request(start_timer)
    app.after_request(count)


def metrics_of(app: Flask) -> Metrics:
    found: Metrics = app.extensions[KEY]
    return found


def start_timer() -> None:
    g.begun = perf_counter()


def count(answer: Response) -> Response:
    metrics, status, route = metrics_of(current_app), answer.status_code, request.endpoint
    metrics.requests.labels(route or NO_ROUTE, f"{status // 100}xx").inc()
    if status in REFUSALS:
        metrics.refusals.labels(REFUSALS[status]).inc()
    if route in TAPS and "begun" in g:
        metrics.taps.observe(perf_counter() - g.begun)
    metrics.entries.inc(services().games.take_count())
    if answer.mimetype == "text/event-stream":
        answer.response = counted(answer.response, metrics.streams)  # type: ignore[arg-type]
    return answer


def counted(stream: Iterable[bytes], streams: Gauge) -> Generator[bytes]:
    """Count a stream while somebody listens."""
    with streams.track_inprogress():
        yield from stream
