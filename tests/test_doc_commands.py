"""The shell commands of the documents work: they are run in a sandbox, and the arguments of programs that would change
the system are checked."""

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from narrator.cli.main import main
from tests.support.browser.server import Server
from tests.support.documents import ROOT, quoted, section, text_of
from tests.support.postgres import Server as Postgres
from tests.support.postgres import programs
from tests.support.shell import RECORDED, Sandbox, shell_blocks

PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))
RUN_HERE = ["docs/running.md"]
RUN_ELSEWHERE = ["docs/programs.md"]  # by tests/test_programs_page.py
DATABASES = ("narrator", "narrator_restored")
UNITS = ("narrator", "nginx", "caddy")
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def options_in(args: list[str]) -> set[str]:
    return {arg for arg in args if arg.startswith("-")}


def is_wheel(arg: str) -> bool:
    """A wheel, perhaps with extras."""
    found = re.fullmatch(r"dist/narrator-\S+\.whl(?:\[(\w+)\])?", arg)
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    return found is not None and (found[1] is None or found[1] in project["optional-dependencies"])


def check_make(target: str) -> bool:
    return re.search(rf"^{target}:", text_of("Makefile"), flags=re.MULTILINE) is not None


def check_pip(verb: str, *args: str) -> bool:
    if args == ("--requirement", "constraints.txt"):
        return verb == "install" and (ROOT / args[-1]).exists()
    return verb == "install" and options_in([*args]) <= {"--force-reinstall", "--no-deps"} and is_wheel(args[-1])


def check_podman(verb: str, *args: str) -> bool:
    if verb == "build":
        return args[:2] == ("-t", "narrator") and (ROOT / args[args.index("-f") + 1]).exists() and args[-1] == "."
    known = {"run": {"-d", "--name", "-p", "-v"}, "logs": set[str]()}
    return options_in([*args]) <= known[verb] and args[-1] == "narrator"


def check_systemctl(verb: str, *args: str) -> bool:
    if verb == "daemon-reload":
        return not args
    is_known = verb in ("enable", "status", "start", "stop", "restart", "reload")
    return is_known and options_in([*args]) <= {"--now"} and args[-1] in UNITS


def check_nmcli(*args: str) -> bool:
    """WPA needs eight characters."""
    return args[:4] == ("device", "wifi", "hotspot", "ssid") and args[5] == "password" and len(args[6]) >= 8


def check_by_help(program: str) -> Callable[..., bool]:
    def check(*args: str) -> bool:
        folder = programs()
        if folder is None or not (folder / program).exists():
            return True
        told = subprocess.run([folder / program, "--help"], capture_output=True, text=True, check=True).stdout
        return options_in([*args]) <= set(re.findall(r"--[a-z-]+", told)) and args[-1] in DATABASES

    return check


CHECKS: dict[str, Callable[..., bool]] = {
    "apt": lambda *args: args == ("install", "make", "python3-venv"),
    "certbot": lambda *args: args == ("certonly", "--nginx", "-d", "games.cafe.example"),
    "createdb": check_by_help("createdb"),
    "createuser": check_by_help("createuser"),
    "journalctl": lambda *args: args == ("-u", "narrator", "-f"),
    "make": check_make,
    "nginx": lambda *args: args == ("-t",),
    "nmcli": check_nmcli,
    "pg_dump": check_by_help("pg_dump"),
    "pip": check_pip,
    "pipx": lambda verb, *args: verb == "install" and is_wheel(args[-1]),
    "podman": check_podman,
    "psql": check_by_help("psql"),
    "python3": lambda *args: args[:2] == ("-m", "venv") and args[2].endswith("/opt/narrator"),
    "ssh": lambda *args: args[:2] == ("-L", "8080:127.0.0.1:8080"),
    "systemctl": check_systemctl,
    "useradd": lambda *args: args == ("--system", "narrator"),
}


@pytest.fixture
def postgres() -> Iterator[str]:
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    server = Postgres()
    try:
        server.start()
        server.new_database("documents_restored")
        yield server.new_database("documents")
    finally:
        server.remove()


def test_every_page_with_commands_is_run() -> None:
    assert [page for page in PAGES if shell_blocks(page)] == sorted([*RUN_HERE, *RUN_ELSEWHERE])


def test_every_program_that_is_not_run_has_a_check() -> None:
    assert set(CHECKS) == set(RECORDED)


def test_the_commands_for_operators_work(tmp_path: Path, postgres: str) -> None:
    (tmp_path / "server").mkdir()
    server = Server(tmp_path / "server")
    addresses = {
        "http://localhost:8080": server.address,
        "https://games.cafe.example": server.address,
        "postgresql://narrator@localhost/narrator": postgres,
    }
    sandbox = Sandbox(tmp_path / "sandbox", **addresses)
    games = Server(sandbox.folder / "var" / "lib" / "narrator")  # the service has run for a while
    games.kill()
    try:
        done = sandbox.run(shell_blocks("docs/running.md"))
    finally:
        server.kill()
    assert done.returncode == 0, done.output
    assert "narrator_healthy 1.0" in done.output
    assert {name for name, *_ in done.calls} == set(RECORDED)
    assert [call for call in done.calls if not CHECKS[call[0]](*call[1:])] == []
    unit = (sandbox.folder / "etc" / "systemd" / "system" / "narrator.service").read_text()
    assert "--allow-host games.cafe.example" in unit


def test_a_command_that_fails_is_noticed(tmp_path: Path) -> None:
    done = Sandbox(tmp_path / "sandbox").run(["sudo systemctl start narrator\n", "narrator restore missing.db\n"])
    assert done.returncode != 0
    assert done.calls == [["systemctl", "start", "narrator"]]


@pytest.mark.parametrize("page", PAGES)
def test_every_narrator_command_in_the_text_exists_with_its_options(page: str) -> None:
    text = re.sub(r"^```.*?^```", "", text_of(page), flags=re.MULTILINE | re.DOTALL)
    for words in (name.split() for name in quoted(text) if re.match(r"narrator [a-z-]", name)):
        if words[1].startswith("--"):  # of `narrator` itself, or of `narrator serve`
            continue
        command = main.commands[words[1]]
        known = {name for one in command.params if isinstance(one, click.Option) for name in one.opts}
        assert options_in(words[2:]) <= known, words


@pytest.mark.skipif(NGINX is None, reason="nginx is not here")
def test_nginx_accepts_the_list_of_several_machines(tmp_path: Path) -> None:
    (upstream,) = re.findall(r"```nginx\n(.*?)```", section("docs/running.md", "## Several machines"), re.DOTALL)
    site = "server { listen 127.0.0.1:28080; location / { proxy_pass http://narrator; } }"
    http = f"http {{ access_log off; {upstream} {site} }}"
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid; events {{}} {http}")
    command = [str(NGINX), "-t", "-e", f"{tmp_path}/errors", "-c", f"{tmp_path}/nginx.conf"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 or "bind()" in done.stderr, done.stderr
