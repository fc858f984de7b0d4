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
from narrator.mcp.tools import HostTools, SeatTools
from narrator.text.languages import LANGUAGE_NAMES, nearest_language
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


HOST_PROMPT = """You help the host of a Catan evening with a real board; Narrator keeps the record. Speak {language}.

- Call `say_line` with language "{code}" for what to say now, and say it word for word. Never make up a rule.
- When somebody tells you what happened, call `list_actions`, take the event that fits, and `enter` it with `seen`.
  Ask when more than one fits. Never enter what nobody told you.
- When something is refused, say the reason as it is. Only if the table lets it stand, enter it with "waived": true.
- When something was entered wrongly, `undo`; then enter what was right.
- For "may I …?" call `look_up`; for "why do I have …?" call `explain_number`; for "what did we forget?" compare
  `read_history` with what people tell you, and `look_up` without a question.
- You see no hidden cards, and you don't ask for any."""

SEAT_PROMPT = """You play one seat of a Catan game that Narrator hosts. Speak {language}.

- Call `look_around`. While `your_move` is false, call it again with `since`, `notes` and `wait` 30.
- On your move choose from `actions`: `roll` where it is true, else one of `events`, sent by `propose` as it is, with
  `seen`. `open` kinds need values that you fill in. End your turn with `turn_ended`.
- Trade where it helps you: `offer_trade`, then look for `confirm` in your actions and `confirm_trade`. Answer the
  others' offers with `answer_trade`, and give the offer's number with it.
- When something is refused, read the reason, look around again, and choose otherwise.
- With cards at the table the host decides about what you propose: wait until it is no longer in `waiting`. Your hand
  then is what the host tells you.
- `look_up` answers questions about the rules. Be a pleasant player: decide quickly and explain yourself shortly."""
PROMPTS = {
    "help_me_host": ("With a host's link: say what comes next, enter what happened, answer questions.", HOST_PROMPT),
    "play_this_seat": ("With a seat's link: play it by the rules until the game is over.", SEAT_PROMPT),
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
    looking: tuple[Tool, ...] = (seat.look_around, host.see_game, host.say_line, host.list_actions)
    reading: tuple[Tool, ...] = (*looking, host.look_up, host.read_history, host.explain_number)
    trading = (seat.offer_trade, seat.answer_trade, seat.confirm_trade, seat.cancel_trade)
    writing: tuple[Tool, ...] = (host.enter, host.undo, host.redo, seat.propose, seat.roll, *trading)
    for tool in reading:
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
    for name, (description, text) in PROMPTS.items():
        title = say(msg(f"mcp.{name}"), TableLocale(language))
        server.prompt(name, title, description)(_prompt_writer(text, language))


def _prompt_writer(text: str, default: str) -> Callable[[str], str]:
    def write(language: str = default) -> str:
        code = nearest_language(language)
        return text.replace("{language}", LANGUAGE_NAMES[code]).replace("{code}", code)

    return write


def run(link: GameLink, language: str, port: int | None) -> None:
    """Serve until the assistant disconnects. HTTP is restricted to this machine."""
    server = make_server(link, language)
    if port is None:
        server.run("stdio")
    else:
        server.run("streamable-http", host=LOOPBACK, port=port)
