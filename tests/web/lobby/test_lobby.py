"""The lobby: who finds the game, seats taken and taken over, names as they are typed, a second host."""

from urllib.parse import quote

import pytest
from gevent import joinall, spawn
from msgspec.structs import replace

from narrator.app.access.credentials import ALPHABET
from narrator.app.access.rights import MAX_WATCHERS
from narrator.app.access.typed_input import LATIN, MAX_NAME_LENGTH, RUSSIAN, THAI, clean_name
from narrator.core.message import msg
from narrator.core.table.events import RuleChanged, SeatJoined
from narrator.session.table_session import ASKING_SECONDS
from narrator.storage.shared_state.client_usage import RATE_WINDOW
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say, say_rule
from narrator.web.app import create_app
from narrator.web.auth.config import ClientLimits
from narrator.web.live.hub import GONE_SECONDS, RECONNECT_SECONDS
from narrator.web.rendering.addresses import is_unreachable
from narrator.web.rendering.qr import qr, wifi_text
from tests.support.app import LAID, ruling
from tests.support.dealt import dealt_setup
from tests.support.html import page_of, parse, text_of
from tests.support.web import said, written
from tests.support.web_people import ADDRESS, Device, Night, Server

MOST = ClientLimits().wrong_codes
ANA, BORIS, CHAI = range(3)
AWAY = max(RECONNECT_SECONDS, GONE_SECONDS) + 1
"""After so many seconds a phone that does not listen is away, also in a server that has just begun."""


@pytest.fixture
def later(server: Server) -> Night:
    """In mid-game."""
    return server.evening(46)


def chair(night: Night, number: int, language: str = "en") -> str:
    """A chair of the lobby, as it is read."""
    chairs = night.host.page(f"/lobby?lang={language}").in_class("seat-list").every("li")
    return chairs[number].text


# Renaming.


def test_the_host_renames_a_player_until_the_game_begins(night: Night) -> None:
    before = night.record.state.seats[BORIS]
    night.host.post("/lobby", do="rename", seat=BORIS, name=" Bob ")
    after = night.record.state.seats[BORIS]
    assert after == replace(before, name="Bob")
    night.host.post("/lobby", do="rename", seat=BORIS, name="")
    assert night.record.state.seats[BORIS] == after


def test_no_player_gets_anothers_name_and_none_changes_in_mid_game(night: Night, later: Night) -> None:
    taken = night.host.post("/lobby", do="rename", seat=BORIS, name="Ana")
    assert taken.status_code == 422
    assert night.record.state.seats[BORIS].name == "Boris"
    assert not later.host.page("/lobby").has("button", "Rename")
    begun = later.host.post("/lobby", do="rename", seat=BORIS, name="Bob")
    assert begun.status_code == 422


# Finding the game.


def test_the_scanned_address_shows_the_seats(night: Night) -> None:
    phone = night.stranger()
    page = page_of(phone.client.get(f"/j/{night.code}"))
    assert [field.get("placeholder") for field in page.named("name")] == ["Ana", "Boris", "Chai"]
    assert phone.join(BORIS).headers["Location"] == f"/g/{night.id}/phone"
    assert phone.get().status_code == 200


@pytest.mark.parametrize(
    "typed", ["{}", " {} ", "{0[0]}{0[1]}{0[2]} {0[3]}{0[4]}{0[5]}", "{0[0]}-{0[1]} {0[2]}{0[3]}.{0[4]}{0[5]}"]
)
def test_a_code_is_found_however_it_is_typed(night: Night, typed: str) -> None:
    for code in (typed.format(night.code), typed.format(night.code.lower())):
        answer = night.stranger().client.post("/join", data={"code": code})
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/j/{night.code}")


@pytest.mark.parametrize("keys", [RUSSIAN, THAI], ids=["Russian", "Thai"])
def test_a_code_is_found_that_was_typed_on_another_keyboard(night: Night, keys: str) -> None:
    pressed = dict(zip(LATIN, keys, strict=True))
    typed = "".join(pressed.get(letter, letter) for letter in night.code)
    answer = night.stranger().client.post("/join", data={"code": typed})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/j/{night.code}")
    assert f"/j/{night.code}" in page_of(night.stranger().client.get(f"/j/{typed}")).actions


@pytest.mark.parametrize("wrong", ["ABC234", "", "x" * 10_000, "<b>", "'; drop table games", "\u202e\u0001"])
def test_a_wrong_code_is_refused_in_the_readers_language(night: Night, wrong: str) -> None:
    for language in LANGUAGES:
        phone = night.stranger(language)
        answers = [phone.client.post("/join", data={"code": wrong})]
        if wrong:
            answers += [phone.client.get(f"/j/{quote(wrong)}"), phone.join(code=quote(wrong))]
        for answer in answers:
            assert answer.status_code == 404
            assert said("refusal.join.wrong_code", language) in text_of(answer)
            assert not page_of(answer).every("b")
            assert "Set-Cookie" not in answer.headers
    assert night.record.log == []


def test_a_new_code_closes_the_old_one_and_nobody_is_put_out(night: Night) -> None:
    phone = night.phone(ANA)
    old = night.code
    assert night.host.post("/lobby", do="rotate").status_code == 303
    assert night.code != old
    late = night.stranger()
    assert late.join(BORIS, old).status_code == late.client.get(f"/j/{old}").status_code == 404
    assert late.join(BORIS).status_code == 303
    assert phone.get().status_code == 200


def test_codes_and_secrets_are_random_and_none_opens_what_another_does(night: Night) -> None:
    phone, watcher = night.phone(ANA), night.phone("watch")
    secrets = [device.client.get_cookie(f"me_{night.id}").value for device in (phone, watcher)]  # type: ignore[union-attr]
    known = [*secrets, night.new.secret, night.code, night.id]
    assert len(set(known)) == 5
    assert all(len(secret) == 26 and set(secret) <= set(ALPHABET) for secret in known[:3])
    for secret in known:
        other = night.stranger()
        is_host = secret == night.new.secret
        assert (other.client.post(f"/g/{night.id}/host/{secret}").status_code == 303) == is_host
        other.client.delete_cookie(f"host_{night.id}")
        other.client.set_cookie(f"host_{night.id}", secret)
        assert (other.get("/stage").status_code == 200) == is_host
        other.client.delete_cookie(f"host_{night.id}")
        other.client.set_cookie(f"me_{night.id}", secret)
        assert (other.get().status_code == 200) == (secret in secrets)
        assert (other.client.get(f"/j/{secret}").status_code == 200) == (secret == night.code)


# How often one may guess.


def guess(phone: Device, **headers: str) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return phone.client.get("/j/ABC234", headers=named).status_code


def test_wrong_codes_are_counted_and_then_even_the_right_one_waits(night: Night) -> None:
    phone = night.stranger("ru")
    assert [guess(phone) for _ in range(MOST)] == [404] * MOST
    answer = phone.join()
    assert (answer.status_code, night.record.log) == (429, [])
    assert said("refusal.join.too_often", "ru") in text_of(answer)
    assert phone.client.post("/join", data={"code": night.code}).status_code == 429
    assert phone.client.get(f"/j/{night.code}").status_code == 429
    night.time.seconds += RATE_WINDOW - 1
    assert guess(phone) == 429
    night.time.seconds += 1
    assert phone.join().status_code == 303


def test_guesses_fade_one_by_one(night: Night) -> None:
    phone = night.stranger()
    for _ in range(MOST):
        guess(phone)
        night.time.seconds += 4
    night.time.seconds += RATE_WINDOW - MOST * 4
    assert [guess(phone) for _ in range(3)] == [404, 429, 429]


def test_right_codes_are_not_counted(night: Night) -> None:
    phone = night.stranger()
    assert {phone.client.get(f"/j/{night.code}").status_code for _ in range(MOST + 5)} == {200}


def test_each_device_is_counted_alone_and_can_not_pretend_to_be_another(night: Night) -> None:
    guesser = night.stranger(REMOTE_ADDR="192.168.1.66")
    for number in range(MOST):
        guess(guesser, X_Forwarded_For=f"10.0.0.{number}", X_Real_IP=f"10.0.0.{number}")
    assert guess(guesser, X_Forwarded_For="10.0.0.99", Forwarded="for=10.0.0.99", X_Real_IP="10.0.0.99") == 429
    assert guess(night.stranger(REMOTE_ADDR="192.168.1.66"), User_Agent="another") == 429
    assert night.stranger(REMOTE_ADDR="192.168.1.67").join().status_code == 303


# Taking a seat.


def test_before_placement_a_phone_brings_its_name_colour_and_language(night: Night) -> None:
    phone = night.phone(BORIS, name="Борис", colour="orange", language="ru")
    seat = night.record.state.seats[BORIS]
    assert (seat.name, seat.colour, seat.language) == ("Борис", "orange", "ru")
    assert isinstance(night.record.log[0], SeatJoined)
    assert phone.page().every("html")[0].get("lang") == "ru"
    assert phone.owner() == "Борис"


def test_who_says_nothing_keeps_what_the_host_wrote(night: Night) -> None:
    night.phone(CHAI, "th", name="  ", colour="pink", language="xx")
    seat = night.record.state.seats[CHAI]
    assert (seat.name, seat.colour, seat.language) == ("Chai", "white", "th")


def test_a_colour_that_another_has_is_refused_and_nothing_changes(night: Night) -> None:
    night.phone(CHAI)
    before = night.record.log[:]
    for language in LANGUAGES:
        phone = night.stranger(language)
        answer = phone.join(BORIS, colour="white", name="Bo")
        assert page_of(answer).named("name", "Bo"), "what was typed stays"
        assert answer.status_code == 409
        assert said("refusal.seat.colour_taken", language, colour="white") in text_of(answer)
        assert phone.get().status_code == 303
    assert (night.record.log, night.games.access.taken_seats(night.id)) == (before, {CHAI})


def test_once_placement_has_begun_only_the_seat_is_taken(later: Night) -> None:
    phone = later.phone(BORIS, name="Bo", colour="green", language="es")
    assert later.new_entries == []
    assert phone.owner() == "Boris"
    page = page_of(later.stranger().client.get(f"/j/{later.code}"))
    assert page.named("seat")
    assert not page.named("name")
    assert not page.named("colour")


def test_a_seat_that_is_not_there_is_refused(night: Night) -> None:
    for seat in ("3", "9", "-1", "x", "", "99999999999"):
        answer = night.stranger("es").join(seat)
        assert answer.status_code == 409
        assert said("refusal.join.no_seat", "es") in text_of(answer)
        assert "Set-Cookie" not in answer.headers
    assert night.record.log == []


def test_a_seat_with_a_connected_phone_is_taken(later: Night) -> None:
    first = later.phone(ANA)
    line = first.listen()
    later.time.seconds += 600
    for language in LANGUAGES:
        answer = later.stranger(language).join(ANA)
        assert answer.status_code == 409
        assert said("refusal.join.seat_taken", language, seat=ANA) in text_of(answer)
        assert said("join.taken", language) in text_of(answer)
        assert "Set-Cookie" not in answer.headers
    assert first.get().status_code == 200
    line.close()


def test_nobody_slips_in_before_the_page_of_who_just_joined_listens(night: Night) -> None:
    night.phone(ANA, name="Anna")
    assert night.stranger().join(ANA, name="Otto").status_code == 409
    assert night.record.state.seats[ANA].name == "Anna"


def asking(later: Night, seat: int = ANA) -> tuple[Device, int]:
    """A phone that asks for a seat whose own phone has been away, and the number of its question."""
    later.time.seconds += AWAY
    phone = later.phone(seat)
    return phone, max(later.session.seat_requests.open_at(later.time.now()))


def test_an_abandoned_seat_is_asked_for_and_nothing_changes_until_the_host_says_yes(later: Night) -> None:
    first = later.phone(ANA)
    first.listen().close()
    later.time.seconds += 29
    assert later.stranger().join(ANA).status_code == 409
    second, question = asking(later)
    assert said("join.asked", seat=ANA) in text_of(second.get())
    assert second.post("/say", phrase="wait").status_code == second.get("/live").status_code == 403
    assert first.get().status_code == 200
    for page in ("/stage", "/lobby"):
        assert said("ui.asking", seat=ANA) in text_of(later.host.get(page))
    later.host.post("/desk", note=question, verdict="enter")
    assert second.get("/phone?asked=1").headers["Location"] == f"/g/{later.id}/phone"
    assert second.owner() == "Ana"
    assert said("ui.asking", seat=ANA) not in text_of(later.host.get("/stage"))
    assert (first.get().status_code, first.get().headers["Location"]) == (303, f"/join?game={later.id}")
    assert first.get("/live").status_code == first.get("/copy").status_code == 403
    assert first.post("/say", phrase="wait").status_code == 403


def test_who_is_not_given_the_seat_is_told_so(later: Night) -> None:
    first = later.phone(ANA)
    for path, form in (("/desk", {}), ("/lobby", {"do": "asking"})):
        phone, question = asking(later)
        later.host.post(path, note=question, verdict="refuse", **form)
        led = phone.get("/phone?asked=1", headers={"HX-Request": "true"}).headers["HX-Redirect"]
        assert said("refusal.join.not_given") in text_of(phone.client.get(led))
    assert first.get().status_code == 200


def test_the_phone_that_was_away_answers_itself(later: Night) -> None:
    first, other = later.phone(ANA), later.phone(BORIS)
    second, question = asking(later)
    assert [said("phone.asking") in text_of(phone.get()) for phone in (first, other)] == [True, False]
    other.post("/seat", note=question, verdict="enter")
    assert (first.get().status_code, second.get("/live").status_code) == (200, 403)
    assert first.post("/seat", note=question, verdict="enter").headers["Location"] == f"/join?game={later.id}"
    assert second.page()
    assert first.get().status_code == 303


def test_asking_is_counted_and_a_question_is_forgotten_in_time(later: Night) -> None:
    later.phone(ANA), later.phone(BORIS)
    later.time.seconds += AWAY
    phone = later.stranger()
    answers = [phone.join((ANA, BORIS)[number % 2]).status_code for number in range(MOST + 1)]
    assert answers == [303] * MOST + [429]
    assert len(later.session.seat_requests.open_at(later.time.now())) == 1
    later.time.seconds += ASKING_SECONDS
    assert phone.get().status_code == 303
    assert said("ui.asking", seat=BORIS) not in text_of(later.host.get("/stage"))


def test_who_asked_and_then_takes_another_seat_asks_no_more(later: Night) -> None:
    later.phone(ANA)
    phone, _ = asking(later)
    assert phone.join(BORIS).status_code == 303
    assert later.session.seat_requests.asked == {}
    assert phone.owner() == "Boris"


def test_after_a_restart_no_seat_is_asked_for_before_its_phone_could_come_back(later: Night) -> None:
    first = later.phone(ANA)
    later.time.seconds += AWAY
    again = create_app(later.games, [ADDRESS], later.time.now, lambda: later.time.seconds)
    stranger = again.test_client()
    assert stranger.post(f"/j/{later.code}", data={"seat": ANA}).status_code == 409
    assert stranger.post(f"/j/{later.code}", data={"seat": BORIS}).status_code == 303, "a free one stays one tap"
    later.time.seconds += RECONNECT_SECONDS
    assert stranger.post(f"/j/{later.code}", data={"seat": ANA}).status_code == 303
    assert len(later.session.seat_requests.asked) == 1
    assert first.get().status_code == 200


def test_of_three_phones_that_tap_one_chair_at_once_one_is_welcomed(night: Night) -> None:
    """As the real server does: what is entered is told to who listens, and meanwhile other requests go on."""
    line = night.host.listen()
    line.version()
    for _ in range(10):
        phones = [night.stranger() for _ in range(3)]
        taps = [spawn(phone.join, ANA, name=f"Zoe {number}") for number, phone in enumerate(phones)]
        joinall(taps, raise_error=True)
        assert sorted(tap.value.status_code for tap in taps) == [303, 409, 409]
        assert [phone.get().status_code == 200 for phone in phones] == [tap.value.status_code == 303 for tap in taps]
        refused = [text_of(tap.value) for tap in taps if tap.value.status_code == 409]
        names = TableLocale("en", tuple(seat.name for seat in night.record.state.seats))
        assert all(say(msg("refusal.join.seat_taken", seat=ANA), names) in page for page in refused)
        night.free(ANA)
    line.close()


def test_of_two_phones_that_take_one_name_at_once_one_gets_it(night: Night) -> None:
    line = night.host.listen()
    line.version()
    taps = [spawn(night.stranger().join, seat, name="Zoe") for seat in (ANA, BORIS)]
    joinall(taps, raise_error=True)
    assert sorted(tap.value.status_code for tap in taps) == [303, 409]
    assert [seat.name for seat in night.record.state.seats].count("Zoe") == 1
    line.close()


def test_a_name_that_another_seat_has_is_refused_in_the_readers_language(night: Night) -> None:
    for language in LANGUAGES:
        answer = night.stranger(language).join(BORIS, name=" aNa ")
        assert answer.status_code == 409
        assert said("refusal.seat.name_taken", language, name="aNa") in text_of(answer)
    assert (night.record.log, night.games.access.taken_seats(night.id)) == ([], set())


def test_the_host_frees_a_seat_and_the_phone_that_had_it_is_shown_the_door(later: Night) -> None:
    first = later.phone(ANA)
    line = first.listen()
    line.version()
    assert later.host.page("/lobby").by_id(f"free-{ANA}")
    assert later.host.post("/lobby", do="free", seat=ANA).status_code == 303
    assert line.version(), "its page looks again"
    fetched = first.get(headers={"HX-Request": "true"})
    assert (fetched.text, fetched.headers["HX-Redirect"]) == ("", f"/join?game={later.id}")
    assert first.post("/say", phrase="wait").status_code == 403
    assert later.games.access.taken_seats(later.id) == set()
    assert not later.host.page("/lobby").by_id(f"free-{ANA}")
    assert later.phone(ANA).get().status_code == 200, "somebody else can have it at once"
    line.close()


def test_a_co_host_opens_the_hosts_page_from_the_phone_and_nobody_else_does(later: Night) -> None:
    ana, boris = later.phone(ANA), later.phone(BORIS)
    assert later.host.post("/lobby", do="co_host", seat=ANA, on=1).status_code == 303
    assert [f"/g/{later.id}/co-host" in phone.page().actions for phone in (ana, boris)] == [True, False]
    assert boris.post("/co-host").status_code == 403
    assert boris.get("/stage").status_code == 403
    assert (ana.post("/co-host").status_code, ana.get("/stage").status_code) == (303, 200)
    assert ana.post("/enter", events=written([ruling("one")]), seen=len(later.record.log)).status_code == 303


def test_a_co_host_is_a_person_too(later: Night) -> None:
    later.phone(ANA)
    later.host.post("/lobby", do="co_host", seat=ANA, on=1)
    later.host.post("/lobby", do="free", seat=ANA)
    assert later.phone(ANA).post("/co-host").status_code == 403
    assert later.phone(BORIS).post("/lobby", do="co_host", seat=BORIS, on=1).status_code == 403
    assert later.session.trust.co_hosts == set()


def test_only_the_host_frees_a_seat_and_only_one_that_there_is(later: Night) -> None:
    first, other = later.phone(ANA), later.phone(BORIS)
    assert other.post("/lobby", do="free", seat=ANA).status_code == 403
    for seat in (9, 1001):
        assert later.host.post("/lobby", do="free", seat=seat).status_code == 422
    assert later.host.post("/lobby", do="free").status_code == 303
    assert first.get().status_code == other.get().status_code == 200


def test_nobody_is_trusted_where_the_app_deals_and_every_seat_enters_its_own(server: Server, night: Night) -> None:
    dealt = server.night(dealt_setup())
    for key in ("lobby.trust", "lobby.trust.line"):
        assert said(key) in text_of(night.host.get("/lobby?lang=en"))
        assert said(key) not in text_of(dealt.host.get("/lobby?lang=en"))


def test_a_phone_keeps_its_seat_when_it_joins_again(later: Night) -> None:
    phone = later.phone(ANA)
    line = phone.listen()
    assert phone.join(ANA).status_code == 303
    assert phone.get().status_code == 200
    line.close()


def test_who_watches_sees_the_game_and_takes_no_seat(later: Night) -> None:
    watcher = later.phone("watch", "es")
    assert said("phone.watching", "es") in watcher.page().text
    assert later.games.access.taken_seats(later.id) == set()
    assert watcher.get("/table").status_code == 200
    for path in ("/propose", "/offer", "/answer", "/choose", "/say", "/agree", "/withdraw"):
        assert watcher.post(path, phrase="wait", note="1", give="ore").status_code == 403
    assert (later.new_entries, later.session.number) == ([], 0)


def test_who_comes_late_reads_what_happened_in_five_lines(later: Night) -> None:
    assert len(later.phone("watch").page().with_id("so-far").all("listitem")) == 5


def test_a_chair_that_is_taken_back_leaves_its_phone_outside(night: Night) -> None:
    night.enter(SeatJoined(seat=3, name="Dana", colour="orange"))
    phone = night.phone(3)
    assert phone.get().status_code == 200
    night.host.post("/enter", events='[{"type":"taken_back","to":0}]', seen=len(night.record.log))
    assert phone.get().status_code == 303
    assert phone.post("/say", phrase="wait").status_code == 403


# Names.


TYPED = {
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>': '"><img src=x onerror=alert(1)>',
    "{{ 7 * 7 }}{seat}%s": "{{ 7 * 7 }}{seat}%s",
    "x" * MAX_NAME_LENGTH: "x" * MAX_NAME_LENGTH,
    "An\na\t \u2028 B": "An a B",
    "กิ๊บ น้ำ": "กิ๊บ น้ำ",
    "A\u0302ngela ñ": "A\u0302ngela ñ",
    "👩‍👩‍👧 🇹🇭": "👩‍👩‍👧 🇹🇭",
    "\u200d\u200d": "Boris",
    "\u3164\u2800": "Boris",
}
"""What somebody types, and the name that it becomes."""


@pytest.mark.parametrize("typed", TYPED, ids=range(len(TYPED)))
def test_a_name_is_kept_as_text_and_nothing_else(night: Night, typed: str) -> None:
    phone = night.phone(BORIS, name=typed)
    name = night.record.state.seats[BORIS].name
    assert name == TYPED[typed]
    for page in (phone.get(), night.host.get("/lobby"), night.host.get("/table")):
        assert name in text_of(page)
        assert "<script>alert" not in page.text
        assert not page_of(page).every("img")
        assert not set("\u202e\u2066\u200f\u0000\u2028") & set(page.text)


REFUSED_NAMES = {
    "x" * 10_000: "refusal.seat.name_too_long",
    "x" * (MAX_NAME_LENGTH + 1): "refusal.seat.name_too_long",
    "\u202eanA\u202c": "refusal.seat.name",
    "Ana\u2066\u200f": "refusal.seat.name",
    "A\u0001na": "refusal.seat.name",
}


@pytest.mark.parametrize("typed", REFUSED_NAMES, ids=range(len(REFUSED_NAMES)))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_is_too_long_or_turns_the_line_round_gets_an_answer_and_changes_nothing(
    night: Night, typed: str, language: str
) -> None:
    before = night.record.log[:]
    phone = night.stranger(language)
    answer = phone.join(BORIS, name=typed)
    assert answer.status_code == 409
    assert say(msg(REFUSED_NAMES[typed], n=MAX_NAME_LENGTH), TableLocale(language)) in text_of(answer)
    assert night.record.log == before
    assert phone.get().status_code == 303, "it has no seat"


def test_a_cut_name_ends_with_something_to_see() -> None:
    assert clean_name("x" * 39 + "\u200d\u200dy") == "x" * 39
    assert clean_name(" " * 3000) == ""


# The host's lobby.


def test_the_lobby_shows_the_code_as_a_picture_and_in_letters(night: Night) -> None:
    page = night.host.page("/lobby").with_id("code")
    shown, wanted = page.one("img", "QR"), parse(qr(f"{ADDRESS}/j/{night.code}"))
    assert [path.get("d") for path in shown.every("path")] == [path.get("d") for path in wanted.every("path")]
    assert f"{night.code[:3]} {night.code[3:]}" in page.text
    address = page.in_class("address")
    assert address.text == f"{ADDRESS}/join"
    assert address.every("wbr"), "a line breaks there, not in a number"


def test_the_lobby_says_who_is_there_in_which_language_and_who_is_away(night: Night) -> None:
    line = night.phone(ANA, language="th").listen()
    away = night.phone(BORIS, language="ru")
    away.listen().close()
    night.time.seconds += 60
    assert "ไทย" in chair(night, ANA)
    assert said("lobby.connected") in chair(night, ANA)
    assert "Русский" in chair(night, BORIS)
    assert said("lobby.stale") in chair(night, BORIS)
    assert said("lobby.no_phone") in chair(night, CHAI)
    line.close()


def test_a_television_goes_straight_to_the_table_view(later: Night) -> None:
    assert said("lobby.tv.how") in text_of(later.host.get("/lobby"))
    screen = later.stranger("es")
    assert said("join.television", "es") in text_of(screen.client.get(f"/j/{later.code}"))
    answer = screen.join("television")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{later.id}/table")
    assert screen.get("/table").status_code == 200
    assert later.games.access.taken_seats(later.id) == set()


def test_the_lobby_counts_who_watches(night: Night) -> None:
    lines = [night.phone("watch").listen() for _ in range(3)]
    assert said("lobby.watching", n=3) in text_of(night.host.get("/lobby"))
    for line in lines:
        line.close()
    page = night.host.page("/lobby").text
    assert not any(said("lobby.watching", n=n) in page for n in range(4))


def test_an_address_that_only_this_device_knows_is_pointed_out_and_another_can_be_chosen(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    warning = said("lobby.unreachable")
    assert warning not in text_of(night.host.get("/lobby"))
    monkeypatch.setitem(night.app.config, "ADDRESSES", [])
    assert warning in text_of(night.host.get("/lobby"))
    monkeypatch.setitem(night.app.config, "ADDRESSES", [ADDRESS, "http://10.0.0.5:8080"])
    page = night.host.page("/lobby?address=http://10.0.0.5:8080")
    assert page.in_class("address").text == "http://10.0.0.5:8080/join"
    assert "evil.example" not in night.host.get("/lobby?address=http://evil.example").text
    for answer in (night.host.get("/lobby"), night.host.post("/handover"), night.host.post("/wifi", name="Home")):
        assert "http://10.0.0.5:8080/" in text_of(answer), "it stays chosen"
    night.host.client.set_cookie("address", "http://evil.example")
    assert "evil.example" not in night.host.get("/lobby").text
    assert [is_unreachable(f"http://{name}") for name in ("127.0.0.1:80", "[::1]", "localhost", "192.168.1.2")] == [
        True,
        True,
        True,
        False,
    ]


def test_people_change_chairs_before_placement_with_phone_colour_trust_and_line(night: Night) -> None:
    phone = night.phone(ANA, language="th")
    line = phone.listen()
    night.host.post("/lobby", do="trust", seat=ANA, on=1)
    night.time.seconds += 60
    assert night.host.post("/lobby", do="chairs", seat=BORIS, other=ANA).status_code == 303
    assert [(seat.name, seat.colour) for seat in night.record.state.seats[:2]] == [("Boris", "blue"), ("Ana", "red")]
    assert phone.owner() == "Ana"
    assert night.session.trust.trusted == {BORIS}
    assert said("lobby.connected") in chair(night, BORIS)
    assert said("lobby.no_phone") in chair(night, ANA)
    assert night.stranger().join(BORIS).status_code == 409
    line.close()
    night.time.seconds += 60
    assert said("lobby.stale") in chair(night, BORIS)


def test_once_placement_has_begun_nobody_changes_chairs(later: Night) -> None:
    answer = later.host.post("/lobby", do="chairs", seat=1, other=0)
    assert answer.status_code == 422
    assert page_of(answer).one("alert").text
    assert later.new_entries == []


# Tonight's rules.


def test_who_has_agreed_stands_in_the_log_and_in_the_lobby(night: Night) -> None:
    phone = night.phone(ANA, "es", language="es")
    assert said("phone.agree", "es") in phone.page().text
    for _ in range(2):
        assert phone.tap("/agree").status_code == 200
    assert [event.type for event in night.record.log] == ["seat_joined", "rules_agreed"]
    assert said("phone.agree", "es") not in phone.page().text
    assert [said("lobby.agreed") in chair(night, seat) for seat in (ANA, BORIS)] == [True, False]


def test_a_changed_rule_is_agreed_to_anew_in_mid_game(later: Night) -> None:
    phone = later.phone(ANA, "ru")
    assert said("phone.agree", "ru") not in phone.page().text
    later.enter(RuleChanged(key="target_vp", value=12))
    asked = phone.page().in_class("agree")
    assert asked.has("button", said("phone.agree", "ru"))
    assert say_rule("target_vp", 12, TableLocale("ru")) in asked.text
    phone.tap("/agree")
    assert [event.type for event in later.new_entries] == ["rule_changed", "rules_agreed"]
    assert said("lobby.agreed") in chair(later, ANA)
    later.enter(RuleChanged(key="target_vp", value=11))
    assert said("lobby.agreed") not in chair(later, ANA)
    assert said("phone.agree", "ru") in phone.page().text


def test_rules_that_differ_from_the_box_are_listed_in_plain_words(server: Server) -> None:
    night = server.night(replace(LAID, rules={"target_vp": 13}))
    assert not night.phone("watch").page().with_class("agree")
    for language in LANGUAGES:
        page = text_of(night.phone(ANA, language).get())
        assert say_rule("target_vp", 13, TableLocale(language)) in page
        night.free(ANA)


# The Wi-Fi, and another host.


def test_the_wifis_password_stays_on_the_hosts_page(night: Night) -> None:
    qr.cache_clear()
    page = night.host.post("/wifi", name="Café", password="geheim-und-lang")
    assert page_of(page).named("password", "geheim-und-lang")
    assert len(page_of(page).with_class("qr")) == 2
    assert "geheim" not in night.host.get("/lobby").text
    assert night.phone(ANA).post("/wifi", name="x", password="y").status_code == 403
    assert all(b"geheim" not in file.read_bytes() for file in night.server.folder.rglob("*") if file.is_file())
    assert qr.cache_info().currsize == 1
    assert wifi_text('a;b,c:"d"', "\\") == 'WIFI:T:WPA;S:a\\;b\\,c\\:\\"d\\";P:\\\\;;'


def test_another_device_becomes_the_hosts_and_the_first_one_stays(night: Night) -> None:
    link = night.host_link()
    assert night.new.secret not in link
    tablet = night.stranger()
    assert tablet.client.post(link).headers["Location"] == f"/g/{night.id}/stage"
    for number, host in enumerate((tablet, night.host)):
        assert host.post("/enter", events=written([ruling("so")]), seen=number).status_code == 303
        assert host.get("/lobby").status_code == 200
    assert len(night.record.log) == 2
    assert link not in night.host.get("/lobby").text


def test_looking_at_a_hosts_link_uses_nothing_up_and_one_tap_does(night: Night) -> None:
    link, tablet, late = night.host_link(), night.stranger(), night.stranger()
    for _ in range(2):
        looked = tablet.client.get(link)
        assert (looked.status_code, looked.headers.get("Set-Cookie")) == (200, None)
    assert page_of(looked).one("button").form.get("action") == link
    assert tablet.client.post(link).status_code == 303
    assert late.client.get(link).status_code == late.client.post(link).status_code == 403
    assert (tablet.get("/stage").status_code, late.get("/stage").status_code) == (200, 403)
    assert tablet.client.get(link).headers["Location"] == f"/g/{night.id}/stage", "a host is one already"


def devices(night: Night, by: Device | None = None) -> dict[str, str]:
    """The devices in the lobby, by their words; without an id where there is no button."""
    lines = (by or night.host).page("/lobby").in_class("devices").every("li")
    return {
        line.in_class("name").text.partition(", since")[0]: "".join(one.get("value") for one in line.named("device"))
        for line in lines
    }


def test_the_lobby_lists_every_device_and_one_tap_puts_it_out(later: Night) -> None:
    tablet, ana = later.stranger(), later.phone(ANA)
    tablet.client.post(later.host_link())
    link = next(one.text for one in page_of(later.host.post("/programs", do="assist")).every("code") if "#" in one.text)
    key = link.partition("#")[2]
    bearer = {"Authorization": f"Bearer {key}"}
    file = f"/api/v1/games/{later.id}/file"
    assert later.stranger().client.get(file, headers=bearer).status_code == 200
    assert key not in later.host.get("/lobby").text
    listed = devices(later, tablet)
    assert list(listed) == ["Host's device", "Assistant or program", "Ana's phone"], "the host's two are one line here"
    assert (listed["Host's device"], said("lobby.device.own") in later.host.page("/lobby").text) == ("", True)
    line = ana.listen()
    line.version()
    for name in ("Assistant or program", "Ana's phone"):
        assert later.host.post("/lobby", do="revoke", device=listed[name]).status_code == 303
    assert later.stranger().client.get(file, headers=bearer).status_code == 403
    assert line.version(), "its page looks again"
    assert ana.get().status_code == 303
    assert list(devices(later)) == ["Host's device"]
    line.close()


def test_the_first_hosts_device_puts_out_the_second_and_nobody_puts_out_the_own(later: Night) -> None:
    tablet = later.stranger()
    tablet.client.post(later.host_link())
    second = devices(later)["Host's device"]
    refused = tablet.post("/lobby", do="revoke", device=second)
    assert refused.status_code == 422
    assert said("refusal.device.own") in text_of(refused)
    assert tablet.get("/stage").status_code == 200
    later.host.post("/lobby", do="revoke", device=second)
    assert tablet.get("/stage").status_code == tablet.post("/enter", events="[]").status_code == 403
    assert tablet.get("/stage", headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true", "it is shown the door"
    assert later.host.get("/stage").status_code == 200


def test_a_co_host_who_is_named_no_longer_is_no_host(later: Night) -> None:
    ana = later.phone(ANA)
    later.host.post("/lobby", do="co_host", seat=ANA, on=1)
    ana.post("/co-host")
    assert ana.get("/stage").status_code == 200
    assert "Ana's phone as co-host" in devices(later)
    later.host.post("/lobby", do="co_host", seat=ANA, on=0)
    assert ana.get("/stage").status_code == 403
    assert ana.get().status_code == 200, "the seat stays"


def test_a_new_code_ends_who_only_watches(later: Night) -> None:
    watcher = later.phone("watch")
    line = watcher.listen()
    line.version()
    later.host.post("/lobby", do="rotate")
    assert line.version(), "its page looks again"
    assert watcher.get().status_code == 303
    assert watcher.get("/table").status_code == watcher.get("/copy").status_code == 403
    line.close()


def test_who_watches_has_one_secret_however_often_it_is_tapped_and_none_with_a_seat(later: Night) -> None:
    phone = later.phone("watch")
    for _ in range(5):
        phone.join("watch")
    assert later.games.storage.secrets.count_secrets(later.id, "watch") == 1
    phone.join(ANA)
    assert later.games.storage.secrets.count_secrets(later.id, "watch") == 0
    phone.join("watch")
    assert (later.games.access.taken_seats(later.id), later.games.storage.secrets.count_secrets(later.id, "watch")) == (
        set(),
        1,
    )


def test_when_too_many_watch_the_next_is_told_so_and_nobody_is_put_out(later: Night) -> None:
    first = later.phone("watch")
    for _ in range(MAX_WATCHERS - 1):
        later.games.access.watch(later.id)
    answer = later.stranger("es").join("watch")
    assert answer.status_code == 409
    assert said("refusal.join.too_many_watch", "es") in text_of(answer)
    assert (first.get().status_code, first.join("watch").status_code) == (200, 303)


def test_a_wrong_hosts_link_is_refused_with_a_reason(night: Night) -> None:
    for language in LANGUAGES:
        tablet = night.stranger(language)
        answer = tablet.get(f"/host/{night.new.secret[:-1]}")
        assert answer.status_code == 403
        assert said("error.secret.title", language) in text_of(answer)
        assert tablet.get("/stage").status_code == 403
