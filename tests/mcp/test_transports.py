"""`narrator mcp`: over standard input and output, over HTTP on this device alone, and what is wrong in one sentence."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner, Result
from mcp import Client, StdioServerParameters

from narrator.cli.main import main
from narrator.mcp.api_client import GameLink
from tests.support.games import awaited
from tests.support.mcp import Assistant, Game, sample, words
from tests.support.waiting import PATIENCE

COMMAND = ["-m", "narrator", "mcp"]


def written(link: GameLink) -> str:
    return f"{link.server_url}/g/{link.game}/stage#{link.key}"


def run(*args: str, **environment: str) -> Result:
    return CliRunner().invoke(main, ["mcp", *args], env={"LC_ALL": "es_ES.UTF-8", "NARRATOR_LINK": "", **environment})


@pytest.fixture
def game(address: str) -> Game:
    return Game(address, sample(63))


async def take_a_turn(client: Client) -> None:
    host = Assistant(client)
    assert words(await client.call_tool("say_line", {})) == "Chai, ваш ход."
    await host.do("enter", events=[{"type": "dice_rolled", "seat": 2, "total": 8}])
    assert (await host.do("undo"))["state"]["step"] == "roll"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_an_assistant_starts_it_and_speaks_by_standard_input_and_output(game: Game, mode: str) -> None:
    """The link comes in the environment; the language is the terminal's."""
    environment = {"NARRATOR_LINK": written(game.host), "LC_ALL": "ru_RU.UTF-8", "PYTHONPATH": os.getcwd()}
    command = StdioServerParameters(command=sys.executable, args=COMMAND, env=environment)

    async def speak() -> None:
        async with Client(command, mode=mode) as client:
            await take_a_turn(client)

    awaited(speak())


class Listening:
    """The real command, by HTTP."""

    def __init__(self, link: GameLink) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        args = [*COMMAND, "--link", written(link), "--lang", "ru", "--port", str(self.port)]
        self.process = subprocess.Popen([sys.executable, *args], stderr=subprocess.PIPE, text=True)
        self.address = f"http://127.0.0.1:{self.port}/mcp"
        assert self.process.stderr is not None
        self.said = self.process.stderr.readline()

    def status(self, **headers: str) -> int:
        body = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'
        kinds = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        try:
            return int(urlopen(Request(self.address, body, {**kinds, **headers})).status)
        except HTTPError as error:
            error.close()
            return error.code


@pytest.fixture
def listening(game: Game) -> Iterator[Listening]:
    found = Listening(game.host)
    wait_for(found.port)
    yield found
    found.process.send_signal(signal.SIGTERM)
    found.process.communicate(timeout=PATIENCE)


def wait_for(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 0.1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("nobody listens")


def test_by_http_it_answers_on_this_device_alone_and_no_page_from_elsewhere(listening: Listening) -> None:
    assert listening.address in listening.said

    async def speak() -> None:
        async with Client(listening.address) as client:
            await take_a_turn(client)

    awaited(speak())
    assert listening.status(Origin="http://evil.example") == 403
    assert listening.status(Host="evil.example") == 421
    with socket.socket() as other, pytest.raises(OSError, match="refused"):
        other.connect(("127.0.0.2", listening.port))


@pytest.mark.parametrize(
    "link", ["", "KEY", "http://localhost:8080/g/game", "ftp://localhost/g/game#KEY", "http://[/g/a#B"]
)
def test_without_a_whole_link_that_is_said_in_the_terminals_language(link: str) -> None:
    result = run("--link", link)
    assert result.exit_code == 1
    assert result.stderr.startswith("Falta el enlace de la partida o está incompleto. Indícalo con --link")


def test_without_the_package_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "narrator.mcp.server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    result = run(NARRATOR_LINK="http://localhost:8080/g/game#KEY")
    assert result.exit_code == 1
    assert f"{sys.executable} -m pip install 'mcp<" in result.stderr


def test_the_server_itself_imports_nothing_of_it() -> None:
    code = "import sys; import narrator.cli.main, narrator.cli.serve, narrator.web.app; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "narrator.web.app" in loaded
    alien = ("mcp", "mcp_types", "pydantic", "starlette", "uvicorn", "narrator.mcp")
    assert [name for name in loaded if name in alien] == []
