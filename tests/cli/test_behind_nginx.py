"""Narrator behind a real nginx, with the configuration that the documents give."""

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest

from narrator.web.auth.config import ClientLimits
from tests.support.html import parse

ROOT = Path(__file__).parents[2]
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
NAME = "narrator.example"
if NGINX is None:
    print(
        "\nNOT TESTED: Narrator behind nginx, which is not here (Debian: nginx-light)", file=sys.__stderr__, flush=True
    )
pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not here")


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    text: str


class Outside:
    """What people reach: nginx, with TLS, and Narrator behind it."""

    def __init__(self, port: int, plain_port: int, folder: Path) -> None:
        self.port, self.plain_port = port, plain_port
        self.folder = folder  # with nginx's logs
        self.host = f"{NAME}:{port}"
        self.cookies: dict[str, str] = {}

    @contextmanager
    def asking(
        self, method: str, path: str, body: bytes | None = None, address: str = "127.0.0.1", **headers: str
    ) -> Iterator[http.client.HTTPResponse]:
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=30, context=trusting, source_address=(address, 0)
        )
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"Host": self.host, "Cookie": cookies, "Connection": "close", **headers}
        if method == "POST":
            sent = {"Origin": f"https://{self.host}", "Content-Type": "application/x-www-form-urlencoded", **sent}
        with closing(connection):
            connection.request(method, path, body, sent)
            with closing(connection.getresponse()) as answer:
                yield answer

    def ask(
        self, method: str, path: str, body: bytes | None = None, address: str = "127.0.0.1", **headers: str
    ) -> Answer:
        with self.asking(method, path, body, address, **headers) as answer:
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            return Answer(answer.status, answer.headers, answer.read().decode())

    def post(self, path: str, **form: Any) -> Answer:
        return self.ask("POST", path, urlencode(form).encode())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def certificate(folder: Path) -> None:
    """One that nobody has signed but itself."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    form = serialization.PrivateFormat.PKCS8
    secret = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    (folder / "privkey.pem").write_bytes(secret)


@contextmanager
def narrator(folder: Path, *options: str) -> Iterator[int]:
    command = [sys.executable, "-m", "narrator", "serve", "--host", "127.0.0.1", "--port", "0"]
    environment = {"LANG": "C", "PYTHONUTF8": "1", "NARRATOR_DATABASE_URL": f"sqlite:///{folder}/games.db"}
    process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment)
    assert process.stdout is not None
    try:
        said = ""
        while "Ctrl+C" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        found = re.search(r"http://127\.0\.0\.1:(\d+)", said)
        assert found is not None
        yield int(found[1])
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def nginx(folder: Path, behind: int) -> Iterator[Outside]:
    """The site of the documents on other ports and with another certificate, and nothing else changed."""
    certificate(folder)
    port, plain_port = free_port(), free_port()
    site = (ROOT / "docs" / "run" / "nginx.conf").read_text(encoding="utf-8")
    for before, after in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 80;", f"listen 127.0.0.1:{plain_port};"),
        ("/var/log/nginx", str(folder)),
        (f"/etc/letsencrypt/live/{NAME}", str(folder)),
        ("http://127.0.0.1:8080", f"http://127.0.0.1:{behind}"),
    ):
        assert before in site
        site = site.replace(before, after)
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"pid {folder}/pid; daemon off; events {{}} http {{ {paths} access_log {folder}/access.log;\n{site}\n}}"
    if os.geteuid() == 0:
        whole = f"user root; {whole}"
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    command = [str(NGINX), "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"]
    process = subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert process.poll() is None, (folder / "error.log").read_text()
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield Outside(port, plain_port, folder)
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outside]:
    folder = tmp_path_factory.mktemp("nginx")
    options = ("--proxy", "127.0.0.1", "--allow-host", NAME)
    with narrator(folder, *options) as behind, nginx(folder, behind) as found:
        yield found


def begun(outside: Outside) -> str:
    answer = outside.post("/new", players=3)
    assert answer.status == 303
    found = re.search(r"/g/(\w+)/stage", answer.headers["Location"])
    assert found is not None
    return found[1]


def test_codes_and_links_have_the_name_that_people_see(outside: Outside) -> None:
    game = begun(outside)
    lobby = parse(outside.ask("GET", f"/g/{game}/lobby").text).in_class("address")
    assert lobby.text == f"https://{outside.host}/join"
    handover = parse(outside.post(f"/g/{game}/handover").text).every("code")[0]
    assert handover.text.startswith(f"https://{outside.host}/g/{game}/host/")


def test_cookies_are_secure_and_browsers_are_told_to_come_back_by_https(outside: Outside) -> None:
    answer = outside.post("/device", look="dark")
    assert "Secure" in answer.headers["Set-Cookie"].split("; ")
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_a_stream_arrives_as_it_is_said(outside: Outside) -> None:
    game = begun(outside)
    with outside.asking("GET", f"/g/{game}/live") as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert next_number(stream).startswith("0.")
        event = '[{"type":"ruling_made","case":"test","text":"so"}]'
        assert outside.post(f"/g/{game}/enter", events=event, seen=0).status == 303
        assert next_number(stream).startswith("1.")


def next_number(stream: http.client.HTTPResponse) -> str:
    while not (line := stream.readline().decode()).startswith("data: "):
        assert line, "the stream has ended"
    return line.removeprefix("data: ").strip()


def test_a_program_gets_the_address_that_people_see(outside: Outside) -> None:
    players = [
        {"name": "Ana", "colour": "red"},
        {"name": "Boris", "colour": "blue"},
        {"name": "Chai", "colour": "white"},
    ]
    file = {"format": "narrator/1", "setup": {"players": players}}
    answer = outside.ask("POST", "/api/v1/games", json.dumps(file).encode())
    assert json.loads(answer.text)["addresses"] == [f"https://{outside.host}"]


def test_under_another_name_nobody_is_answered(outside: Outside) -> None:
    answer = outside.ask("GET", "/", Host="elsewhere.example")
    assert answer.status == 400
    assert "address" in parse(answer.text).text


def test_a_page_of_another_site_writes_nothing(outside: Outside) -> None:
    assert outside.ask("POST", "/new", b"players=3", Origin="https://elsewhere.example").status == 403


def test_what_is_too_large_is_reported_in_our_words(outside: Outside) -> None:
    answer = outside.ask("POST", "/import", b"text=" + b"x" * 1_500_000)
    assert answer.status == 413
    assert "That file is too large" in parse(answer.text).text
    assert outside.ask("POST", "/import", b"text=" + b"x" * 3_000_000).status == 413


def test_who_comes_through_the_proxy_is_not_the_machine_itself(outside: Outside) -> None:
    assert outside.ask("GET", "/people").status == 403
    assert outside.ask("GET", "/metrics").status == 403
    assert outside.ask("GET", "/healthz").status == 200


def test_guesses_are_counted_by_who_makes_them_whatever_they_say(outside: Outside) -> None:
    for number in range(ClientLimits().wrong_codes):
        said: Any = {"X-Forwarded-For": f"192.0.2.{number}"}
        assert outside.ask("GET", "/j/WRONG2", address="127.0.0.2", **said).status == 404
    assert outside.ask("GET", "/j/WRONG2", address="127.0.0.2").status == 429
    assert outside.ask("GET", "/j/WRONG2", address="127.0.0.3").status == 404


def test_a_proxy_that_was_not_named_is_not_believed(tmp_path: Path) -> None:
    with narrator(tmp_path, "--allow-host", NAME) as behind, nginx(tmp_path, behind) as outside:
        for _ in range(ClientLimits().wrong_codes):
            assert outside.ask("GET", "/j/WRONG2", address="127.0.0.2").status == 404
        assert outside.ask("GET", "/j/WRONG2", address="127.0.0.3").status == 429


def test_no_log_of_nginx_contains_a_key(tmp_path: Path) -> None:
    key, down = "club/K7M2P9XYK7M2P9XYK7M2P9XYK7", free_port()
    with nginx(tmp_path, down) as outside:
        with closing(http.client.HTTPConnection("127.0.0.1", outside.plain_port, timeout=30)) as plain:
            plain.request("GET", f"/{key}", headers={"Host": NAME})
            answer = plain.getresponse()
            assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/{key}")
        assert outside.ask("GET", f"/{key}").status == 502
        assert outside.ask("POST", f"/{key}", b"x" * 3_000_000).status == 413
    logs = sorted(tmp_path.glob("*.log"))
    assert [log.name for log in logs] == ["access.log", "error.log"]
    assert [log.name for log in logs if key in log.read_text()] == []
