"""Calls of the API with the link's key: what the key does not allow, the server refuses. Nothing is decided here."""

import json
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from narrator.core.message import msg
from narrator.mcp.link import Link
from narrator.text.languages import nearest_language
from narrator.text.render import Rendered, TableLocale, say

PATIENCE = 15
"""So many seconds an answer may take, beyond those that were asked for."""


class Answer(NamedTuple):
    status: int
    """0 where nobody answered."""
    content: dict[str, Any]

    @property
    def is_refused(self) -> bool:
        """Also what was answered late: a seat that was taken away while its program waited."""
        return not 200 <= self.status < 300 or "error" in self.content


class Caller:
    def __init__(self, link: Link, language: str) -> None:
        self._link = link
        self.language = language
        """Of everything that is asked without naming one."""

    def get(self, path: str, language: str = "", wait: int = 0, **query: Any) -> Answer:
        return self._call("GET", path, language, None, wait, {"wait": wait or None, **query})

    def post(self, path: str, language: str = "", body: dict[str, Any] | None = None, **query: Any) -> Answer:
        return self._call("POST", path, language, body, 0, query)

    def _call(
        self, method: str, path: str, language: str, body: dict[str, Any] | None, wait: int, query: dict[str, Any]
    ) -> Answer:
        spoken = nearest_language(language or self.language)
        asked = {"lang": spoken, **{name: value for name, value in query.items() if value is not None}}
        target = f"/api/v1/games/{self._link.game}{path}?{urlencode(asked)}"
        headers = {"Authorization": f"Bearer {self._link.key}", "Content-Type": "application/json"}
        connection = self._connection(PATIENCE + wait)
        try:
            connection.request(method, target, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            content = json.loads(answer.read())
            return Answer(answer.status, content if isinstance(content, dict) else {"answer": content})
        except (OSError, HTTPException, ValueError):
            return Answer(0, self._unreachable(spoken))
        finally:
            connection.close()

    def _connection(self, timeout: int) -> HTTPConnection:
        """Straight to the server: no proxy in between, and no redirection that would take the key elsewhere."""
        parts = urlsplit(self._link.address)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        return kind(parts.hostname or "", parts.port, timeout=timeout)

    def _unreachable(self, language: str) -> dict[str, Any]:
        message = say(msg("mcp.unreachable", address=Rendered(self._link.address)), TableLocale(language))
        return {"error": {"code": "unreachable", "message": message}}
