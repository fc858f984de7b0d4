"""Responses to browsers and to htmx, which fetches parts of pages."""

from typing import Any

from flask import Response, redirect, render_template
from flask_htmx import HTMX, make_response  # type: ignore[import-untyped]

htmx = HTMX()  # true if htmx sent the current request


def show(part: str, page: str, status: int = 200, **context: Any) -> Response:
    """Render the part for htmx, or else the page that includes it."""
    return Response(render_template(part if htmx else page, **context), status)


def download(content: str | bytes, filename: str, mimetype: str = "application/json") -> Response:
    answer = Response(content, mimetype=mimetype)
    answer.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return answer


def push_url(answer: Response, address: str) -> Response:
    """Make htmx show another address, as a new entry of the browser's history."""
    answer = make_response(answer, push_url=address)
    return answer


def replace_url(answer: Response, address: str) -> Response:
    """Make htmx show another address instead of the current one."""
    answer = make_response(answer, replace_url=address)
    return answer


def redirect_to(address: str) -> Response:
    """Redirect. htmx gets a header instead of 303, or it would insert the new page into the current one."""
    answer: Response = make_response("", redirect=address) if htmx else make_response(redirect(address, 303))
    return answer
