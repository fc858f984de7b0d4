"""Checks before every request, and security headers and compression of every response."""

import gzip
from contextlib import suppress
from string import printable
from typing import Any
from urllib.parse import quote, urlsplit

from flask import Flask, Request, Response, abort, request
from werkzeug.exceptions import RequestEntityTooLarge

from narrator.web.auth.client import this_address, this_client
from narrator.web.security.network import refuse_unknown_hosts
from narrator.web.security.rate_limits import LIMIT_OF_ENDPOINT
from narrator.web.services import services

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; "  # spots on the board are placed in percent
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
MAX_REQUEST_BYTES = 1_000_000  # ten times a long game's file
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
FRAGMENT_GZIP_LEVEL = 1  # a tap waits for it; higher levels take twice as long for 10 % less
PAGE_GZIP_LEVEL = 6  # a whole page is fetched once
PAGE_START = b"<!doctype html>"
MIN_GZIP_BYTES = 600  # smaller responses fit into one packet anyway
GZIP_TYPES = ("text/html", "application/json", "image/svg+xml")


class AsciiQueryRequest(Request):
    """A request whose query is percent-encoded. Raw bytes in it would break every view, even the error page."""

    def __init__(self, environ: dict[str, Any], *args: Any, **options: Any) -> None:
        environ["QUERY_STRING"] = quote(environ.get("QUERY_STRING", ""), safe=printable, encoding="latin-1")
        super().__init__(environ, *args, **options)


def install_request_checks(app: Flask) -> None:
    for check in (refuse_unknown_hosts, refuse_foreign_writes, enforce_rate_limits, refuse_nul):
        app.before_request(check)
    app.after_request(compress_response)
    app.after_request(add_security_headers)


def is_foreign() -> bool:
    """Return whether another site's page sent this request. Clients other than browsers send no origin."""
    environ = request.environ  # cheaper than request.headers if a header is missing
    origin: str | None = environ.get("HTTP_ORIGIN")
    if origin is None:
        return bool(environ.get("HTTP_SEC_FETCH_SITE") == "cross-site")
    try:
        return urlsplit(origin).netloc != request.host
    except ValueError:  # malformed, such as `http://[`
        return True


def refuse_foreign_writes() -> None:
    if request.method not in SAFE_METHODS and is_foreign():
        abort(403)


def enforce_rate_limits() -> None:
    """Abort with 429 above a limit. Phones and programs are counted one by one, anything else by address."""
    limit = LIMIT_OF_ENDPOINT.get(request.endpoint or "")
    if limit is None or request.method != "POST":
        return
    client = this_client().name if limit in ("session_events", "program_actions") else this_address()
    if not services().rate_limits[limit].count(client):
        abort(429)


def refuse_nul() -> None:
    """Refuse NUL characters, which PostgreSQL can't store as text. The API checks its own JSON bodies."""
    if "\0" in request.path:
        abort(404)
    texts = [*request.args.values(), *(request.headers.get(name, "") for name in ("Cookie", "Idempotency-Key"))]
    if request.method not in SAFE_METHODS and not request.path.startswith("/api/"):
        with suppress(RequestEntityTooLarge):  # raised again when the view reads the form, after its access check
            texts += [text for _, values in request.form.lists() for text in values]
    if any("\0" in text for text in texts):
        abort(400)


def add_security_headers(response: Response) -> Response:
    present = dict(response.headers)
    response.headers.extend({name: value for name, value in SECURITY_HEADERS.items() if name not in present})
    return response


def compress_response(response: Response) -> Response:
    """Compress a response unless it is streamed, small or compressed already."""
    if (
        not accepts_gzip()
        or response.is_streamed
        or response.direct_passthrough
        or "Content-Encoding" in response.headers
    ):
        return response
    response.vary.add("Accept-Encoding")
    if response.mimetype not in GZIP_TYPES or len(response.get_data()) < MIN_GZIP_BYTES:
        return response
    response.set_data(gzip_body(response.get_data()))
    response.headers["Content-Encoding"] = "gzip"
    return response


def gzip_body(body: bytes) -> bytes:
    level = PAGE_GZIP_LEVEL if body.startswith(PAGE_START) else FRAGMENT_GZIP_LEVEL
    return gzip.compress(body, level, mtime=0)


def gzipped_response(body: bytes, status: int = 200, mimetype: str = "text/html") -> Response:
    if not accepts_gzip():
        return Response(gzip.decompress(body), status, mimetype=mimetype)
    response = Response(body, status, {"Content-Encoding": "gzip"}, mimetype)
    response.vary.add("Accept-Encoding")
    return response


def accepts_gzip() -> bool:
    return "gzip" in request.environ.get("HTTP_ACCEPT_ENCODING", "")
