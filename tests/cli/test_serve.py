"""`narrator serve` and `narrator host`: found on the network, stopped cleanly, plain about what is wrong."""

import errno
import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from ipaddress import ip_network
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import narrator.storage
from narrator.cli import network as ports
from narrator.cli.main import main
from narrator.cli.network import base_addresses, best_first, is_loopback_only, lan_hosts, loopback_address
from narrator.cli.startup import print_introduction
from narrator.cli.terminal import print_qr_code, terminal_language
from narrator.text.catalog import has_message
from narrator.web.auth.config import CODE_LENGTH, AccessConfig
from tests.support.app import TOLD, closing, games_in  # noqa: F401
from tests.support.running import COMMAND, Running
from tests.support.waiting import PATIENCE
from tools.soak import FILE

GAME = json.dumps(FILE).encode()


def run(*args: str, **environment: str) -> Result:
    return CliRunner().invoke(main, args, env={"LANG": "en_GB.UTF-8", "LC_ALL": "", **environment})


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


# Running.


def test_the_server_answers_says_where_takes_a_new_host_and_stops_cleanly(tmp_path: Path, url: str) -> None:
    game = games_in(tmp_path).create(TOLD).id
    server = Running("serve", "--port", "0", LANG="ru_RU.UTF-8", NARRATOR_DATABASE_URL=url, PYTHONUTF8="1")
    assert server.said.startswith("Narrator работает.")
    assert "█▀" in server.said
    assert server.status(f"/api/v1/games/{game}") == 200
    printed = run("host", game, "--db", url, "--address", "http://10.0.0.7:9000/").stdout
    link = re.findall(rf"http://10\.0\.0\.7:9000(/g/{game}/host/\S+)", printed)[0]
    assert server.status(link) == 200
    assert server.stopped_by(signal.SIGTERM) == (0, "Narrator остановлен. Все игры сохранены.\n")


def test_without_a_command_the_server_runs_and_the_keyboard_stops_it(tmp_path: Path) -> None:
    server = Running("--port", "0", "--host", "127.0.0.1", XDG_DATA_HOME=str(tmp_path), LANG="C", PYTHONUTF8="1")
    assert server.address == f"http://127.0.0.1:{server.port}"
    assert server.status("/api/v1/openapi.json") == 200
    assert server.stopped_by(signal.SIGINT) == (0, "Narrator has stopped. All games are saved.\n")
    assert (tmp_path / "narrator" / "narrator.db").exists()


def test_a_stop_lets_an_open_request_finish(url: str) -> None:
    """Its body comes in two parts, with the stop in between."""
    server = Running("serve", "--port", "0", "--host", "127.0.0.1", "--db", url, LANG="C", PYTHONUTF8="1")
    line = HTTPConnection("127.0.0.1", int(server.port), timeout=PATIENCE)
    line.putrequest("POST", "/api/v1/games")
    line.putheader("Content-Length", str(len(GAME)))
    line.endheaders(GAME[:10])
    assert server.status("/alive") == 204
    server.process.send_signal(signal.SIGTERM)
    time.sleep(0.3)
    line.send(GAME[10:])
    assert line.getresponse().status == 201
    line.close()
    assert server.stopped_by(signal.SIGTERM)[0] == 0


@pytest.mark.parametrize("is_used", [False, True])
def test_a_server_whose_file_is_gone_saves_all_elsewhere_before_it_says_so(
    tmp_path: Path, url: str, is_used: bool
) -> None:
    games = games_in(tmp_path)
    game = games.create(TOLD).id
    games.storage.close()
    server = Running("serve", "--port", "0", "--db", url, LANG="C", PYTHONUTF8="1")
    if is_used:
        assert server.status(f"/api/v1/games/{game}") == 200
    (tmp_path / "games.db").unlink()
    status, said = server.stopped_by(signal.SIGTERM)
    assert status == 0
    assert f"all games are now saved in {tmp_path}/games-2.db" in said
    (tmp_path / "games-2.db").rename(tmp_path / "games.db")
    assert games_in(tmp_path).setup(game) == TOLD


def test_other_commands_do_not_wait_for_the_server_or_a_database() -> None:
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from narrator.cli.main import main\n"
        "assert CliRunner().invoke(main, ['replay', 'narrator/samples/evening.json']).exit_code == 0\n"
        "print([name for name in ('sqlalchemy', 'flask', 'gevent', 'qrcode') if name in sys.modules])\n"
    )
    root = Path(__file__).parents[2]
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert found.stdout == "[]\n"


@pytest.mark.parametrize(
    ("args", "asked"),
    [
        ([], ("0.0.0.0", None, None)),
        (["--port", "9000"], ("0.0.0.0", 9000, None)),
        (["--db=sqlite:///x"], ("0.0.0.0", None, "sqlite:///x")),
        (["serve", "--host", "10.0.0.2"], ("10.0.0.2", None, None)),
    ],
)
def test_the_server_is_what_narrator_alone_means(
    args: list[str], asked: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[tuple[object, ...]] = []
    monkeypatch.setattr("narrator.cli.serve.serve", lambda *asked: served.append(asked[:3]))
    assert run(*args).exit_code == 0
    assert served == [asked]


def test_the_door_is_as_the_command_says(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[AccessConfig] = []
    monkeypatch.setattr("narrator.cli.serve.serve", lambda *asked: served.append(asked[3]))
    options = ["--closed", "--allow-host", "Games.Example", "--allow-host", "b.example"]
    for args in ([], [*options, "--proxy", "10.0.0.7", "--proxy", "fd00::/8"]):
        assert run(*args).exit_code == 0
    plain, closed = served
    assert (plain.is_closed, plain.proxies) == (False, ())
    assert (closed.is_closed, len(closed.house_code)) == (True, CODE_LENGTH)
    assert socket.gethostname().lower() in plain.hosts
    assert closed.hosts - plain.hosts == {"games.example", "b.example"}
    assert closed.proxies == (ip_network("10.0.0.7"), ip_network("fd00::/8"))


def test_a_proxy_that_is_no_number_is_refused() -> None:
    result = run("--proxy", "proxy.example")
    assert result.exit_code == 2
    assert "proxy.example" in result.stderr


def test_a_closed_house_shows_its_code_and_lets_it_be_scanned(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []
    monkeypatch.setattr("narrator.cli.startup.print_qr_code", shown.append)
    monkeypatch.setenv("LC_ALL", "en")
    print_introduction(["http://10.0.0.2:8080"], AccessConfig())
    assert "code to begin a game" not in capsys.readouterr().out
    print_introduction(["http://10.0.0.2:8080"], AccessConfig(house_code="K7M2P9XY", is_closed=True))
    assert shown == ["http://10.0.0.2:8080", "http://10.0.0.2:8080/house/K7M2P9XY"]
    assert "the house code to start a game: K7M2P9XY." in capsys.readouterr().out


def test_a_missing_network_is_mentioned_unless_only_this_machine_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    here = "http://127.0.0.1:8080"
    print_introduction([here], AccessConfig(), loopback_address("0.0.0.0", 8080))
    assert "isn't on a network" in capsys.readouterr().out
    print_introduction([here], AccessConfig(), loopback_address("127.0.0.1", 8080))
    assert "isn't on a network" not in capsys.readouterr().out


def test_the_address_that_needs_no_house_code_is_printed_and_is_a_loopback_one(url: str) -> None:
    server = Running("--port", "0", "--host", "0.0.0.0", "--db", url, LANG="C")
    assert f"if you open http://localhost:{server.port}\n" in server.said
    assert [server.status("/people", Host=name) for name in (f"localhost:{server.port}", "narrator.local")] == [
        200,
        403,
    ]
    assert server.stopped_by(signal.SIGTERM)[0] == 0


def test_the_running_server_refuses_a_name_that_is_not_its_own(url: str) -> None:
    server = Running("--port", "0", "--host", "127.0.0.1", "--db", url, "--allow-host", "games.example", LANG="C")
    names = ("127.0.0.1", "games.example", socket.gethostname(), "rebind.example")
    assert [server.status("/", Host=name) for name in names] == [200, 200, 200, 400]
    assert server.stopped_by(signal.SIGTERM)[0] == 0


def test_help_is_about_all_commands() -> None:
    assert "replay" in run("--help").stdout
    assert run("--version").exit_code == 0


# Ports and addresses.


def test_a_port_that_was_asked_for_and_is_taken_is_reported_in_one_sentence(url: str, taken: int) -> None:
    result = run("serve", "--host", "127.0.0.1", "--port", str(taken), "--db", url)
    assert result.exit_code == 1
    assert result.stderr == f"Another program is using port {taken}. Choose another one with --port.\n"
    assert result.stdout == ""


def test_without_a_port_the_next_free_one_is_taken_and_told(
    taken: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ports, "DEFAULT_PORT", taken)
    monkeypatch.setenv("LC_ALL", "en")
    listener = ports.open_port("127.0.0.1", None)
    port = listener.getsockname()[1]
    listener.close()
    assert taken < port < taken + ports.PORTS_TRIED
    assert capsys.readouterr().out == f"Port {taken} is taken, so Narrator uses port {port}.\n"


def test_when_no_port_is_free_that_is_reported(
    taken: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ports, "DEFAULT_PORT", taken)
    monkeypatch.setattr(ports, "PORTS_TRIED", 1)
    monkeypatch.setenv("LC_ALL", "en")
    with pytest.raises(SystemExit):
        ports.open_port("127.0.0.1", None)
    assert "all taken" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["192.0.2.77", "nowhere.invalid", "not an address"])
def test_an_address_that_is_not_ours_is_reported(url: str, host: str) -> None:
    result = run("serve", "--host", host, "--port", "0", "--db", url)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert f"no address “{host}”" in result.stderr


def test_a_port_that_needs_more_rights_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    with pytest.raises(SystemExit):
        ports._fail_with_port(OSError(errno.EACCES, "Permission denied"), "", 80)
    assert "1023" in capsys.readouterr().err


def test_localhost_is_told_only_where_there_is_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    assert best_first(["127.0.0.1", "169.254.1.1", "10.0.0.2", "127.0.1.1", "10.0.0.2"]) == ["10.0.0.2", "169.254.1.1"]
    monkeypatch.setattr("narrator.cli.network.PROBE_TARGETS", ())
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: [(2, 1, 6, "", ("127.0.1.1", 0))])
    assert lan_hosts() == ["127.0.0.1"]
    monkeypatch.setattr(socket, "getaddrinfo", unknown_name)
    assert lan_hosts() == ["127.0.0.1"]


def unknown_name(*_: object) -> None:
    raise socket.gaierror


def test_an_address_can_be_typed_into_a_browser() -> None:
    assert base_addresses("10.0.0.2", 80) == ["http://10.0.0.2:80"]
    assert base_addresses("::1", 8080) == ["http://[::1]:8080"]
    assert all(re.fullmatch(r"http://[\d.]+:8080", address) for address in base_addresses("0.0.0.0", 8080))
    assert is_loopback_only(["http://127.0.0.1:80"])
    assert not is_loopback_only(["http://127.0.0.1:80", "http://10.0.0.2:80"])


# What can be wrong with the file.


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["host", "abc"]])
@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sqlite:///{}/file/games.db", "Narrator can't create the folder for the games: {}/file. "),
        ("sqlite:///{}", "Narrator can't open the games file: {}. "),
        ("sqlite:///{}/file", "The games file is damaged: {}/file. "),
        ("oracle://x", "Narrator can't keep games in “oracle://x”. "),
    ],
)
def test_a_file_that_is_no_good_is_reported_in_one_line(
    tmp_path: Path, command: list[str], url: str, said: str
) -> None:
    (tmp_path / "file").write_text("no database " * 99)
    result = run(*command, "--db", url.format(tmp_path))
    assert result.exit_code == 1
    assert result.stderr.startswith(said.format(tmp_path))
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_everything_that_can_be_wrong_with_the_file_has_words() -> None:
    sources = "\n".join(path.read_text() for path in Path(narrator.storage.__file__).parent.rglob("*.py"))
    codes = set(re.findall(r'StorageUnavailable\("(\w+)"', sources)) | set(re.findall(r'SQLITE_\w+: "(\w+)"', sources))
    codes |= {"unreadable"}
    assert len(codes) >= 9
    assert {code for code in codes if not has_message(f"store.{code}")} == set()


# A new host, and the terminal.


def test_a_game_that_is_not_there_has_no_host(url: str) -> None:
    result = run("host", "nobodys1", "--db", url)
    assert (result.exit_code, result.stderr) == (1, "There's no game called “nobodys1” here. Check the spelling.\n")


def test_a_new_hosts_address_is_on_this_device_unless_told_otherwise(tmp_path: Path, url: str) -> None:
    games = games_in(tmp_path)
    game = games.create(TOLD).id
    printed = run("host", game, "--db", url).stdout
    link = re.findall(rf"http://[\d.]+:8080/g/{game}/host/(\w+)", printed)[0]
    assert games.access.open_host_link(game, link)
    assert "█▀" in printed


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "th_TH.UTF-8"}, "th"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ru", "LC_MESSAGES": "es_ES"}, "es"),
        ({"LANG": "ru", "LC_MESSAGES": "es_ES", "LC_ALL": "en"}, "en"),
        ({"LANG": "ru", "LC_ALL": ""}, "ru"),
        ({}, "en"),
    ],
)
def test_the_terminal_speaks_its_own_language(environment: dict[str, str], language: str) -> None:
    assert terminal_language(environment) == language


@pytest.mark.parametrize("language", ["th", "es"])  # no letter, and some, that the terminal has
def test_a_terminal_without_our_letters_is_still_told_something(url: str, language: str) -> None:
    command = [*COMMAND, "host", "nobodys1", "--db", url]
    environment = {"LC_ALL": f"{language}.UTF-8", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    found = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert found.returncode == 1
    assert "nobodys1" in found.stderr
    assert "Traceback" not in found.stderr


def test_a_terminal_that_cannot_draw_shows_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = CliRunner(charset="ascii")
    with runner.isolation() as streams:
        print_qr_code("http://10.0.0.2:8080")
        assert streams[0].getvalue() == b""
