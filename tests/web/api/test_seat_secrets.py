"""The API where the app deals: a seat's own secret opens its hand, and nobody else's does."""

from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from narrator.core.play.seeded_draws import certain_hand
from narrator.web.app import create_app
from tests.support.app import LAID
from tests.support.dealt_games import Night, acts, can_buy


class Api:
    def __init__(self, night: Night) -> None:
        self.night = night
        self.client = create_app(night.games).test_client()
        self.url = f"/api/v1/games/{night.id}"
        self.seats = [self._bearer(night.games.access.take_seat(night.id, seat)) for seat in range(3)]
        self.host = self._bearer(night.games.access.new_program_secret(night.id))

    @staticmethod
    def _bearer(secret: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {secret}"}

    def get(self, path: str = "", who: dict[str, str] | None = None) -> Any:
        return self.client.get(self.url + path, headers=who or {}).get_json()

    def post(self, event: dict[str, Any], who: dict[str, str], query: str = "") -> TestResponse:
        return self.client.post(f"{self.url}/events{query}", json={"events": [event]}, headers=who)


def codes(answer: TestResponse) -> list[str]:
    return [reason["code"] for reason in answer.get_json()["refused"]]


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return Api(Night(tmp_path, can_buy))


def test_a_seat_sees_its_own_cards_and_everybody_else_sizes(api: Api) -> None:
    for seat in range(3):
        own = api.get(who=api.seats[seat])["own"]
        assert own["seat"] == seat
        assert own["hand"] == certain_hand(api.night.state, seat).counts()
        held = api.night.state.held_cards.get(seat, ())
        assert [card["kind"] for card in own["development_cards"]] == [card.kind for card in held]
    assert "own" not in api.get()
    assert "own" not in api.get(who=api.host)
    assert api.get() == {key: value for key, value in api.get(who=api.seats[0]).items() if key != "own"}


def test_choices_for_a_seat_are_what_its_hand_can_pay(tmp_path: Path) -> None:
    api = Api(Night(tmp_path, acts))
    seat = api.night.state.turn
    for event in api.get("/choices", api.seats[seat])["events"]:
        assert event["seat"] == seat
        judged = api.post(event, api.seats[seat], "?dry_run=1")
        assert judged.status_code == 200, (event, judged.text)
    hand = certain_hand(api.night.state, seat)
    trades = [kind for kind in api.get("/choices", api.seats[seat])["open"] if kind["type"] == "bank_traded"]
    offers = trades[0]["fields"]["give"] if trades else {}
    assert all(hand.count_of(resource) >= rate for resource, rate in offers.items())
    others = api.get("/choices", api.seats[(seat + 1) % 3])
    assert others["events"] == []


def test_a_seat_enters_its_own_and_sees_what_it_drew(api: Api) -> None:
    seat = api.night.state.turn
    before = len(api.night.state.held_cards.get(seat, ()))
    answer = api.post({"type": "development_bought", "seat": seat}, api.seats[seat])
    assert answer.status_code == 201
    assert len(answer.get_json()["state"]["own"]["development_cards"]) == before + 1
    assert "own" not in api.get()


def test_everybody_else_gets_one_answer_whatever_a_hand_holds(api: Api) -> None:
    seat = api.night.state.turn
    bought = {"type": "development_bought", "seat": seat}
    for query in ("", "?dry_run=1"):
        assert codes(api.post(bought, api.host, query)) == ["cards.not_yours"]
        assert codes(api.post(bought, api.seats[(seat + 1) % 3], query)) == ["proposal.another_seat"]
        assert codes(api.post({**bought, "card": "knight"}, api.seats[seat], query)) == ["cards.dealt"]
    assert api.post(bought, api._bearer("nonsense")).status_code == 403
    assert api.post(bought, {}).status_code == 401


def test_with_cards_at_the_table_a_seats_secret_enters_nothing(tmp_path: Path) -> None:
    night = Night(tmp_path, acts)
    night.id = night.games.create(LAID).id
    api = Api(night)
    assert api.post({"type": "turn_ended", "seat": 0}, api.seats[0]).status_code == 403
    assert "own" not in api.get(who=api.seats[0])
