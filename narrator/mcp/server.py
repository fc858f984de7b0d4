"""MCP server: tools, resources and prompts, over standard input and output or HTTP."""

import json
from collections.abc import Callable
from inspect import getdoc
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError
from mcp.types import CallToolResult, ToolAnnotations

from narrator import __version__
from narrator.core.message import msg
from narrator.mcp.api_client import ApiClient, GameLink, error_messages
from narrator.mcp.host_tools import HostTools
from narrator.mcp.prompts import help_me_host, play_this_seat
from narrator.mcp.seat_tools import SeatTools
from narrator.text.render import TableLocale, say

Tool = Callable[..., CallToolResult]
LOOPBACK = "127.0.0.1"
INSTRUCTIONS = (
    "Narrator keeps the record of one game of Catan on a real board and says what the host says. Entries are facts "
    "that happened at the table. What this link does not allow is refused, and so is what is against the rules: say "
    "the reason as it is written."
)
READ_ONLY = ToolAnnotations(read_only_hint=True, open_world_hint=False)
# not destructive: everything can be undone
READ_WRITE = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
RESOURCES = {
    "script": "What the host says: the steps before, now and next, helper cards and odd cases of this moment.",
    "cards": "Every helper card, right under tonight's rules.",
    "rules": "Tonight's rules, and what the table decided.",
}


def make_server(link: GameLink, language: str) -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer(
        "narrator", title="Narrator", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
    )
    api = ApiClient(link, language)
    add_tools(server, api)
    for name, description in RESOURCES.items():
        add_resource(server, api, name, description)
    add_prompts(server, language)
    return server


def add_tools(server: MCPServer[Any], api: ApiClient) -> None:
    host, seat = HostTools(api), SeatTools(api)
    reading: tuple[Tool, ...] = (
        host.see_game,
        host.say_line,
        host.list_actions,
        host.look_up,
        host.read_history,
        host.explain_number,
    )
    trading = (seat.offer_trade, seat.answer_trade, seat.confirm_trade, seat.cancel_trade)
    writing: tuple[Tool, ...] = (host.enter, host.undo, host.redo, seat.propose, seat.roll, *trading)
    for tool in (seat.look_around, *reading):
        server.add_tool(tool, description=getdoc(tool), annotations=READ_ONLY, structured_output=False)
    for tool in writing:
        server.add_tool(tool, description=getdoc(tool), annotations=READ_WRITE, structured_output=False)


def add_resource(server: MCPServer[Any], api: ApiClient, name: str, description: str) -> None:
    """Add a resource in the server's language, and in any language that the URL names."""

    def read(language: str) -> str:
        response = api.get(f"/{name}", language)
        if response.is_refused:
            raise ResourceError(" ".join(error_messages(response.content)))
        return json.dumps(response.content, ensure_ascii=False)

    def read_here() -> str:
        return read("")

    shape: dict[str, Any] = {"name": name, "description": description, "mime_type": "application/json"}
    server.resource(f"narrator://{name}", **shape)(read_here)
    server.resource(f"narrator://{name}/{{language}}", **shape)(read)


def add_prompts(server: MCPServer[Any], language: str) -> None:
    """Add the prompts; their titles are shown to people."""
    prompts: tuple[Callable[[str], str], ...] = (help_me_host, play_this_seat)
    for prompt in prompts:
        title = say(msg(f"mcp.{prompt.__name__}"), TableLocale(language))
        server.prompt(prompt.__name__, title, getdoc(prompt))(_with_default_language(prompt, language))


def _with_default_language(prompt: Callable[[str], str], spoken: str) -> Callable[[str], str]:
    def written(language: str = spoken) -> str:
        return prompt(language)

    return written


def run(link: GameLink, language: str, port: int | None) -> None:
    """Serve until the assistant disconnects. HTTP is restricted to this machine."""
    server = make_server(link, language)
    if port is None:
        server.run("stdio")
    else:
        server.run("streamable-http", host=LOOPBACK, port=port)
