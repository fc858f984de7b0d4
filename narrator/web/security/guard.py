"""What every answer and every request goes through: headers that keep others out, writes only from our own pages."""

import gzip
from contextlib import suppress
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from werkzeug.exceptions import RequestEntityTooLarge

from narrator.web.security.hosts import refuse_unknown_hosts
from narrator.web.security.rate_limits import enforce_rate_limits

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # spots on the board are placed in percent
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
LARGEST_REQUEST = 1_000_000
"""So many bytes a body may have: a long evening takes a tenth of that."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
ENCODING, PACKING_WHOLE = 1, 6
"""Of nine: the next ones take twice as long for a tenth less, and a tap waits for it. A whole page is fetched once."""
WHOLE = b"<!doctype html>"
WORTH_PACKING = 600
"""Smaller answers fit into one packet anyway."""
PACKED = ("text/html", "application/json", "image/svg+xml")


def guard(app: Flask) -> None:
    for check in (refuse_unknown_hosts, refuse_foreign_writes, enforce_rate_limits, refuse_nul):
        app.before_request(check)
    app.after_request(compress_response)
    app.after_request(add_headers)


def is_foreign() -> bool:
    """Whether another site's page sent this. Programs that are no browsers send no origin."""
    sent = request.environ  # where looking for a header that was not sent costs nothing
    origin: str | None = sent.get("HTTP_ORIGIN")
    if origin is None:
        return bool(sent.get("HTTP_SEC_FETCH_SITE") == "cross-site")
    try:
        return urlsplit(origin).netloc != request.host
    except ValueError:  # no address at all, such as `http://[`
        return True


def refuse_foreign_writes() -> None:
    if request.method not in SAFE_METHODS and is_foreign():
        abort(403)


def refuse_nul() -> None:
    """Nobody types one, and PostgreSQL has no text with it. The API reads its bodies itself: JSON is stored as JSON."""
    if "\0" in request.path:
        abort(404)
    texts = [*request.args.values(), *(request.headers.get(name, "") for name in ("Cookie", "Idempotency-Key"))]
    if request.method not in SAFE_METHODS and not request.path.startswith("/api/"):
        with suppress(RequestEntityTooLarge):  # raised again where the form is read, after the question who asks
            texts += [text for _, values in request.form.lists() for text in values]
    if any("\0" in text for text in texts):
        abort(400)


def add_headers(answer: Response) -> Response:
    """What an answer says for itself stays."""
    own = dict(answer.headers)
    answer.headers.extend({name: value for name, value in HEADERS.items() if name not in own})
    return answer


def compress_response(answer: Response) -> Response:
    """Compress pages; streams and what is small go as they are."""
    if not takes_gzip() or answer.is_streamed or answer.direct_passthrough or "Content-Encoding" in answer.headers:
        return answer
    answer.vary.add("Accept-Encoding")
    if answer.mimetype not in PACKED or len(answer.get_data()) < WORTH_PACKING:
        return answer
    answer.set_data(gzipped(answer.get_data()))
    answer.headers["Content-Encoding"] = "gzip"
    return answer


def gzipped(body: bytes) -> bytes:
    return gzip.compress(body, PACKING_WHOLE if body.startswith(WHOLE) else ENCODING, mtime=0)


def gzipped_response(body: bytes, status: int = 200, mimetype: str = "text/html") -> Response:
    """An answer that is kept compressed, because it is sent more often than it is made."""
    if not takes_gzip():
        return Response(gzip.decompress(body), status, mimetype=mimetype)
    answer = Response(body, status, {"Content-Encoding": "gzip"}, mimetype)
    answer.vary.add("Accept-Encoding")
    return answer


def takes_gzip() -> bool:
    return "gzip" in request.environ.get("HTTP_ACCEPT_ENCODING", "")
