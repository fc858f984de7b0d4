"""What nobody else may see or do: a crawl as a phone, as a watcher and as a stranger, and every way to write."""

import json
import logging
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from urllib.parse import urljoin, urlsplit

import pytest
from msgspec.structs import replace
from werkzeug.routing import Rule

from narrator.app.access.credentials import ALPHABET, hash_secret
from narrator.app.access.rights import AccessRights
from narrator.app.games.games import Games
from narrator.core.reading.public_view import state_for_api
from narrator.core.table.events import Amended, AnyEvent, CardStolen, Corrected, TakenBack, TurnEnded
from narrator.storage.database import WriteConflict
from narrator.storage.stores.secrets import INSERT_SECRET, secret_row
from narrator.storage.values import Secret
from narrator.text.languages import LANGUAGES
from tests.support.app import TOLD
from tests.support.browser.server import Server as RealServer
from tests.support.evening import ANA, ANAS_TURN, BORIS, CHAI, EVENING, SETUP
from tests.support.html import page_of, text_of
from tests.support.waiting import PATIENCE
from tests.support.web import said, written
from tests.support.web_people import Device, Night, Server

FOREIGN = ("http://elsewhere.example", "null")
PHONES_OWN = {
    *("propose", "withdraw", "agree", "disagree", "vote", "offer", "answer", "choose", "say", "co-host", "seat"),
    *("guess", "practice", "call"),
}
"""What a phone with a seat may post to."""
ANYBODYS = {"voice"}
"""What anybody who was let in may post to: a television has no seat and reads aloud."""
OF_THE_GAME = {
    "phone",
    "table",
    "evening",
    "story",
    "library",
    "guide",
    "live",
    "copy",
    "practice",
    "print",
    "replay",
    "carry",
    "hand",
}
"""What anybody who was let in may look at."""
DEEP = 5
"""How many addresses of each panel a crawl goes to."""


@pytest.fixture
def night(server: Server) -> Night:
    return server.evening(ANAS_TURN)


# A crawl.


def crawl(device: Device, *more: str) -> dict[str, str]:
    """Every page of the game that can be reached by links and by forms that only ask, by its address; and the way in.
    Of a panel's many questions and of the library's articles the first few."""
    game = f"/g/{device.night.id}/"
    waiting = ["/", "/join", "/library", f"{game}phone", f"{game}table", *more]
    found: dict[str, str] = {}
    asked: Counter[str] = Counter()
    while waiting:
        path = waiting.pop(0)
        asked[panel := re.sub("(/library/).*", r"\1", path.partition("&")[0])] += 1
        if path in found or asked[panel] > DEEP:
            continue
        answer = device.client.get(path, follow_redirects=True)
        found[path] = answer.text if answer.status_code == 200 else ""
        page = page_of(answer)
        linked = [one.get(name) for name in ("href", "data-copy-url", "hx-get") for one in page.with_attribute(name)]
        linked += [form.get("action") for form in page.every("form") if form.get("method") == "get"]
        addresses = [urlsplit(urljoin(path, link)) for link in linked if "#" not in link]
        waiting += [f"{a.path}?{a.query}" if a.query else a.path for a in addresses if a.path.startswith(game)]
    return found


def public_answers(device: Device) -> dict[str, str]:
    """What is no page: the stream, the copy, the interface for programs."""
    api = f"/api/v1/games/{device.night.id}"
    paths = [f"/g/{device.night.id}/live?once=1", f"/g/{device.night.id}/copy", api, f"{api}/choices"]
    paths += [f"{api}/script?lang={language}" for language in LANGUAGES]
    return {path: device.client.get(path).text for path in paths}


def evening_with(stolen: str) -> list[AnyEvent]:
    """The sample evening up to a turn of Boris with a card to play. The host saw what Chai stole from him; an entry
    that was amended says it, too."""
    theft = replace(EVENING[139], resource=stolen)
    assert isinstance(theft, CardStolen)
    amended = Amended(entry=140, event=replace(theft, waived=True))
    return [*EVENING[:139], theft, *EVENING[140:148], amended, TurnEnded(seat=BORIS), TakenBack(to=149)]


class Twin:
    """A table of which only the host knows the stolen card; everything else about two of them is the same."""

    def __init__(self, folder: Path, stolen: str) -> None:
        luck = Random("twins")
        self.server = Server(folder, lambda n: "".join(luck.choice(ALPHABET) for _ in range(n)))
        self.night = self.server.night(SETUP, evening_with(stolen))
        self.people = {"boris": self.night.phone(BORIS), "watcher": self.night.phone("watch", "th")}
        self.secrets = [device.client.get_cookie(f"me_{self.night.id}").value for device in self.people.values()]  # type: ignore[union-attr]
        self.pages = {name: crawl(device) for name, device in self.people.items()}
        self.answers = {name: public_answers(device) for name, device in self.people.items()}


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Twin]]:
    found = [Twin(tmp_path_factory.mktemp(stolen), stolen) for stolen in ("lumber", "grain")]
    yield found
    for twin in found:
        twin.server.log.close()


@pytest.mark.thorough
def test_the_crawl_comes_round(twins: list[Twin]) -> None:
    boris, watcher = twins[0].pages["boris"], twins[0].pages["watcher"]
    assert len(watcher) > 5
    game = f"/g/{twins[0].night.id}"
    for pages in (boris, watcher):
        assert all(pages[f"{game}{path}"] for path in ("/phone", "/table", "/library", "/copy"))
    phone = [path for path in boris if path.startswith(f"{game}/phone")]  # the guide's pictures have links too
    opened = {found[1] for path in phone if (found := re.search(r"do=(\w+)", path))}
    assert opened == {"build", "bank_trade", "offer", "plenty", "monopoly"}


def test_the_stolen_card_and_what_hands_hold_change_nothing_that_anybody_sees(twins: list[Twin]) -> None:
    one, other = twins
    assert one.pages == other.pages
    assert one.answers == other.answers
    assert one.night.host.get("/file").data != other.night.host.get("/file").data
    hands = [twin.night.record.state.hands for twin in twins]
    assert hands[0] != hands[1]
    monopoly = [twin.night.host.get("/stage?do=monopoly&kind=lumber").text for twin in twins]
    assert monopoly[0] == monopoly[1], "a host plays, too"


def test_no_page_has_a_hosts_control_or_leads_to_one(twins: list[Twin]) -> None:
    game = re.escape(twins[0].night.id)
    for name, pages in twins[0].pages.items():
        for path, page in pages.items():
            used = set(re.findall(rf'"/g/{game}/([a-z]+)', page))
            assert used <= OF_THE_GAME | PHONES_OWN | ANYBODYS, (name, path)
            if name == "watcher":
                assert used <= OF_THE_GAME | ANYBODYS, path
            assert path.endswith("/copy") or not re.search(r"(&#34;|\")(taken_back|amended|corrected)", page), path


def test_no_page_and_no_answer_has_a_secret(twins: list[Twin]) -> None:
    twin = twins[0]
    known = [twin.night.new.secret, *twin.secrets, twin.night.code]
    known += [hash_secret(secret) for secret in known]
    for pages in (*twin.pages.values(), *twin.answers.values()):
        for path, page in pages.items():
            assert not [secret for secret in known if secret in page], path


def test_every_page_that_a_phone_is_led_to_is_there(twins: list[Twin]) -> None:
    for pages in twins[0].pages.values():
        assert not [path for path, page in pages.items() if not page]


def test_a_stranger_finds_no_code_no_secret_and_nobody(night: Night) -> None:
    night.phone(BORIS)
    for cookie in ("me_", "host_"):
        stranger = night.stranger()
        stranger.client.set_cookie(f"{cookie}{night.id}", "made up")
        pages = {**crawl(stranger, f"/g/{night.id}/library", "/new"), **public_answers(stranger)}
        for path, page in pages.items():
            assert night.code not in page, path
            assert night.new.secret not in page, path
        assert "Boris" not in pages["/"]
        assert pages[f"/g/{night.id}/table"] == ""


def test_no_answer_to_a_wrong_tap_tells_more(night: Night) -> None:
    phone = night.phone(BORIS)
    theft = CardStolen(seat=ANA, victim=CHAI, resource="ore")
    answers = [phone.propose(theft), phone.tap("/propose", events="x"), phone.tap("/choose", partner=0)]
    answers += [phone.get("/stage"), phone.get("/lobby"), phone.get("/nothing"), phone.get(f"/host/{'A' * 26}")]
    for answer in answers:
        assert answer.status_code >= 400
        for secret in (night.code, night.new.secret, "Traceback", "sqlite"):
            assert secret not in answer.text


# The public copy.


def test_a_copy_names_no_stolen_card_and_goes_on_elsewhere(twins: list[Twin]) -> None:
    night = twins[0].night
    copy = twins[0].answers["watcher"][f"/g/{night.id}/copy"]
    stolen = [event for event in json.loads(copy)["events"] if event["type"] == "card_stolen"]
    assert len(stolen) == 2
    assert not [event for event in stolen if event.get("resource")]
    assert '"resource":"lumber"' not in copy
    phone = night.stranger()
    there = phone.client.post("/import", data={"text": copy}).headers["Location"].split("/")[2]
    assert state_for_api(night.games.record_of(there).state) == state_for_api(night.record.state)
    assert phone.client.get(f"/g/{there}/stage").status_code == 200
    assert night.games.access.join_code(there) != night.code


# Who may write.


def rules(night: Night, method: str) -> list[Rule]:
    return [
        rule for rule in night.app.url_map.iter_rules() if method in (rule.methods or ()) and "game" in rule.arguments
    ]


def address(rule: Rule, game: str) -> str:
    values = {"game": game, "secret": "x" * 26, "number": "0"}
    return rule.build({name: values.get(name, "x") for name in rule.arguments})[1]  # type: ignore[index]


def traces(night: Night) -> dict[str, list[object]]:
    """Everything that is written down."""
    with closing(sqlite3.connect(night.server.folder / "games.db")) as file:
        tables = [row[0] for row in file.execute("select name from sqlite_master where type = 'table'")]
        return {table: file.execute(f"select * from {table}").fetchall() for table in tables}


FORM = {
    "events": written([Corrected(what="hand", seat=ANA, value=1)]),
    "seen": str(ANAS_TURN),
    "verdict": "enter",
    "note": "1",
    "do": "rotate",
    "seat": "0",
    "on": "1",
    "other": "1",
    "name": "x",
    "password": "y",
    "case": "card.costs",
    "text": "so",
}


@pytest.mark.parametrize("who", [ANA, "watch"])
def test_what_is_the_hosts_is_forbidden_to_phones_and_changes_nothing(night: Night, who: int | str) -> None:
    night.phone(BORIS).propose(TurnEnded(seat=BORIS))
    phone = night.phone(who)
    before = traces(night)
    others = [rule for rule in rules(night, "POST") if "/seats/me/" not in rule.rule]  # a program's own, as a phone's
    hosts = [rule for rule in others if rule.rule.rpartition("/")[2] not in PHONES_OWN | ANYBODYS]
    assert len(hosts) >= 7
    for rule in hosts:
        path = address(rule, night.id)
        wanted = (401, 403) if path.startswith("/api") else (403,)
        assert phone.client.post(path, data=FORM).status_code in wanted, path
        as_bearer = {"Authorization": f"Bearer {phone.client.get_cookie(f'me_{night.id}').value}"}  # type: ignore[union-attr]
        assert phone.client.post(path, data=FORM, headers=as_bearer).status_code == 403, path
    assert traces(night) == before


def test_what_is_the_hosts_to_see_is_forbidden_to_phones(night: Night) -> None:
    phone = night.phone(ANA)
    seen = {}
    for rule in rules(night, "GET"):
        path = address(rule, night.id)
        if path.split("/")[1] != "api" and path.split("/")[3] not in OF_THE_GAME | {"club"}:  # where a table calls
            seen[path] = phone.client.get(path).status_code
    assert len(seen) >= 8
    assert set(seen.values()) == {403}, seen
    assert phone.client.get(f"/api/v1/games/{night.id}/file").status_code == 401


def test_a_phone_of_one_game_is_nobody_in_another(night: Night) -> None:
    other = night.server.evening(ANAS_TURN)
    phone = other.phone(ANA)
    mine = phone.client.get_cookie(f"me_{other.id}")
    assert mine is not None
    phone.client.set_cookie(f"me_{night.id}", mine.value)
    before = traces(night)
    for path in PHONES_OWN:
        assert phone.client.post(f"/g/{night.id}/{path}", data={**FORM, "phrase": "wait"}).status_code == 403
    for path in ("table", "live", "copy"):
        assert phone.client.get(f"/g/{night.id}/{path}").status_code == 403
    assert traces(night) == before


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_from_elsewhere_writes_nothing_in_a_phones_name(night: Night, origin: str) -> None:
    phone = night.phone(ANA)
    before = traces(night)
    paths = [address(rule, night.id) for rule in rules(night, "POST")]
    for path in (*paths, "/join", f"/j/{night.code}", "/device", "/import", "/new", "/sample"):
        answer = phone.client.post(
            path, data={**FORM, "phrase": "wait", "code": night.code}, headers={"Origin": origin}
        )
        assert answer.status_code == 403, path
        assert "Set-Cookie" not in answer.headers
    same_site = phone.client.post(
        f"/g/{night.id}/say", data={"phrase": "wait"}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert same_site.status_code == 403
    assert traces(night) == before
    ours = phone.client.post(f"/g/{night.id}/say", data={"phrase": "wait"}, headers={"Origin": "http://localhost"})
    assert ours.status_code == 200


def test_far_too_much_is_answered_in_the_readers_language_and_changes_nothing(night: Night) -> None:
    for language in LANGUAGES:
        phone = night.phone(ANA, language)
        before = traces(night)
        paths = [f"/g/{night.id}/{path}" for path in sorted(PHONES_OWN - {"agree", "disagree", "co-host"})]
        for path in (*paths, "/join", f"/j/{night.code}"):
            answer = phone.client.post(path, data={"events": "x" * 1_100_000, "seat": "1"})
            assert answer.status_code == 413, path
            assert said("error.413.title", language) in text_of(answer)
        assert traces(night) == before
        night.free(ANA)


# Cookies and headers.


def test_every_cookie_is_out_of_reach_of_scripts_and_of_other_sites(night: Night) -> None:
    phone = night.stranger()
    answers = [
        phone.join(ANA, language="th"),
        night.stranger().join("watch"),
        phone.client.post("/device", data={"lang": "ru", "look": "dark", "new": "yes", "next": "/"}),
        night.stranger().client.post(night.host_link()),
        night.stranger().client.post("/sample"),
        night.stranger().client.post("/new"),
    ]
    cookies = [cookie for answer in answers for cookie in answer.headers.getlist("Set-Cookie")]
    assert len(cookies) >= 8
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert re.search("SameSite=(Lax|Strict)", cookie), cookie


def test_what_a_phone_gets_is_not_kept_framed_or_told_elsewhere(night: Night) -> None:
    phone = night.phone(ANA)
    answers = [phone.get(path) for path in ("/phone", "/table", "/copy", "/library", "/live?once=1")]
    answers += [phone.client.get(f"/j/{night.code}"), phone.client.get("/join"), phone.propose(TurnEnded(seat=ANA))]
    answers += [phone.get("/stage"), phone.client.get("/j/ABC234")]
    for answer in answers:
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


# Log lines.


def test_no_log_line_has_a_secret_even_when_something_breaks(
    night: Night, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(night.app, "testing", False)
    phone = night.phone(ANA)
    secret = phone.client.get_cookie(f"me_{night.id}").value  # type: ignore[union-attr]
    night.stranger().get(f"/host/{night.new.secret}")
    link = night.host_link()
    night.stranger().client.post(link)
    night.host.post("/programs", do="assist")
    night.host.post("/programs", do="give", seat=CHAI, dialect="narrator")
    night.host.post("/wifi", name="home", password="geheim-und-lang")
    night.enter(CardStolen(seat=ANA, victim=CHAI, resource="ore", waived=True))

    def broken(*_: object) -> None:
        raise RuntimeError("a mistake of ours")

    used = ((Games, "record_of"), *((AccessRights, name) for name in ("join_code", "seat_keys", "is_host")))
    for kind, name in used:
        with monkeypatch.context() as patch:
            patch.setattr(kind, name, broken)
            answers = [
                phone.get(),
                phone.propose(TurnEnded(seat=ANA)),
                night.host.get("/lobby"),
                night.host.get("/stage"),
            ]
            answers.append(night.stranger().get(f"/host/{night.new.secret}"))
            assert 500 in [answer.status_code for answer in answers], name
            assert not [answer for answer in answers if "a mistake of ours" in answer.text]
    captured = capfd.readouterr()
    told = caplog.text + captured.out + captured.err
    assert "a mistake of ours" in told
    for known in (night.new.secret, secret, night.code, link.rpartition("/")[2], "geheim", '"resource"'):
        assert known not in told


@pytest.mark.file
def test_what_the_database_says_about_a_statement_has_no_values_in_it(night: Night) -> None:
    row = secret_row(night.id, Secret("seat", "0123456789abcdef", night.time.now(), 0))
    with pytest.raises(WriteConflict) as caught:
        night.server.log.database.write(lambda connection: connection.execute(INSERT_SECRET, [row, row]))
    assert "0123456789abcdef" not in str(caught.value)


def test_the_running_server_prints_no_secret(tmp_path: Path) -> None:
    server = RealServer(tmp_path)
    game = server.begin(TOLD)
    server.file(game)
    server.process.terminate()
    rest, _ = server.process.communicate(timeout=PATIENCE)
    told = rest + server.errors.read_text()
    assert game.secret not in told
    assert game.id not in told
