"""Seats: who may take one, what a seat keeps of its last owner, and who hears of it."""

from pathlib import Path

import pytest

from narrator.core.message import Refused
from narrator.core.table.box import COLOURS
from narrator.core.table.setup import Player, Setup
from narrator.service.desks import Desks
from narrator.service.seats import Seats, Wish
from tests.service.evening import EVENING, SETUP
from tests.service.kit import LAID, NOON, games_in

ANA, BORIS, CHAI = range(3)
SIX = Setup([Player(colour, colour) for colour in COLOURS], tracking="script")


class Room:
    """Who is here, as a test says it, and what it was told."""

    def __init__(self) -> None:
        self.here: set[int] = set()
        self.told: list[tuple[object, ...]] = []

    def is_here(self, game: str, seat: int) -> bool:
        return seat in self.here

    def greet(self, game: str, seat: int, language: str) -> None:
        self.told.append(("greet", seat, language))

    def change_chairs(self, game: str, one: int, other: int) -> None:
        self.told.append(("chairs", one, other))

    def free(self, game: str, seat: int) -> None:
        self.told.append(("free", seat))


class Hall:
    def __init__(self, folder: Path, setup: Setup = LAID, entries: int = 0) -> None:
        self.games = games_in(folder)
        self.desks = Desks(self.games, self.games.log, lambda: NOON)
        self.room = Room()
        self.seats = Seats(self.games, self.desks, self.room)
        self.id = self.games.create(setup, EVENING[:entries]).id

    def take(self, seat: int | None, own: int | None = None, name: str = "", colour: object = None) -> str:
        return self.seats.take(self.id, Wish(seat, name, colour, "th"), own, "ru")  # type: ignore[arg-type]

    def refusal(self, seat: int | None, **wish: object) -> str:
        with pytest.raises(Refused) as caught:
            self.take(seat, **wish)  # type: ignore[arg-type]
        return caught.value.reasons[0].code

    def owner(self, secret: str) -> int | None:
        return self.games.seat_keys(self.id).seat_of(secret)

    @property
    def people(self) -> list[tuple[str, str, str | None]]:
        return [(seat.name, seat.colour, seat.language) for seat in self.games.record(self.id).state.seats]


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def test_who_takes_a_seat_has_it_under_their_name_and_is_expected(hall: Hall) -> None:
    secret = hall.take(BORIS, name="  Bo ris ", colour="green")
    assert hall.owner(secret) == BORIS
    assert hall.people[BORIS] == ("Bo ris", "green", "th")
    assert hall.room.told == [("greet", BORIS, "ru")]


def test_without_a_name_or_a_colour_a_seat_stays_as_it_is(hall: Hall) -> None:
    hall.take(BORIS)
    assert hall.people[BORIS] == ("Boris", "blue", "th")


def test_a_seat_that_somebody_is_sitting_on_is_refused_and_an_abandoned_one_is_not(hall: Hall) -> None:
    first = hall.take(ANA)
    hall.seats.trust(hall.id, ANA, True)
    hall.room.here = {ANA}
    assert hall.refusal(ANA) == "join.seat_taken"
    assert ANA in hall.desks.of(hall.id).trusted
    hall.room.here = set()
    second = hall.take(ANA)
    assert (hall.owner(first), hall.owner(second)) == (None, ANA)
    assert ANA not in hall.desks.of(hall.id).trusted, "trust is for people"


def test_who_has_a_seat_takes_it_again_and_keeps_the_hosts_trust(hall: Hall) -> None:
    hall.take(ANA)
    hall.seats.trust(hall.id, ANA, True)
    hall.room.here = {ANA}
    assert hall.owner(hall.take(ANA, own=ANA)) == ANA
    assert ANA in hall.desks.of(hall.id).trusted


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
    assert hall.desks.of(hall.id).trusted == hall.desks.of(hall.id).co_hosts == frozenset()
    assert hall.seats.host_secret(hall.id, ANA) is None
    assert hall.room.told[-1] == ("free", ANA)


@pytest.mark.parametrize("setup", [LAID, SIX])
def test_two_people_change_places_with_phone_and_trust(tmp_path: Path, setup: Setup) -> None:
    hall = Hall(tmp_path, setup)
    secret = hall.take(ANA, name="Ann")
    hall.seats.trust(hall.id, ANA, True)
    before = hall.people
    hall.seats.change_chairs(hall.id, ANA, CHAI)
    assert (hall.people[CHAI][0], hall.people[ANA][0]) == (before[ANA][0], before[CHAI][0])
    moved = before[ANA][1] if setup is LAID else before[CHAI][1]
    assert hall.people[CHAI][1] == moved, "with six at the table each colour stays at its chair"
    assert (hall.owner(secret), hall.desks.of(hall.id).trusted) == (CHAI, frozenset({CHAI}))
    assert hall.room.told[-1] == ("chairs", ANA, CHAI)


@pytest.mark.parametrize(("one", "other"), [(ANA, ANA), (ANA, 3), (3, ANA)])
def test_nobody_changes_places_with_nobody(hall: Hall, one: int, other: int) -> None:
    with pytest.raises(Refused):
        hall.seats.change_chairs(hall.id, one, other)
    assert hall.games.record(hall.id).log == []
