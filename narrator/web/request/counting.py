"""What is counted while requests are answered, in the shape that Prometheus reads."""

from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from time import perf_counter

from flask import Flask, Response, current_app, g, request

from narrator.store.counts import Counts

from .house import house

KEY = "narrator.counts"
CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
NOWHERE = "none"
"""The route of a request that leads nowhere."""
REFUSALS = {400: "wrong", 403: "right", 409: "stale", 413: "size", 422: "rules", 429: "limit", 503: "store"}
"""Why something was refused, by the answer's status."""
TAPS = ("stage.enter", "stage.throw", "phone.propose", "api.enter", "api.seats.enter")
"""Routes on which somebody enters what has happened."""
BOUNDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds; a tap that took longer counts in the last, which has no end."""
STREAMS, ENTRIES = "narrator_streams", "narrator_entries_total"
TAP = "narrator_tap_seconds"
BUCKETS = tuple((bound, f'{TAP}_bucket{{le="{bound}"}}') for bound in BOUNDS)
"""The names of the bounds: each tap is counted in nearly all of them."""
KINDS = {
    "narrator_requests_total": ("counter", "Requests by route and class of status."),
    "narrator_refusals_total": ("counter", "Requests that were refused, by why."),
    ENTRIES: ("counter", "Entries that were made."),
    TAP: ("histogram", "Seconds in which a tap was answered."),
    STREAMS: ("gauge", "Pages that listen."),
}


def install(app: Flask, folder: Path, version: str) -> None:
    """To be called when all routes are known."""
    app.config["VERSION"] = version
    app.extensions[KEY] = Counts(folder, [*names_of(sorted({rule.endpoint for rule in app.url_map.iter_rules()}))])
    counts_of(app).put(STREAMS, 0)
    app.before_request(begin)
    app.after_request(count)


def names_of(routes: list[str]) -> Iterator[str]:
    for route in (*routes, NOWHERE):
        yield from (f'narrator_requests_total{{route="{route}",status="{status}"}}' for status in CLASSES)
    yield from (f'narrator_refusals_total{{why="{why}"}}' for why in REFUSALS.values())
    yield ENTRIES
    yield from (f'{TAP}_bucket{{le="{bound}"}}' for bound in (*BOUNDS, "+Inf"))
    yield from (f"{TAP}_sum", f"{TAP}_count", STREAMS)


def counts_of(app: Flask) -> Counts:
    found: Counts = app.extensions[KEY]
    return found


def begin() -> None:
    g.begun = perf_counter()


def count(answer: Response) -> Response:
    counts, status, games, route = counts_of(current_app), answer.status_code, house().games, request.endpoint
    counts.add(f'narrator_requests_total{{route="{route or NOWHERE}",status="{status // 100}xx"}}')
    if status in REFUSALS:
        counts.add(f'narrator_refusals_total{{why="{REFUSALS[status]}"}}')
    if route in TAPS and "begun" in g:
        count_tap(counts, perf_counter() - g.begun)
    counts.add(ENTRIES, games.take_count())
    if answer.mimetype == "text/event-stream":
        answer.response = counted(answer.response, counts)  # type: ignore[arg-type]
    return answer


def counted(stream: Iterable[bytes], counts: Counts) -> Generator[bytes]:
    """A stream that is counted while somebody listens."""
    counts.add(STREAMS)
    try:
        yield from stream
    finally:
        counts.add(STREAMS, -1)


def count_tap(counts: Counts, seconds: float) -> None:
    for bound, name in BUCKETS:
        if seconds <= bound:
            counts.add(name)
    counts.add(f'{TAP}_bucket{{le="+Inf"}}')
    counts.add(f"{TAP}_sum", seconds)
    counts.add(f"{TAP}_count")


def written(counts: Counts, **gauges: float) -> str:
    """All rows, each with the number of its worker: whichever of them was asked. Of a worker that is no more, what it
    has counted stays, and nobody listens to it."""
    lines = ["# TYPE narrator_info gauge", f'narrator_info{{version="{current_app.config["VERSION"]}"}} 1']
    rows = [*counts.rows()]
    for kind, (shape, words) in KINDS.items():
        lines += [f"# HELP {kind} {words}", f"# TYPE {kind} {shape}"]
        for row, numbers, lives in rows:
            for name, number in numbers.items():
                if name.startswith(kind) and number and (lives or shape != "gauge"):
                    lines.append(f"{with_worker(name, row)} {number:.10g}")
    for name, number in gauges.items():
        lines += [f"# TYPE narrator_{name} gauge", f"narrator_{name} {number:.10g}"]
    return "\n".join(lines) + "\n"


def with_worker(name: str, row: int) -> str:
    """
    >>> with_worker('a_total{why="x"}', 2), with_worker("a_count", 0)
    ('a_total{worker="2",why="x"}', 'a_count{worker="0"}')
    """
    plain, _, labels = name.partition("{")
    return f'{plain}{{worker="{row}"' + (f",{labels}" if labels else "}")
