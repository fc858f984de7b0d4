"""API client for one game: the link with its key, the calls, and answers as MCP tool results."""

import json
import re
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from mcp.types import CallToolResult, TextContent

from narrator.core.message import msg
from narrator.text.languages import nearest_language
from narrator.text.render import Rendered, TableLocale, say

TIMEOUT_SECONDS = 15  # in addition to the `wait` of a long poll
GAME_PATH = re.compile(r"/(?:g|api/v1/games)/([\w-]+)(?:/.*)?")


class GameLink(NamedTuple):
    server_url: str  # of the server: `http://192.168.1.20:8080`
    game: str
    key: str  # a host's or a seat's secret; in the fragment, so that browsers never send it


def parse_link(text: str) -> GameLink | None:
    """
    >>> parse_link("http://localhost:8080/g/k7m2p9xw/stage#SECRET")
    GameLink(server_url='http://localhost:8080', game='k7m2p9xw', key='SECRET')
    >>> parse_link("http://localhost:8080/g/k7m2p9xw") is None
    True
    """
    try:
        parts = urlsplit(text.strip())
        found, _ = GAME_PATH.fullmatch(parts.path), parts.port
    except ValueError:  # invalid port, or an unbalanced bracket
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or found is None or not parts.fragment.isalnum():
        return None
    return GameLink(f"{parts.scheme}://{parts.netloc}", found[1], parts.fragment)


class ApiResponse(NamedTuple):
    status: int  # 0 if the server could not be reached
    content: dict[str, Any]

    @property
    def is_refused(self) -> bool:
        """A long poll that ends in an error still has status 200, for example when the seat was revoked meanwhile."""
        return not 200 <= self.status < 300 or "error" in self.content


class ApiClient:
    def __init__(self, link: GameLink, language: str) -> None:
        self._link = link
        self.language = language  # for calls that name none

    def get(self, path: str, language: str = "", wait: int = 0, **query: Any) -> ApiResponse:
        return self._call("GET", path, language, None, wait, {"wait": wait or None, **query})

    def post(self, path: str, language: str = "", body: dict[str, Any] | None = None, **query: Any) -> ApiResponse:
        return self._call("POST", path, language, body, 0, query)

    def _call(
        self, method: str, path: str, language: str, body: dict[str, Any] | None, wait: int, query: dict[str, Any]
    ) -> ApiResponse:
        code = nearest_language(language or self.language)
        params = {"lang": code, **{name: value for name, value in query.items() if value is not None}}
        target = f"/api/v1/games/{self._link.game}{path}?{urlencode(params)}"
        headers = {"Authorization": f"Bearer {self._link.key}", "Content-Type": "application/json"}
        # No proxy and no redirects: either could pass the key to another host.
        parts = urlsplit(self._link.server_url)
        connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = connect(parts.hostname or "", parts.port, timeout=TIMEOUT_SECONDS + wait)
        try:
            connection.request(method, target, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            content = json.loads(response.read())
            return ApiResponse(response.status, content if isinstance(content, dict) else {"answer": content})
        except (OSError, HTTPException, ValueError):
            message = say(msg("mcp.unreachable", address=Rendered(self._link.server_url)), TableLocale(code))
            return ApiResponse(0, {"error": {"code": "unreachable", "message": message}})
        finally:
            connection.close()


def tool_result(answer: ApiResponse, line: str = "") -> CallToolResult:
    """Return an answer as text for people (`line`, or the reasons of a refusal) followed by its JSON."""
    shown = error_messages(answer.content) if answer.is_refused else [line] if line else []
    texts = [*shown, json.dumps(answer.content, ensure_ascii=False, separators=(",", ":"))]
    content = [TextContent(type="text", text=text) for text in texts]
    return CallToolResult(content=[*content], structured_content=answer.content, is_error=answer.is_refused)


def error_messages(content: dict[str, Any]) -> list[str]:
    """Return every reason once; the error's own message often repeats the first of them."""
    reasons = [reason["message"] for reason in content.get("refused", ())]
    return list(dict.fromkeys([content["error"]["message"], *reasons])) if "error" in content else reasons
