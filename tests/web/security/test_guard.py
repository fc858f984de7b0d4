"""Who may, from where, and what every answer carries: headers, cookies, static files, ways back."""

import gzip
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from narrator.web import assets as static
from narrator.web.assets import SCRIPT_FOLDER, STATIC_FOLDER, strip_comments
from tests.support.app import TOLD, ruling
from tests.support.html import page_of, text_of
from tests.support.web import HTMX, Host, House

FOREIGN = ["http://elsewhere.example", "null", "http://localhost:81", "https://localhost.example", "http://[", ""]


@pytest.fixture
def host(house: House) -> Host:
    return house.host(TOLD)


def rules(client: FlaskClient, method: str) -> list[Rule]:
    return [rule for rule in client.application.url_map.iter_rules() if method in (rule.methods or ())]


def address(rule: Rule, game: str) -> str:
    values = {
        "game": game,
        "secret": "x",
        "code": "ABC",
        "fingerprint": "x",
        "name": "x",
        "rest": "x",
        "key": "x",
        "number": "0",
    }
    return rule.build({name: values.get(name, "x") for name in rule.arguments})[1]  # type: ignore[index]


def traces(folder: Path) -> dict[str, int]:
    """How much has been written, table by table."""
    with closing(sqlite3.connect(folder / "games.db")) as file:
        tables = [row[0] for row in file.execute("select name from sqlite_master where type = 'table'")]
        return {table: file.execute(f"select count(*) from {table}").fetchone()[0] for table in tables}


# Who


def pages_of_a_game(client: FlaskClient, game: str) -> list[str]:
    found = [rule for rule in rules(client, "GET") if "game" in rule.arguments and not rule.rule.startswith("/api")]
    return sorted({address(rule, game) for rule in found})


OPEN_TO_ALL = {"library", "phone", "host"}
"""Tonight's rules are no secret; a phone without a seat is shown the way to one; a link says itself who may."""


def test_a_stranger_sees_nothing_of_a_game(host: Host, house: House) -> None:
    stranger = house.visitor()
    closed = [path for path in pages_of_a_game(stranger, host.id) if path.split("/")[3] not in OPEN_TO_ALL]
    assert len(closed) >= 7
    assert {path: stranger.get(path).status_code for path in closed} == dict.fromkeys(closed, 403)


def test_a_game_that_is_none_is_reported_as_such(host: Host) -> None:
    unknown = [path for path in pages_of_a_game(host.client, "nobodys1") if not path.endswith("/phone")]
    assert {path: host.client.get(path).status_code for path in unknown} == dict.fromkeys(unknown, 404)
    assert "Game not found" in text_of(host.client.get("/g/nobodys1/stage?lang=en"))


def test_the_host_of_one_game_is_nobody_in_another(host: Host) -> None:
    other = host.games.create(TOLD)
    assert host.client.get(f"/g/{other.id}/stage").status_code == 403
    host.client.set_cookie(f"host_{other.id}", host.secret)
    assert host.client.get(f"/g/{other.id}/stage").status_code == 403
    assert host.client.post(f"/g/{other.id}/enter", data={"events": "[]"}).status_code == 403


def test_a_stranger_writes_nothing(host: Host, house: House) -> None:
    stranger = house.visitor()
    for rule in rules(stranger, "POST"):
        if "game" in rule.arguments and not rule.rule.startswith("/club"):  # the house's, as its machine is
            assert stranger.post(address(rule, host.id), data={"events": "[]"}).status_code in (401, 403), rule
    assert host.seq == 0


def test_the_hosts_link_makes_a_device_the_hosts(host: Host, house: House) -> None:
    tablet = house.visitor()
    answer = tablet.post(f"/g/{host.id}/host/{host.secret}")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{host.id}/stage")
    assert tablet.get(f"/g/{host.id}/stage").status_code == 200
    assert host.secret not in str(tablet.get_cookie(f"host_{host.id}")), "it has a secret of its own"


@pytest.mark.parametrize("wrong", ["x", "", "%00", "ก", "../stage"])
def test_a_wrong_hosts_link_opens_nothing(host: Host, wrong: str, house: House) -> None:
    tablet = house.visitor()
    for ask in (tablet.get, tablet.post):
        answer = ask(f"/g/{host.id}/host/{host.secret}{wrong}x")
        assert answer.status_code in (403, 404)
        assert "Set-Cookie" not in answer.headers
    assert tablet.get(f"/g/{host.id}/stage").status_code == 403


# From where


def test_a_page_from_elsewhere_writes_nothing_anywhere(host: Host, house: House) -> None:
    before = traces(house.folder)
    posts = rules(host.client, "POST")
    assert len(posts) >= 8
    for rule in posts:
        path = address(rule, host.id)
        for origin in FOREIGN:
            data = {"events": "[]", "do": "rotate", "players": "3"}
            answer = host.client.post(path, data=data, headers={"Origin": origin})
            assert answer.status_code == 403, (path, origin)
            assert "Set-Cookie" not in answer.headers
    assert traces(house.folder) == before


def test_our_own_pages_and_programs_without_an_origin_write(host: Host) -> None:
    assert host.enter(ruling("1"), headers={"Origin": "http://localhost"}).status_code == 303
    assert host.enter(ruling("2")).status_code == 303
    assert host.enter(ruling("3"), headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert host.seq == 2


# What every answer carries


def test_every_kind_of_answer_is_guarded(host: Host, house: House) -> None:
    answers = [
        host.get(),
        host.get(headers=HTMX),
        host.client.get("/nothing"),
        host.client.get("/g/nobodys1/stage"),
        house.visitor().get(f"/g/{host.id}/stage"),
        host.client.post("/device", data={"lang": "th"}),
        host.client.get("/sample"),
        host.client.post(f"/g/{host.id}/enter", data={"events": "x"}),
        host.client.get(f"/api/v1/games/{host.id}"),
        host.client.get("/static/x/base.css"),
        host.client.post("/device", headers={"Origin": "null"}),
    ]
    assert sorted({answer.status_code for answer in answers}) == [200, 303, 400, 403, 404, 405]
    for answer in answers:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert answer.headers["Cache-Control"] in ("no-store", "no-cache")
        check_policy(answer.headers["Content-Security-Policy"])


def check_policy(policy: str) -> None:
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["default-src"] == "'self'"
    assert parts.get("script-src", "'self'") == "'self'"
    assert [name for name, value in parts.items() if "unsafe" in value] == ["style-src-attr"]
    for name in ("object-src", "base-uri", "frame-ancestors"):
        assert parts[name] == "'none'"
    assert parts["form-action"] == "'self'"
    assert "*" not in policy
    assert "http" not in policy


def test_no_page_needs_what_the_policy_forbids_or_anything_from_elsewhere(house: House) -> None:
    host = house.sample()
    for path in ("/", "/new?layout=manual", "/library", f"/g/{host.id}/stage?do=menu", f"/g/{host.id}/history"):
        answer = host.client.get(path)
        assert "javascript:" not in answer.text, path
        page = page_of(answer)
        assert not page.every("style"), path
        assert all(one.get("src") for one in page.every("script")), path
        assert not [one for one in page.descendants() if any(name.startswith("on") for name in one.attributes)], path
        loading = [one for tag in ("script", "link", "img", "iframe", "use") for one in page.every(tag)]
        loaded = [one.get("src") or one.get("href") for one in loading]
        assert loaded
        assert all(link.startswith(("/static/", "#")) for link in loaded), path


def test_pages_are_packed_for_who_can_unpack_them(house: House) -> None:
    host = house.sample()
    plain, packed = host.get(), host.get(headers={"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 3
    assert "Content-Encoding" not in host.client.get("/alive", headers={"Accept-Encoding": "gzip"}).headers


@pytest.mark.parametrize("path", ["/new", "/import", "/device", "enter"])
def test_more_than_a_megabyte_is_too_much(host: Host, house: House, path: str) -> None:
    before = traces(house.folder)
    where = f"/g/{host.id}/enter" if path == "enter" else path
    answer = host.client.post(where, data={"events": "x" * 1_000_000, "next": "/"})
    assert answer.status_code == 413
    assert "one megabyte" in text_of(answer)
    assert traces(house.folder) == before


# Cookies


def flags(header: str) -> dict[str, str]:
    return {name.strip().lower(): value for name, _, value in (part.partition("=") for part in header.split(";"))}


def test_the_hosts_secret_is_out_of_reach_of_scripts_and_other_sites(client: FlaskClient) -> None:
    (cookie,) = client.post("/new").headers.getlist("Set-Cookie")
    found = flags(cookie)
    assert cookie.startswith("host_")
    assert {"httponly", "max-age"} <= set(found)
    assert (found["samesite"], found["path"]) == ("Lax", "/")
    assert int(found["max-age"]) >= 30 * 24 * 3600


def test_a_device_remembers_only_what_can_be_chosen(client: FlaskClient) -> None:
    answer = client.post("/device", data={"lang": "th", "look": "pink", "host_x": "y", "turn": "9", "text": "huge"})
    cookies = answer.headers.getlist("Set-Cookie")
    assert sorted(cookie.split(";")[0] for cookie in cookies) == ["lang=th", "text=huge"]
    assert all(flags(cookie)["samesite"] == "Lax" for cookie in cookies)


def test_cookies_from_elsewhere_break_no_page(host: Host) -> None:
    for name, value in (("turn", "x"), ("lang", "xx"), ("look", "<b>"), ("dice", ""), ("second", "en;")):
        host.client.set_cookie(name, value)
    page = host.get()
    assert page.status_code == 200
    assert page_of(page).every("html")[0].get("data-look") == "auto"


# Ways back


@pytest.mark.parametrize(
    ("wanted", "way"),
    [
        ("/new?players=3", "/new?players=3"),
        ("/g/x/stage?do=menu", "/g/x/stage?do=menu"),
        ("", "/"),
        ("new", "/"),
        ("https://elsewhere.example", "/"),
        ("//elsewhere.example", "/"),
        ("///elsewhere.example", "/"),
        ("/\\elsewhere.example", "/"),
        ("\\\\elsewhere.example", "/"),
        ("/\t/elsewhere.example", "/"),
        ("/\n/elsewhere.example", "/"),
        (" //elsewhere.example", "/"),
        ("javascript:alert(1)", "/"),
        ("//[", "/"),
        ("/x\r\nSet-Cookie: a=b", "/"),
    ],
)
def test_a_choice_leads_back_only_to_pages_of_ours(client: FlaskClient, wanted: str, way: str) -> None:
    answer = client.post("/device", data={"next": wanted, "look": "dark"})
    assert (answer.status_code, answer.headers["Location"]) == (303, way)


# Static files


def test_static_files_are_kept_for_ever_under_their_fingerprint(client: FlaskClient) -> None:
    page = page_of(client.get("/"))
    addresses = {value for one in page.descendants() for value in one.attributes.values()}
    linked = {address for address in addresses if address.startswith("/static/")}
    assert {Path(link).suffix for link in linked} == {".css", ".js", ".svg"}
    for link in linked:
        answer = client.get(link)
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        packed = client.get(link, headers={"Accept-Encoding": "gzip"})
        source = (STATIC_FOLDER / link.split("/", 3)[3]).read_bytes()
        is_ours = not link.endswith((".svg", ".min.js"))
        assert gzip.decompress(packed.data) == answer.data == (strip_comments(source) if is_ours else source)


def test_scripts_have_one_fingerprint_so_that_none_imports_an_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "js"
    (folder / "pages").mkdir(parents=True)
    monkeypatch.setattr(static, "STATIC_FOLDER", tmp_path)
    monkeypatch.setattr(static, "SCRIPT_FOLDER", folder)
    (folder / "pages" / "main.js").write_text('import {\n  a,\n} from "../keys.js";')
    (folder / "keys.js").write_text("1;")
    before = static.script_urls()
    assert before == [static.asset_url("js/keys.js"), static.asset_url("js/pages/main.js")]
    assert len({address.split("/js/")[0] for address in before}) == 1
    (folder / "keys.js").write_text("22;")
    os.utime(folder / "keys.js", (1, 1))
    assert not set(static.script_urls()) & set(before)


def test_every_script_belongs_to_a_page_and_is_fetched_with_it(client: FlaskClient) -> None:
    names = {path.relative_to(SCRIPT_FOLDER).as_posix() for path in SCRIPT_FOLDER.rglob("*.js")}
    pages = [name for name in names if name.startswith("pages/")]
    everything = {address.partition("/js/")[2] for first in pages for address in static.script_urls(first)}
    page = page_of(client.get("/"))
    fetched = [one.get("href") for one in page.with_attribute("rel", "modulepreload")]
    assert fetched == static.script_urls("pages/main.js")
    assert everything == names > {address.partition("/js/")[2] for address in fetched}
    (main,) = page.with_attribute("type", "module")
    assert main.get("src") == static.asset_url("js/pages/main.js")
    (reading,) = page_of(client.get("/carry")).with_attribute("type", "module")
    assert reading.get("src") == static.asset_url("js/pages/read_photos.js")


def test_under_another_fingerprint_a_file_is_current_but_not_kept(client: FlaskClient) -> None:
    answer = client.get("/static/0123456789/base.css")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")
    assert answer.data == strip_comments((STATIC_FOLDER / "base.css").read_bytes())


@pytest.mark.parametrize(
    "name",
    [
        "nothing.css",
        "",
        "vendor",
        "vendor/",
        "..%2f__init__.py",
        "../__init__.py",
        "%2e%2e/%2e%2e/pyproject.toml",
        "vendor/../base.css",
        "nothing/../base.css",
        "%2fetc%2fpasswd",
        "/etc/passwd",
        "%00",
        "base.css%00",
        "a" * 5000,
    ],
)
def test_what_is_no_static_file_is_not_there(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/x/{name}").status_code in (308, 404)
    assert client.get(f"/static/x/{quote(name)}").status_code in (308, 404)
