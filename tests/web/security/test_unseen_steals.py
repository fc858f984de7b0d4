"""What is hidden at the table is hidden on every page: the same evening with its stolen cards seen and unseen looks the
same to everybody."""

import re

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from narrator.app.games.games import Games
from narrator.core.record.record import fold
from narrator.core.table.events import Amended, AnyEvent, CardStolen
from narrator.core.table.setup import BoardSetup, Player, Setup, initial_state
from tests.support.player import Policy, TrueTable
from tests.support.web import House

SETUP = Setup(
    [Player("Ana", "red"), Player("Boris", "blue"), Player("Chai", "white")],
    board=BoardSetup("random_tokens", seed=3),
)
THEFTS = 6
HOSTS = ["/stage", "/stage?do=build", "/stage?do=seat&seat=1", "/stage?do=recount&seat=0", "/stage?do=trade&partner=1"]
HOSTS += [
    "/stage?do=forgotten&late=1&seat=1",
    "/stage?do=bank_trade",
    "/table",
    "/history",
    "/evening",
    "/carry/events.csv",
    "/carry/results.csv",
]
HOSTS += [f"/explain?number=hand.{seat}" for seat in range(3)]
PHONES = ["/phone", "/phone?do=build", "/phone?do=monopoly&kind=ore", "/phone?do=monopoly&kind=wool", "/table", "/copy"]
PUBLIC = ["", "/script", "/choices"]


def evening() -> list[AnyEvent]:
    """Up to some thefts, each with the card that was really taken."""
    table = TrueTable(initial_state(SETUP), 5, Policy(seen_theft=1.0, checklist=1.0, play=20, card=20))
    found: list[AnyEvent] = []
    for event in table.events(600):
        found.append(event)
        if sum(isinstance(e, CardStolen) and e.resource is not None for e in found) == THEFTS:
            break
    return found


def unseen(event: AnyEvent) -> AnyEvent:
    return replace(event, resource=None) if isinstance(event, CardStolen) else event


class Guest:
    """A browser at one of two games, which must not be told apart."""

    def __init__(self, games: Games, client: FlaskClient, events: list[AnyEvent]) -> None:
        self.games, self.client = games, client
        self.new = games.create(SETUP, events)
        self.client.set_cookie(f"host_{self.new.id}", self.new.secret)

    def enter(self, event: AnyEvent) -> None:
        self.games.enter_events(self.new.id, [event])

    def sees(self, path: str, prefix: str = "/g") -> str:
        answer = self.client.get(f"{prefix}/{self.new.id}{path}")
        assert answer.status_code == 200, path
        text = answer.text.replace(self.new.id, "GAME").replace(self.games.access.join_code(self.new.id), "CODE")
        return re.sub(r'"time":"[^"]*"|data-version="[^"]*"|name="session" value="[^"]*"', "", text)

    def sit(self, seat: int) -> None:
        self.client.set_cookie(f"me_{self.new.id}", self.games.access.take_seat(self.new.id, seat))


EVENING = evening()
LAST = [number for number, event in enumerate(EVENING, start=1) if isinstance(event, CardStolen) and event.resource]


def two_games(house: House, events: list[AnyEvent]) -> tuple[Guest, Guest]:
    games, client = house.games, house.visitor()
    return Guest(games, client, events), Guest(games, client, [unseen(event) for event in events])


def test_the_evening_below_has_stolen_cards_that_the_host_saw() -> None:
    assert len(LAST) == THEFTS
    assert len({EVENING[number - 1].resource for number in LAST}) > 1  # type: ignore[union-attr]
    knowing, unknowing = (
        fold(initial_state(SETUP), EVENING).state,
        fold(initial_state(SETUP), map(unseen, EVENING)).state,
    )
    assert knowing.hands != unknowing.hands, "the record knows more"
    assert knowing.unsure == unknowing.unsure == {}


@pytest.mark.parametrize("upto", [LAST[2], LAST[-1]])
def test_no_page_of_the_host_tells_which_card_was_stolen_or_what_a_hand_holds(house: House, upto: int) -> None:
    seen, not_seen = two_games(house, EVENING[:upto])
    for path in HOSTS:
        assert seen.sees(path) == not_seen.sees(path), path


def test_amending_a_theft_does_not_tell_what_was_stolen(house: House) -> None:
    seen, not_seen = two_games(house, EVENING)
    for number in LAST[:3]:
        for query in ("", "&remove=1"):
            path = f"/amend?entry={number}{query}"
            assert seen.sees(path).count("resource") == not_seen.sees(path).count("resource"), path


@pytest.mark.parametrize("seat", range(3))
def test_no_phone_is_told_what_others_hold(house: House, seat: int) -> None:
    seen, not_seen = two_games(house, EVENING)
    for guest in (seen, not_seen):
        guest.sit(seat)
    for path in PHONES:
        assert seen.sees(path) == not_seen.sees(path), path


def test_nothing_public_tells_it_either(house: House) -> None:
    seen, not_seen = two_games(house, EVENING)
    for path in PUBLIC:
        assert seen.sees(path, "/api/v1/games") == not_seen.sees(path, "/api/v1/games"), path


def test_a_theft_inside_an_amendment_is_as_secret_as_any(house: House) -> None:
    seen, not_seen = two_games(house, EVENING)
    theft = EVENING[LAST[-1] - 1]
    seen.enter(Amended(entry=LAST[-1], event=theft))  # type: ignore[arg-type]
    not_seen.enter(Amended(entry=LAST[-1], event=unseen(theft)))  # type: ignore[arg-type]
    for guest in (seen, not_seen):
        guest.sit(0)
    for path in ("/stage", "/history", "/copy", "/phone"):
        assert seen.sees(path) == not_seen.sees(path), path


def test_the_hosts_own_file_keeps_what_the_host_saw(house: House) -> None:
    seen, not_seen = two_games(house, EVENING)
    assert seen.sees("/file").count('"resource"') == not_seen.sees("/file").count('"resource"') + THEFTS
