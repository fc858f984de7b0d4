"""A query as it should be sent: what is not ASCII stands in it in percents. Sent raw, it would fail whoever reads it,
the error page too."""

from string import printable
from typing import Any
from urllib.parse import quote

from flask import Request


class QueryInPercents(Request):
    def __init__(self, environ: dict[str, Any], *args: Any, **options: Any) -> None:
        environ["QUERY_STRING"] = quote(environ.get("QUERY_STRING", ""), safe=printable, encoding="latin-1")
        super().__init__(environ, *args, **options)
