"""A program in a seat: its link, the one call that tells all, waiting, entering, and trades, by HTTP alone."""

import json
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from gevent import sleep, spawn
from werkzeug.test import Client, TestResponse

from narrator.app.games.games import Games
from narrator.core.play.seeded_draws import certain_hand
from narrator.web.api.seat_view import SeatView
from narrator.web.app import create_app
from narrator.web.security.fair_queue import FairQueue
from tests.support.app import games_in
from tests.support.waiting import PATIENCE

PLAYERS = [{"name": "Ana", "colour": "red"}, {"name": "Boris", "colour": "blue"}, {"name": "Chai", "colour": "white"}]
RULES = {"dice_source": "app", "no_seven_rounds": 0}


class Table:
    """A game with a program in every seat."""

    def __init__(self, games: Games, cards: str = "app", seats: int = 3, **rules: Any) -> None:
        self.games = games
        self.client: FlaskClient = create_app(games).test_client()
        setup: dict[str, Any] = {"players": PLAYERS, "board": {"layout": "random_tokens", "seed": 7}, "cards": cards}
        setup["rules"] = {**RULES, **rules}
        created = self.client.post("/api/v1/games", json={"format": "narrator/1", "setup": setup}).get_json()
        self.id, self.url = created["id"], f"/api/v1/games/{created['id']}"
        self.host = bearer(created["secret"])
        self.links = [self.link(seat).get_json() for seat in range(seats)]

    def link(self, seat: int, who: dict[str, str] | None = None, **body: Any) -> TestResponse:
        who = self.host if who is None else who
        return self.client.post(f"{self.url}/seats/{seat}/link", headers=who, json=body)

    def get(self, seat: int, query: str = "") -> dict[str, Any]:
        found = self.client.get(f"{self.url}/seats/me{query}", headers=self.own(seat))
        assert found.status_code == 200, found.text
        told: dict[str, Any] = found.get_json()
        return told

    def post(self, seat: int, path: str, body: Any = None, **headers: str) -> TestResponse:
        return self.client.post(f"{self.url}/seats/me/{path}", headers={**self.own(seat), **headers}, json=body)

    def own(self, seat: int) -> dict[str, str]:
        return bearer(self.links[seat]["secret"])

    def do(self, seat: int, event: dict[str, Any], **more: Any) -> TestResponse:
        return self.post(seat, "events", {"events": [event], **more})

    def play(self, luck: Random, until: str | None = None, most: int = 400) -> dict[str, Any]:
        """Everybody takes any action of their list until somebody's view has what is waited for."""
        for _ in range(most):
            state = self.client.get(self.url).get_json()
            views = [self.get(seat) for seat in range(len(self.links))]
            mover = next(view for view in views if view["your_move"] or state["phase"] == "over")
            if state["phase"] == "over" or (until and mover["actions"].get(until)):
                return mover
            self.act(mover, luck)
        return mover

    def act(self, view: dict[str, Any], luck: Random) -> None:
        if view["actions"]["roll"]:
            assert self.post(view["seat"], "roll").status_code == 201
            return
        events = view["actions"]["events"]
        built = [event for event in events if event["type"] not in ("turn_ended", "bank_traded")]
        assert events, view
        answer = self.do(view["seat"], luck.choice(built or events), seen=view["seq"])
        assert answer.status_code == 201, answer.text


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def codes(answer: TestResponse) -> list[str]:
    assert answer.status_code == 422, answer.text
    return [reason["code"] for reason in answer.get_json()["refused"]]


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return games_in(tmp_path)


@pytest.fixture
def table(games: Games) -> Table:
    return Table(games)


# The link.


def test_the_host_gives_a_seat_to_a_program_once_and_takes_it_back(games: Games) -> None:
    table = Table(games, seats=1)
    assert (table.links[0]["seat"], table.links[0]["dialect"]) == (0, "narrator")
    assert table.client.get(table.links[0]["links"]["look"], headers=table.own(0)).status_code == 200
    assert codes(table.link(0)) == ["join.seat_taken"]
    assert codes(table.link(9)) == ["join.no_seat"]
    freed = table.client.delete(f"{table.url}/seats/0/link", headers=table.host)
    assert (freed.status_code, freed.get_json()) == (200, {"seat": 0})
    assert table.client.get(f"{table.url}/seats/me", headers=table.own(0)).status_code == 403
    assert table.link(0, dialect="narrator").status_code == 201


def test_a_dialect_is_spoken_where_it_has_words_for_the_rules(games: Games) -> None:
    for dialect, preset, other in (("clawtan", "seed_001", "agente"), ("agente", "seed_003", "clawtan")):
        table = Table(games, seats=0, preset=preset)
        assert set(codes(table.link(0, dialect=other))) == {"dialect.rule"}
        assert table.link(0, dialect=dialect).get_json()["links"][dialect] == f"{table.url}/seats/me/{dialect}"
    at_a_table = Table(games, cards="table", seats=0, preset="seed_001")
    assert codes(at_a_table.link(0, dialect="clawtan")) == ["dialect.table"]


def test_only_the_host_gives_and_only_a_seat_looks(table: Table) -> None:
    assert table.link(0, who={}).status_code == 401
    assert table.link(0, who=table.own(1)).status_code == 403
    for call in ("", "/events", "/roll", "/offer", "/answer", "/confirm", "/cancel"):
        send = table.client.post if call else table.client.get
        assert send(f"{table.url}/seats/me{call}").status_code == 401
        assert send(f"{table.url}/seats/me{call}", headers=table.host).status_code == 403
        assert send(f"/api/v1/games/nosuch/seats/me{call}", headers=table.own(0)).status_code == 403


def test_a_seats_secret_gives_no_more_than_a_seats_rights(table: Table) -> None:
    assert table.client.get(f"{table.url}/file", headers=table.own(0)).status_code == 403
    assert table.client.delete(f"{table.url}/seats/1/link", headers=table.own(0)).status_code == 403
    assert codes(table.do(0, {"type": "taken_back", "to": 0, "seat": 0})) == ["proposal.not_yours"]
    assert codes(table.do(0, {"type": "turn_ended", "seat": 1})) == ["proposal.another_seat"]
    assert codes(table.do(0, {"type": "rule_changed", "key": "target_vp", "value": 8})) == ["proposal.another_seat"]


# What it sees.


def test_one_call_tells_all_that_a_seat_may_know(table: Table) -> None:
    table.play(Random(3), most=60)
    whole = table.games.full_record(table.id)
    for seat in range(3):
        told = table.get(seat, "?since=0")
        assert json.loads(msgspec.json.encode(msgspec.json.decode(json.dumps(told), type=SeatView))) == told
        assert told["hand"] == certain_hand(whole.state, seat).counts()
        assert told["your_move"] is (seat in told["moves"])
        assert [entry["number"] for entry in told["since"]] == list(range(1, told["seq"] + 1))
        assert len(told["board"]["buildings"]) == len(whole.state.buildings)
        bought = [e["event"] for e in told["since"] if e["event"]["type"] == "development_bought"]
        assert all(("card" in event) is (event["seat"] == seat) for event in bought)
    assert table.get(0)["since"] == []


def test_who_is_not_on_turn_has_nothing_to_do(table: Table) -> None:
    views = [table.get(seat) for seat in range(3)]
    (mover,) = [view for view in views if view["your_move"]]
    assert all(not view["actions"]["events"] for view in views if view is not mover)


@pytest.mark.parametrize("query", ["?since=-1", "?wait=31", "?notes=x", "?since=1e3", "?wait=٣"])
def test_what_is_no_number_is_a_bad_request(table: Table, query: str) -> None:
    assert table.client.get(f"{table.url}/seats/me{query}", headers=table.own(0)).status_code == 400


# Waiting.


def test_who_waits_gets_an_entry_at_once(table: Table) -> None:
    mover = next(view for view in map(table.get, range(3)) if view["your_move"])
    other = (mover["seat"] + 1) % 3
    spawn(lambda: (sleep(0.05), table.do(mover["seat"], mover["actions"]["events"][0])))
    begun = monotonic()
    heard = table.get(other, f"?since={mover['seq']}&wait=30")
    assert monotonic() - begun < 25
    assert [entry["event"]["type"] for entry in heard["since"]] == [mover["actions"]["events"][0]["type"]]


def test_what_is_new_already_is_not_waited_for_and_patience_has_an_end(table: Table) -> None:
    table.play(Random(1), most=4)
    begun = monotonic()
    assert table.get(0, "?since=0&wait=30")["since"]
    assert monotonic() - begun < 25
    seq = table.get(0)["seq"]
    assert table.get(0, f"?since={seq}&wait=1")["since"] == []


def test_an_offer_wakes_who_waits(table: Table) -> None:
    offerer, give, want = trader(table)
    other = (offerer + 1) % 3
    known = table.get(other)
    spawn(lambda: (sleep(0.05), table.post(offerer, "offer", {"give": give, "want": want})))
    heard = table.get(other, f"?since={known['seq']}&notes={known['notes']}&wait=30")
    assert heard["offer"]["seat"] == offerer
    assert heard["your_move"] is True


def test_a_program_that_waits_can_act_meanwhile(table: Table) -> None:
    mover = next(view for view in map(table.get, range(3)) if view["your_move"])
    own = table.own(mover["seat"])
    client = Client(FairQueue(table.client.application, max_requests=1))
    path = f"{table.url}/seats/me?since={mover['seq']}&wait=30"
    waiting = spawn(lambda: client.get(path, headers=own).get_json())
    sleep(0.05)
    done = client.post(f"{table.url}/seats/me/events", headers=own, json={"events": mover["actions"]["events"][:1]})
    assert done.status_code == 201
    assert len(waiting.get(timeout=PATIENCE)["since"]) == 1


def test_who_loses_the_seat_while_waiting_is_refused(table: Table) -> None:
    seq = table.get(0)["seq"]

    def take_back() -> None:
        sleep(0.05)
        table.client.delete(f"{table.url}/seats/0/link", headers=table.host)
        ruling = {"type": "ruling_made", "case": "test", "text": "so"}
        table.client.post(f"{table.url}/events", headers=table.host, json={"events": [ruling]})

    spawn(take_back)
    heard = table.client.get(f"{table.url}/seats/me?since={seq}&wait=30", headers=table.own(0))
    assert heard.get_json()["error"]["code"] == "forbidden"


# Doing.


@pytest.mark.thorough
def test_programs_play_from_their_lists_and_are_never_refused(table: Table) -> None:
    table.play(Random(5), most=250)
    state = table.client.get(table.url).get_json()
    assert state["seq"] > 200
    assert state["round"] > 5


def test_the_same_key_enters_once_and_an_old_view_enters_nothing(table: Table) -> None:
    view = next(view for view in map(table.get, range(3)) if view["your_move"])
    event, seat = view["actions"]["events"][0], view["seat"]
    sent = {"events": [event], "seen": view["seq"]}
    first = table.post(seat, "events", sent, **{"Idempotency-Key": "a"})
    assert first.get_json() == table.post(seat, "events", sent, **{"Idempotency-Key": "a"}).get_json()
    assert table.post(seat, "events", sent).status_code == 409


def test_dice_are_thrown_for_whose_roll_it_is(table: Table) -> None:
    view = table.play(Random(2), until="roll")
    other = (view["seat"] + 1) % 3
    assert codes(table.post(other, "roll")) == ["turn.not_yours"]
    rolled = table.post(view["seat"], "roll")
    assert rolled.status_code == 201
    assert codes(table.post(view["seat"], "roll"))[0] == "step.not_now"
    assert codes(table.do(view["seat"], {"type": "dice_rolled", "seat": view["seat"], "total": 8}))


def test_with_the_tables_own_dice_nothing_is_thrown(games: Games) -> None:
    assert codes(Table(games, dice_source="physical").post(0, "roll")) == ["proposal.not_yours"]


def test_with_cards_at_the_table_the_host_decides_unless_that_seat_is_trusted(games: Games) -> None:
    table = Table(games, cards="table")
    view = next(view for view in map(table.get, range(3)) if view["your_move"])
    assert view["development"] is None
    event, seat = view["actions"]["events"][0], view["seat"]
    waiting = table.do(seat, event)
    assert waiting.status_code == 202
    assert waiting.get_json()["waiting"] == table.get(seat)["waiting"] != []
    assert table.get(seat)["seq"] == view["seq"]
    assert codes(table.do(seat, {"type": "taken_back", "to": 0, "seat": seat})) == ["proposal.not_yours"]


# Trading.


def trader(table: Table) -> tuple[int, dict[str, int], dict[str, int]]:
    """Somebody who may offer, a card of theirs, and one of the next one's that they lack."""
    luck = Random(11)
    for _ in range(60):
        view = table.play(luck, until="offer")
        seat = view["seat"]
        theirs = table.get((seat + 1) % 3)["hand"]
        for give in view["hand"]:
            for want in theirs:
                if want not in view["hand"]:
                    return seat, {give: 1}, {want: 1}
        events = [event for event in view["actions"]["events"] if event["type"] == "turn_ended"]
        assert table.do(seat, events[0]).status_code == 201
    raise AssertionError("nobody can trade")


def test_an_offer_is_answered_and_confirmed_and_only_then_cards_move(table: Table) -> None:
    seat, give, want = trader(table)
    partner, third = (seat + 1) % 3, (seat + 2) % 3
    before = [table.get(number)["hand"] for number in range(3)]
    offered = table.post(seat, "offer", {"give": give, "want": want}).get_json()
    assert (offered["offer"]["give"], offered["actions"]["cancel"], offered["actions"]["confirm"]) == (give, True, [])
    assert table.get(partner)["actions"]["answers"] == ["accept", "decline", "counter"]
    assert table.post(third, "answer", {"answer": "decline"}).status_code == 200
    accepted = table.post(partner, "answer", {"answer": "accept", "offer": offered["offer"]["number"]})
    assert accepted.status_code == 200
    assert [table.get(number)["hand"] for number in range(3)] == before
    mine = table.get(seat)
    assert mine["actions"]["confirm"] == [partner]
    assert [(said["seat"], said["answer"]) for said in mine["offer"]["answers"]] == sorted(
        [(partner, "accept"), (third, "decline")]
    )
    done = table.post(seat, "confirm", {"partner": partner}).get_json()
    assert done["offer"] is None
    (resource,) = want
    assert done["hand"][resource] == 1
    assert table.get(partner, f"?since={mine['seq']}")["since"][0]["event"]["type"] == "players_traded"


def test_a_counter_offer_is_taken_on_its_own_terms(table: Table) -> None:
    seat, give, want = trader(table)
    partner = (seat + 1) % 3
    table.post(seat, "offer", {"give": give, "want": want})
    table.post(partner, "answer", {"answer": "counter", "give": want, "want": give})
    said = table.get(seat)["offer"]["answers"][0]
    assert (said["answer"], said["give"], said["want"]) == ("counter", want, give)
    assert codes(table.post(seat, "confirm", {"partner": partner, "answer": said["number"] - 1})) == ["offer.gone"]
    assert table.post(seat, "confirm", {"partner": partner, "answer": said["number"]}).status_code == 200


def test_what_all_refuse_and_what_is_taken_back_is_off_the_table(table: Table) -> None:
    seat, give, want = trader(table)
    others = [(seat + 1) % 3, (seat + 2) % 3]
    table.post(seat, "offer", {"give": give, "want": want})
    for other in others:
        assert table.post(other, "answer", {"answer": "decline"}).status_code == 200
    assert table.get(seat)["offer"] is None
    assert codes(table.post(others[0], "answer", {"answer": "accept"})) == ["offer.gone"]
    table.post(seat, "offer", {"give": give, "want": want})
    assert codes(table.post(others[0], "cancel")) == ["offer.gone"]
    assert table.post(seat, "cancel").get_json()["offer"] is None
    assert codes(table.post(seat, "cancel")) == ["offer.gone"]


def test_what_is_no_offer_is_refused(table: Table) -> None:
    seat, give, want = trader(table)
    other = (seat + 1) % 3
    assert codes(table.post(seat, "offer", {"give": {}, "want": {}})) == ["offer.empty"]
    assert codes(table.post(seat, "offer", {"give": give, "want": {}})) == ["trade.gift"]
    assert codes(table.post(seat, "offer", {"give": give, "want": give})) == ["trade.same_kind"]
    assert codes(table.post(seat, "offer", {"give": {next(iter(want)): 1}, "want": give})) == ["hand.lacks"]
    assert codes(table.post(other, "offer", {"give": give, "want": want})) == ["offer.not_now"]
    assert table.post(seat, "offer", {"give": {"gold": 1}, "want": want}).status_code == 422


def test_yes_is_said_only_by_who_can_pay(table: Table) -> None:
    seat, give, want = trader(table)
    (resource,) = want
    lacking = [number for number in range(3) if number != seat and resource not in table.get(number)["hand"]]
    many = {resource: 15}
    table.post(seat, "offer", {"give": give, "want": many if not lacking else want})
    poor = lacking[0] if lacking else (seat + 1) % 3
    assert "accept" not in table.get(poor)["actions"]["answers"]
    assert codes(table.post(poor, "answer", {"answer": "accept"})) == ["hand.lacks"]


def test_in_turn_order_everybody_is_asked_after_the_one_before(games: Games) -> None:
    table = Table(games, trade_answers="turn_order")
    seat, give, want = trader(table)
    first, second = (seat + 1) % 3, (seat + 2) % 3
    table.post(seat, "offer", {"give": give, "want": want})
    assert (table.get(first)["your_move"], table.get(second)["your_move"]) == (True, False)
    assert table.get(second)["offer"]["waits_for"] == first
    assert codes(table.post(second, "answer", {"answer": "decline"})) == ["offer.wait"]
    table.post(first, "answer", {"answer": "accept"})
    assert (table.get(first)["your_move"], table.get(second)["your_move"]) == (False, True)
