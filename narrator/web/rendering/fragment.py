"""A page, or only the part of it that htmx asks for."""

from typing import Any

from flask import Response, render_template
from flask import redirect as redirected
from flask_htmx import HTMX, make_response  # type: ignore[import-untyped]

htmx = HTMX()
"""True while htmx asks."""


def show(part: str, page: str, status: int = 200, **context: Any) -> Response:
    """The part where htmx asks for it, else the page that includes it."""
    return with_status(render_template(part if htmx else page, **context), status)


def with_status(text: str, status: int) -> Response:
    return Response(text, status)


def download(content: str | bytes, filename: str, mimetype: str = "application/json") -> Response:
    answer = Response(content, mimetype=mimetype)
    answer.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return answer


def pushed(answer: Response, address: str) -> Response:
    """The answer, under another address than the one that was asked for."""
    answer = make_response(answer, push_url=address)
    return answer


def replaced(answer: Response, address: str) -> Response:
    """The same, for a page that goes on in its place: nobody wants to leave it step by step."""
    answer = make_response(answer, replace_url=address)
    return answer


def led_to(address: str) -> Response:
    """To another page: for htmx as an order, or it would put that page into its own."""
    answer: Response = make_response("", redirect=address) if htmx else make_response(redirected(address, 303))
    return answer
