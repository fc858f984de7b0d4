"""What can be looked up by the API: history, numbers, rulings, cards, rules; by whom, and in which language."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from narrator.core.reading.explain import number_names, number_value
from narrator.core.table.house_rules import RULE_KEYS
from narrator.script.helper_cards import helper_cards
from tests.support.web import Host, House


class Asking:
    def __init__(self, host: Host) -> None:
        self.host = host
        self.seat = host.games.access.take_seat(host.id, 1)

    def get(self, path: str, secret: str | None = None) -> TestResponse:
        shown = {"Authorization": f"Bearer {self.host.secret if secret is None else secret}"}
        client = self.host.client.application.test_client()
        return client.get(f"/api/v1/games/{self.host.id}{path}", headers=shown)

    def told(self, path: str) -> Any:
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.get_json()


@pytest.fixture
def asking(house: House) -> Asking:
    return Asking(house.sample(120))


@pytest.mark.parametrize("path", ["/history", "/numbers", "/numbers/deck"])
def test_what_happened_is_told_to_the_host_and_to_seats_alone(asking: Asking, path: str) -> None:
    assert asking.get(path, asking.seat).get_json() == asking.told(path)
    assert asking.get(path, "").status_code == 401
    assert asking.get(path, "WRONG").status_code == 403
    assert asking.get(path, asking.host.games.access.watch(asking.host.id)).status_code == 403


@pytest.mark.parametrize("path", ["/library", "/cards", "/rules"])
def test_rules_are_told_to_everybody(asking: Asking, path: str) -> None:
    assert asking.get(path, "").get_json() == asking.told(path)


def test_the_history_is_what_stands_and_says_what_undo_has_to_name(asking: Asking) -> None:
    told, host = asking.told("/history?lang=es"), asking.host
    assert [line["entry"] for line in told["entries"]] == [point.number for point in host.record.head.history()][-100:]
    assert told["forward"] is None
    events: list[Any] = [{"type": "taken_back", "to": told["back"]}]
    sent = host.client.post(f"/api/v1/games/{host.id}/events", json={"events": events})
    assert sent.status_code == 201
    after = asking.told("/history")
    assert after["seq"] == told["seq"] + 1
    assert after["entries"][-1]["entry"] <= told["back"]
    assert after["forward"] == told["seq"]
    assert after["back"] < told["back"]


def test_every_number_adds_up_and_is_reported_in_the_language_asked_for(asking: Asking) -> None:
    state = asking.host.record.state
    numbers = asking.told("/numbers")["numbers"]
    assert numbers == {name: number_value(state, name) for name in number_names(state)}
    for name, value in numbers.items():
        found = asking.told(f"/numbers/{name}?lang=ru")
        assert (found["name"], found["value"]) == (name, value)
        assert found["start"] + sum(entry["amount"] for entry in found["entries"]) == value
    titles = {asking.told(f"/numbers/points.1?lang={language}")["title"] for language in ("en", "ru", "es", "th")}
    assert len(titles) == 4


def test_a_number_that_is_none_is_not_found_in_words(asking: Asking) -> None:
    answer = asking.get("/numbers/points.9?lang=es")
    assert answer.status_code == 404
    assert answer.get_json()["error"]["code"] == "no_such_number"
    assert "ningún número" in answer.get_json()["error"]["message"]


def test_a_question_is_answered_under_tonights_rules_and_with_the_tables_own_word(asking: Asking) -> None:
    found = asking.told("/library?q=Can I put the robber back on the desert?")["topics"]
    topic = next(topic for topic in found if topic["id"] in ("what_if.robber_desert", "prompt.robber_to_desert"))
    assert topic["lines"]
    assert topic["decided"] is None
    ruling = {"type": "ruling_made", "case": topic["id"], "text": "Only on Sundays."}
    url = f"/api/v1/games/{asking.host.id}/events"
    assert asking.host.client.post(url, json={"events": [ruling]}).status_code == 201
    again = asking.told("/library?q=Can I put the robber back on the desert?")["topics"]
    assert [t["decided"] for t in again if t["id"] == topic["id"]] == ["Only on Sundays."]
    assert [t["decided"] for t in asking.told("/rules")["decided"]] == ["Only on Sundays."]


def test_without_a_question_the_likely_ones_are_listed(asking: Asking) -> None:
    likely = asking.told("/library?lang=th")["topics"]
    assert likely
    assert asking.told("/library?q=%20&lang=th")["topics"] == likely


def test_all_cards_and_all_rules_are_there(asking: Asking) -> None:
    state = asking.host.record.state
    assert [card["id"] for card in asking.told("/cards")["cards"]] == list(helper_cards(state))
    rules = asking.told("/rules?lang=ru")["rules"]
    assert {rule["key"]: rule["value"] for rule in rules} == {key: getattr(state.rules, key) for key in RULE_KEYS}
    assert all(rule["line"] for rule in rules)


def test_what_differs_from_the_box_is_marked(house: House) -> None:
    asking = Asking(house.sample(0))
    changed = {"type": "rule_changed", "key": "target_vp", "value": 13}
    url = f"/api/v1/games/{asking.host.id}/events"
    before = {rule["key"] for rule in asking.told("/rules")["rules"] if rule["differs"]}
    assert asking.host.client.post(url, json={"events": [changed]}).status_code == 201
    after = {rule["key"] for rule in asking.told("/rules")["rules"] if rule["differs"]}
    assert after - before == {"target_vp"}
