"""Seats: who may take one, what a seat keeps of its last owner, and who hears of it."""

from pathlib import Path

import pytest

from narrator.app.access.credentials import hash_secret
from narrator.app.seats.joining import SeatRequest
from narrator.app.seats.seats import MAX_REQUESTS, Seats
from narrator.app.sessions.service import SessionService
from narrator.core.message import Refused
from narrator.core.table.box import COLOURS
from narrator.core.table.events import SeatJoined
from narrator.core.table.setup import Player, Setup
from tests.support.app import LAID, NOON, games_in
from tests.support.evening import EVENING, SETUP

ANA, BORIS, CHAI = range(3)
SIX = Setup([Player(colour, colour) for colour in COLOURS], tracking="script")


class Room:
    """Who is here, as a test says it, and what it was told."""

    def __init__(self) -> None:
        self.here: set[int] = set()
        self.told: list[tuple[object, ...]] = []

    def is_phone_present(self, game: str, seat: int) -> bool:
        return seat in self.here

    def expect_phone(self, game: str, seat: int, language: str) -> None:
        self.told.append(("expect", seat, language))

    def swap_seats(self, game: str, one: int, other: int) -> None:
        self.told.append(("chairs", one, other))

    def remove_phone(self, game: str, seat: int) -> None:
        self.told.append(("remove", seat))

    def reload_pages(self, game: str) -> None:
        self.told.append(("reload",))


class Hall:
    def __init__(self, folder: Path, setup: Setup = LAID, entries: int = 0) -> None:
        self.games = games_in(folder)
        self.sessions = SessionService(self.games, lambda: NOON)
        self.room = Room()
        self.seats = Seats(self.games, self.sessions, self.room)
        self.id = self.games.create(setup, EVENING[:entries]).id

    def take(self, seat: int | None, own: int | None = None, name: str = "", colour: object = None) -> str:
        return self.seats.take(self.id, SeatRequest(seat, name, colour, "th"), own, "ru")  # type: ignore[arg-type]

    def refusal(self, seat: int | None, **wish: object) -> str:
        with pytest.raises(Refused) as caught:
            self.take(seat, **wish)  # type: ignore[arg-type]
        return caught.value.reasons[0].code

    def owner(self, secret: str) -> int | None:
        return self.games.access.seat_of(self.id, secret)

    @property
    def people(self) -> list[tuple[str, str, str | None]]:
        return [(seat.name, seat.colour, seat.language) for seat in self.games.record_of(self.id).state.seats]


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def test_who_takes_a_seat_has_it_under_their_name_and_is_expected(hall: Hall) -> None:
    secret = hall.take(BORIS, name="  Bo ris ", colour="green")
    assert hall.owner(secret) == BORIS
    assert hall.people[BORIS] == ("Bo ris", "green", "th")
    assert hall.room.told == [("expect", BORIS, "ru")]


def test_without_a_name_or_a_colour_a_seat_stays_as_it_is(hall: Hall) -> None:
    hall.take(BORIS)
    assert hall.people[BORIS] == ("Boris", "blue", "th")


def test_a_seat_that_another_phone_has_is_refused_whether_or_not_that_is_here(hall: Hall) -> None:
    first = hall.take(ANA)
    hall.seats.trust(hall.id, ANA, True)
    for here in ({ANA}, set()):
        hall.room.here = here
        assert hall.refusal(ANA) == "join.seat_taken"
    assert (hall.owner(first), ANA in hall.sessions.session_of(hall.id).trust.trusted) == (ANA, True)


def test_who_takes_another_seat_leaves_the_first(hall: Hall) -> None:
    first = hall.take(ANA)
    second = hall.take(BORIS, own=ANA)
    assert (hall.owner(first), hall.owner(second)) == (None, BORIS)
    assert hall.games.access.taken_seats(hall.id) == {BORIS}


def test_a_wish_that_is_refused_leaves_the_seat_free(hall: Hall) -> None:
    hall.take(CHAI)
    assert hall.refusal(ANA, colour="white") == "seat.colour_taken"
    assert hall.games.access.taken_seats(hall.id) == {CHAI}


# Names.


@pytest.mark.parametrize("name", ["Boris", "  bORIS ", "Ｂｏｒｉｓ"])
def test_nobody_takes_the_name_of_another_seat(hall: Hall, name: str) -> None:
    assert hall.refusal(ANA, name=name) == "seat.name_taken"
    assert (hall.games.record_of(hall.id).log, hall.games.access.taken_seats(hall.id)) == ([], set())


def test_a_name_that_another_process_enters_meanwhile_is_seen(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    taken_seats = hall.games.access.taken_seats

    def meanwhile(game: str) -> set[int]:
        monkeypatch.undo()
        hall.games.enter_events(game, [SeatJoined(seat=CHAI, name="Zoe", colour="white")])
        return taken_seats(game)

    monkeypatch.setattr(hall.games.access, "taken_seats", meanwhile)
    assert hall.refusal(ANA, name="Zoe") == "seat.name_taken"
    assert [name for name, _, _ in hall.people] == ["Ana", "Boris", "Zoe"]


def test_ones_own_name_can_be_written_anew_and_one_that_was_given_up_is_free(hall: Hall) -> None:
    hall.take(BORIS, name="Bob")
    hall.take(BORIS, own=BORIS, name="BOB")
    hall.take(ANA, name="Boris")
    assert [name for name, _, _ in hall.people] == ["Boris", "BOB", "Chai"]


def test_namesakes_of_a_file_keep_their_names_when_they_say_nothing(tmp_path: Path) -> None:
    hall = Hall(tmp_path, Setup([Player("Ana", "red"), Player("ana", "blue"), Player("Chai", "white")]))
    assert hall.owner(hall.take(BORIS)) == BORIS
    hall.take(CHAI, name="Dao")
    assert [name for name, _, _ in hall.people] == ["Ana", "ana", "Dao"]


# A seat whose phone is away.


def asked(hall: Hall, seat: int = ANA, known: str | None = None) -> tuple[str, int]:
    """A phone that asks, with the number of its question."""
    secret = hall.seats.ask(hall.id, seat, known)
    return secret, max(hall.sessions.seat_requests(hall.id))


def test_the_host_gives_a_seat_to_the_phone_that_asks_and_the_old_one_is_out(hall: Hall) -> None:
    first = hall.take(ANA)
    hall.seats.trust(hall.id, ANA, True)
    second, question = asked(hall)
    assert (hall.owner(first), hall.owner(second), hall.seats.asked_for(hall.id, second)) == (ANA, None, ANA)
    assert hall.seats.answer(hall.id, question, True)
    assert (hall.owner(first), hall.owner(second), hall.seats.asked_for(hall.id, second)) == (None, ANA, None)
    assert ANA not in hall.sessions.session_of(hall.id).trust.trusted, "trust is for people"
    assert hall.room.told[-2:] == [("remove", ANA), ("expect", ANA, "th")]
    assert not hall.seats.answer(hall.id, question, True), "it was answered"


def test_who_is_not_given_a_seat_does_not_get_it(hall: Hall) -> None:
    first = hall.take(ANA)
    second, question = asked(hall)
    assert hall.seats.answer(hall.id, question, False)
    assert (hall.owner(first), hall.owner(second), hall.seats.asked_for(hall.id, second)) == (ANA, None, None)


def test_the_phone_that_has_a_seat_answers_for_it_and_no_other_does(hall: Hall) -> None:
    hall.take(ANA)
    second, question = asked(hall)
    assert not hall.seats.answer(hall.id, question, True, BORIS)
    assert hall.owner(second) is None
    assert hall.seats.answer(hall.id, question, True, ANA)
    assert hall.owner(second) == ANA


def test_nobody_asks_for_the_seat_of_a_phone_that_is_here(hall: Hall) -> None:
    hall.take(ANA)
    hall.room.here = {ANA}
    with pytest.raises(Refused):
        hall.seats.ask(hall.id, ANA, None)
    assert hall.sessions.seat_requests(hall.id) == {}


def test_a_phone_waits_for_one_seat_and_only_some_do(hall: Hall) -> None:
    for seat in (ANA, BORIS):
        hall.take(seat)
    secret, first = asked(hall)
    assert asked(hall, ANA, secret) == (secret, first), "the same question"
    _, second = asked(hall, BORIS, secret)
    assert list(hall.sessions.seat_requests(hall.id)) == [second]
    for _ in range(MAX_REQUESTS - 1):
        asked(hall)
    with pytest.raises(Refused):
        asked(hall)
    hall.seats.free(hall.id, ANA)
    assert list(hall.sessions.seat_requests(hall.id)) == [second], "a free seat is nobody's to give"


def test_who_has_a_seat_and_is_given_another_leaves_the_first(hall: Hall) -> None:
    hall.take(ANA)
    boris = hall.take(BORIS)
    _, question = asked(hall, ANA, boris)
    assert hall.owner(boris) == BORIS
    hall.seats.answer(hall.id, question, True)
    assert (hall.owner(boris), hall.games.access.taken_seats(hall.id)) == (ANA, {ANA})


# Rights that end.


def test_a_co_host_who_is_no_longer_named_loses_the_hosts_page(hall: Hall) -> None:
    hall.take(ANA)
    hall.seats.co_host(hall.id, ANA, True)
    secrets = [hall.seats.host_secret(hall.id, ANA) or "" for _ in range(3)]
    assert [hall.games.access.is_host(hall.id, secret) for secret in secrets] == [False, False, True], (
        "one for one phone"
    )
    hall.seats.swap_seats(hall.id, ANA, BORIS)
    assert hall.games.access.is_host(hall.id, secrets[-1]), "it goes with its owner"
    hall.seats.co_host(hall.id, BORIS, False)
    assert not hall.games.access.is_host(hall.id, secrets[-1])


def test_every_device_can_be_put_out_but_the_one_that_asks(hall: Hall) -> None:
    games, own = hall.games, hall.games.access.new_host_secret(hall.id)
    seat = hall.take(ANA)
    hall.seats.co_host(hall.id, ANA, True)
    co_host = hall.seats.host_secret(hall.id, ANA) or ""
    link, program = games.access.new_host_link(hall.id), games.access.new_program_secret(hall.id)
    assert [one.kind for one in games.access.devices(hall.id)] == ["host", "host", "host", "link", "program", "seat"]
    with pytest.raises(Refused):
        hall.seats.revoke(hall.id, hash_secret(own), own)
    hall.seats.revoke(hall.id, hash_secret(co_host), own)
    assert hall.seats.host_secret(hall.id, ANA) is None, "else one tap would bring it back"
    for secret in (link, program, seat):
        hall.seats.revoke(hall.id, hash_secret(secret), own)
        assert hall.room.told[-1] == ("reload",)
    assert not any(games.access.is_host(hall.id, secret) for secret in (co_host, program))
    assert (games.access.open_host_link(hall.id, link), hall.owner(seat)) == (None, None)
    assert len(games.access.devices(hall.id)) == 2
    hall.seats.revoke(hall.id, hash_secret("nobody's"), own)
    assert games.access.is_host(hall.id, own)


def test_who_has_a_seat_takes_it_again_and_keeps_the_hosts_trust(hall: Hall) -> None:
    hall.take(ANA)
    hall.seats.trust(hall.id, ANA, True)
    hall.room.here = {ANA}
    assert hall.owner(hall.take(ANA, own=ANA)) == ANA
    assert ANA in hall.sessions.session_of(hall.id).trust.trusted


@pytest.mark.parametrize("seat", [None, 3, 99])
def test_a_seat_that_is_not_there_is_refused(hall: Hall, seat: int | None) -> None:
    assert hall.refusal(seat) == "join.no_seat"
    assert hall.room.told == []


def test_the_colour_of_an_empty_chair_is_free_and_that_of_a_taken_one_is_not(hall: Hall) -> None:
    hall.take(CHAI)
    hall.take(ANA, colour="blue")
    assert [colour for _, colour, _ in hall.people] == ["blue", "red", "white"]
    assert hall.refusal(ANA, own=ANA, colour="white") == "seat.colour_taken"


def test_after_the_beginning_a_seat_keeps_its_name(tmp_path: Path) -> None:
    hall = Hall(tmp_path, SETUP, 46)
    before = hall.people
    assert hall.owner(hall.take(ANA, name="x" * 99, colour="green")) == ANA
    assert (hall.people, hall.seats.is_late(hall.id)) == (before, True)


def test_who_loses_a_seat_loses_the_hosts_trust_with_it(hall: Hall) -> None:
    secret = hall.take(ANA)
    hall.seats.trust(hall.id, ANA, True)
    hall.seats.co_host(hall.id, ANA, True)
    assert hall.seats.host_secret(hall.id, ANA)
    hall.seats.free(hall.id, ANA)
    assert hall.owner(secret) is None
    assert (
        hall.sessions.session_of(hall.id).trust.trusted
        == hall.sessions.session_of(hall.id).trust.co_hosts
        == frozenset()
    )
    assert hall.seats.host_secret(hall.id, ANA) is None
    assert hall.room.told[-1] == ("remove", ANA)


@pytest.mark.parametrize("setup", [LAID, SIX])
def test_two_people_change_places_with_phone_and_trust(tmp_path: Path, setup: Setup) -> None:
    hall = Hall(tmp_path, setup)
    secret = hall.take(ANA, name="Ann")
    hall.seats.trust(hall.id, ANA, True)
    before = hall.people
    hall.seats.swap_seats(hall.id, ANA, CHAI)
    assert (hall.people[CHAI][0], hall.people[ANA][0]) == (before[ANA][0], before[CHAI][0])
    moved = before[ANA][1] if setup is LAID else before[CHAI][1]
    assert hall.people[CHAI][1] == moved, "with six at the table each colour stays at its chair"
    assert (hall.owner(secret), hall.sessions.session_of(hall.id).trust.trusted) == (CHAI, frozenset({CHAI}))
    assert hall.room.told[-1] == ("chairs", ANA, CHAI)


@pytest.mark.parametrize(("one", "other"), [(ANA, ANA), (ANA, 3), (3, ANA)])
def test_nobody_changes_places_with_nobody(hall: Hall, one: int, other: int) -> None:
    with pytest.raises(Refused):
        hall.seats.swap_seats(hall.id, one, other)
    assert hall.games.record_of(hall.id).log == []


@pytest.mark.parametrize("setup", [LAID, SIX])
def test_shuffled_seats_take_people_phones_and_trust_along(tmp_path: Path, setup: Setup) -> None:
    hall = Hall(tmp_path, setup)
    secret = hall.take(ANA, name="Ann")
    names = [name for name, _, _ in hall.people]
    hall.seats.shuffle(hall.id, lambda count: 0)  # the first goes to the last chair, all others one up
    assert [name for name, _, _ in hall.people] == [*names[1:], names[0]]
    assert hall.owner(secret) == len(names) - 1


def test_seats_are_not_shuffled_once_the_game_has_begun(tmp_path: Path) -> None:
    hall = Hall(tmp_path, SETUP, 60)
    before = hall.people
    with pytest.raises(Refused):
        hall.seats.shuffle(hall.id, lambda count: count - 1)
    assert hall.people == before
