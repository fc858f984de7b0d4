"""Responses to browsers and to htmx, which fetches parts of pages."""

from typing import Any

from flask import Response, redirect, render_template
from flask_htmx import HTMX, make_response  # type: ignore[import-untyped]

htmx = HTMX()  # true if htmx sent the current request


def render_fragment_or_page(fragment: str, page: str, status: int = 200, **context: Any) -> Response:
    """Render the fragment for htmx, or else the page that includes it."""
    return Response(render_template(fragment if htmx else page, **context), status)


def download(content: str | bytes, filename: str, mimetype: str = "application/json") -> Response:
    response = Response(content, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response


def push_url(response: Response, address: str) -> Response:
    """Make htmx show another address, as a new entry of the browser's history."""
    response = make_response(response, push_url=address)
    return response


def replace_url(response: Response, address: str) -> Response:
    """Make htmx show another address instead of the current one."""
    response = make_response(response, replace_url=address)
    return response


def redirect_to(address: str) -> Response:
    """Redirect. htmx gets a header instead of 303, or it would insert the new page into the current one."""
    response: Response = make_response("", redirect=address) if htmx else make_response(redirect(address, 303))
    return response
