"""What the tests of the assistants' server share: a running Narrator, games in it, and assistants with a link each."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from mcp import Client
from mcp.types import CallToolResult, TextContent

from narrator.mcp.api_client import GameLink
from narrator.mcp.server import make_server
from tests.support.games import awaited
from tests.support.html import parse

PLAYERS = [{"name": "Ana", "colour": "red"}, {"name": "Boris", "colour": "blue"}, {"name": "Chai", "colour": "white"}]
SAMPLE = Path("narrator/samples/evening.json")


class Game:
    """A game in a running Narrator, and its host."""

    def __init__(self, address: str, file: dict[str, Any]) -> None:
        self.address = address
        made = self._call("POST", "/api/v1/games", file)
        self.id, self.key = made["id"], made["secret"]
        self.host = GameLink(address, self.id, self.key)

    def seat(self, number: int) -> GameLink:
        """A seat that the host gives to a program."""
        given = self._call("POST", f"/api/v1/games/{self.id}/seats/{number}/link", {})
        return GameLink(self.address, self.id, given["secret"])

    def take_back(self, number: int) -> None:
        self._call("DELETE", f"/api/v1/games/{self.id}/seats/{number}/link", {})

    def stage(self) -> str:
        """The host's page as it is read."""
        headers = {"Cookie": f"host_{self.id}={self.key}", "Accept-Language": "en"}
        with urlopen(Request(f"{self.address}/g/{self.id}/stage", headers=headers)) as answer:
            return parse(answer.read().decode()).text

    def _call(self, method: str, path: str, body: Any) -> Any:
        headers = {"Authorization": f"Bearer {getattr(self, 'key', '')}"}
        sent = Request(f"{self.address}{path}", json.dumps(body).encode(), headers, method=method)
        with urlopen(sent) as answer:
            return json.load(answer)


def sample(entries: int) -> dict[str, Any]:
    """The sample evening, so far."""
    file: dict[str, Any] = json.loads(SAMPLE.read_bytes())
    return {**file, "events": file["events"][:entries]}


def dealt() -> dict[str, Any]:
    """A new game whose cards the app deals."""
    board = {"layout": "random_tokens", "seed": 7}
    rules = {"dice_source": "app", "no_seven_rounds": 0}
    return {"format": "narrator/1", "setup": {"players": PLAYERS, "board": board, "cards": "app", "rules": rules}}


class Assistant:
    """Somebody's assistant, by the SDK's own client."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def do(self, tool: str, **arguments: Any) -> Any:
        """What a tool tells; it has to be done."""
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result
        return result.structured_content

    async def refused(self, tool: str, **arguments: Any) -> tuple[str, str]:
        """The code and the words with which something is refused."""
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, result
        assert result.structured_content is not None
        reasons = result.structured_content.get("refused") or [result.structured_content["error"]]
        return reasons[0]["code"], words(result)


def words(result: CallToolResult) -> str:
    """What people are to read: the first text."""
    assert isinstance(result.content[0], TextContent)
    return result.content[0].text


def with_assistants(task: Callable[..., Awaitable[None]], *links: GameLink, language: str = "en") -> None:
    """Do something with an assistant for each link."""

    async def run(found: tuple[Assistant, ...], rest: tuple[GameLink, ...]) -> None:
        if not rest:
            await task(*found)
            return
        async with Client(make_server(rest[0], language)) as client:
            await run((*found, Assistant(client)), rest[1:])

    awaited(run((), links))
