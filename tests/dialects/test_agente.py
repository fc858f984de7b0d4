"""Agente's words: its phases, its ids, the errors of its list by number in Spanish, and reasons after the end."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.core.table.phase import Over
from narrator.session.events import ProgramReasoned
from tests.support.dialect_room import Json, Room


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path, "agente", programs=2, bots=0)


def named(view: Json, name: str) -> list[Json]:
    return [action for action in view["availableActions"] if action["action"] == name]


def mover(room: Room) -> Json:
    return next(view for view in map(room.look, range(len(room.links))) if view["yourTurn"])


def play(room: Room, until: str, seed: int = 0, action: str = "", most: int = 800) -> Json:
    """Everybody builds what they can, up to the first in this phase, with this action in the list."""
    luck = Random(seed)
    for _ in range(most):
        view = mover(room)
        if view["phase"] == until and (not action or named(view, action)):
            return view
        built = [a for a in view["availableActions"] if a["action"].startswith("build")]
        room.done(luck.choice(built or view["availableActions"]), view["player"])
    raise AssertionError(until)


def wrong(room: Room, action: Any, seat: int, query: str = "") -> Json:
    """What is answered to an error; nothing is entered."""
    before = len(room.record.log)
    answered = room.act(action, seat, query)
    assert answered.status_code == 422, answered.text
    assert len(room.record.log) == before
    said: Json = answered.get_json()
    assert said["availableActions"] == room.look(seat)["availableActions"]
    return said


def is_right(room: Room, said: Json, seat: int) -> None:
    """What it says would be right is."""
    assert said["error"]["right"]
    assert room.act(said["error"]["example"], seat).status_code == 200


# Phases and ids.


def test_a_game_goes_through_the_phases_of_the_rulebook(room: Room) -> None:
    seen: list[tuple[int, str]] = []
    while len(seen) < 12:
        view = mover(room)
        seen.append((view["player"], view["phase"]))
        assert room.look(1 - view["player"])["availableActions"] == []
        room.done(view["availableActions"][-1], view["player"])
    assert seen == [
        *((0, "setup_settlement_1"), (0, "setup_road_1"), (1, "setup_settlement_1"), (1, "setup_road_1")),
        *((1, "setup_settlement_2"), (1, "setup_road_2"), (0, "setup_settlement_2"), (0, "setup_road_2")),
        *((0, "dice_roll"), (0, "main"), (1, "dice_roll"), (1, "main")),
    ]


def test_ids_are_those_of_the_rulebook(room: Room) -> None:
    view = room.look()
    assert {len(hexagon["vertices"]) for hexagon in view["hexagons"]} == {6}
    corners = {corner for hexagon in view["hexagons"] for corner in hexagon["vertices"]}
    assert {action["data"]["vertexId"] for action in view["availableActions"]} == corners
    room.done({"action": "build_settlement", "data": {"vertexId": "v_1_1_-2"}})
    roads = {action["data"]["edgeId"] for action in room.look()["availableActions"]}
    assert roads == {"e_v_1_1_-2_v_2_-1_-1", "e_v_1_1_-2_v_2_2_-4", "e_v_-1_2_-1_v_1_1_-2"}


def test_a_bank_trade_is_four_to_one(room: Room) -> None:
    view = play(room, "main", 1, "trade_bank")
    trade = named(view, "trade_bank")[0]
    ((given, count),) = trade["data"]["give"].items()
    assert count == 4
    after = room.done(trade, view["player"])
    assert after["resources"][given] == view["resources"][given] - 4
    assert after["resources"][trade["data"]["receive"]] == view["resources"][trade["data"]["receive"]] + 1


@pytest.mark.thorough
def test_programs_that_take_from_their_lists_are_never_refused(room: Room) -> None:
    luck = Random(4)
    for _ in range(400):
        if isinstance(room.state.phase, Over):
            break
        view = mover(room)
        built = [a for a in view["availableActions"] if a["action"] not in ("end_turn", "trade_bank")]
        room.done(luck.choice(built or view["availableActions"]), view["player"])
    assert {status for status, _ in room.sent} == {200}


# The common errors, by their numbers.


def test_error_1_a_settlement_next_to_another(room: Room) -> None:
    view = play(room, "setup_settlement_2")
    board = room.state.game.board
    near = next(near for at in room.state.buildings for near in board.island.next_to[at])
    said = wrong(room, {"action": "build_settlement", "data": {"vertexId": near}}, view["player"])
    assert (said["error"]["number"], said["phase"]) == (1, "setup_settlement_2")
    assert said["error"]["message"] == (
        "Error 1: ese poblado está demasiado cerca. Hay una construcción en una encrucijada vecina."
    )
    is_right(room, said, view["player"])


def test_error_2_a_road_that_is_not_connected(room: Room) -> None:
    view = play(room, "main", 2, "build_road")
    board = room.state.game.board
    legal = {action["data"]["edgeId"] for action in named(view, "build_road")}
    far = next(path for path in board.island.paths if path not in legal and path not in room.state.roads)
    said = wrong(room, {"action": "build_road", "data": {"edgeId": far}}, view["player"])
    assert said["error"]["number"] == 2
    assert "carretera" in said["error"]["message"]
    is_right(room, said, view["player"])


def test_error_3_a_second_road_at_the_first_settlement(room: Room) -> None:
    view = play(room, "setup_road_2")
    board = room.state.game.board
    first = next(at for at, piece in room.state.buildings.items() if piece.seat == view["player"])
    free = next(path for path in board.island.paths_at[first] if path not in room.state.roads)
    said = wrong(room, {"action": "build_road", "data": {"edgeId": free}}, view["player"])
    assert said["error"]["number"] == 3
    is_right(room, said, view["player"])


@pytest.mark.parametrize("phase", ["setup_settlement_1", "setup_road_1", "setup_settlement_2", "setup_road_2"])
def test_error_4_the_end_of_a_turn_in_setup(room: Room, phase: str) -> None:
    view = play(room, phase)
    said = wrong(room, {"action": "end_turn"}, view["player"])
    assert said["error"]["number"] == 4
    assert said["error"]["right"] == "Construye lo que pide esta fase. Es gratis."
    is_right(room, said, view["player"])


def test_error_5_a_place_that_is_taken_or_that_is_none(room: Room) -> None:
    view = play(room, "setup_settlement_2")
    taken = next(iter(room.state.buildings))
    for place in (taken, "v_9_9_-18", "nowhere", ""):
        said = wrong(room, {"action": "build_settlement", "data": {"vertexId": place}}, view["player"])
        assert said["error"]["number"] == 5
    is_right(room, said, view["player"])
    road = next(iter(room.state.roads))
    said = wrong(room, {"action": "build_road", "data": {"edgeId": road}}, view["player"])
    assert said["error"]["number"] == 5
    is_right(room, said, view["player"])


@pytest.mark.parametrize("name", ["setup_settlement", "build", "BUILD_SETTLEMENT", ""])
def test_error_6_an_action_that_has_another_name(room: Room, name: str) -> None:
    said = wrong(room, {"action": name, "data": {"vertexId": "v_1_1_-2"}}, 0)
    assert said["error"]["number"] == 6
    assert "build_settlement" in said["error"]["right"]
    is_right(room, said, 0)


def test_other_languages_are_spoken_when_asked_for(room: Room) -> None:
    assert wrong(room, {"action": "end_turn"}, 0)["error"]["message"].startswith("Error 4: durante")
    assert wrong(room, {"action": "end_turn"}, 0, "?lang=en")["error"]["message"].startswith("Error 4: you can't")
    assert wrong(room, {"action": "end_turn"}, 0, "?lang=ru")["error"]["message"].startswith("Ошибка 4")


# What the list of errors does not have.


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"action": "roll"}, "agente.wrong_phase"),
        ({"action": "build_road", "data": {"edgeId": "e_v_1_1_-2_v_2_-1_-1"}}, "agente.wrong_phase"),
        ({"action": "build_settlement"}, "agente.data"),
        ({"action": "build_settlement", "data": {"vertexId": 7}}, "agente.data"),
        ({"action": "build_settlement", "data": {"vertexId": "v" * 99}}, "agente.data"),
        ({"action": 7}, "file.value"),
    ],
)
def test_what_is_wrong_otherwise_has_no_number_but_a_sentence(room: Room, action: Json, code: str) -> None:
    said = wrong(room, action, 0)
    assert (said["error"]["number"], said["error"]["code"]) == (None, code)
    assert said["error"]["message"]
    is_right(room, said, 0)


def test_who_is_not_on_turn_waits(room: Room) -> None:
    said = wrong(room, {"action": "build_settlement", "data": {"vertexId": "v_1_1_-2"}}, 1)
    assert (said["error"]["code"], said["error"]["example"]) == ("agente.not_your_turn", None)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"give": {"gold": 4}, "receive": "ore"}, "agente.data"),
        ({"give": 4, "receive": "ore"}, "agente.data"),
        ({"give": {"ore": -4}, "receive": "wood"}, "agente.data"),
        ({"give": {"ore": 4}, "receive": ["wood"]}, "agente.data"),
        ({"give": {"ore": 40}, "receive": "wood"}, "bank_trade.rate"),
        ({"give": {"ore": 4}, "receive": "ore"}, "bank_trade.same_kind"),
    ],
)
def test_a_trade_that_makes_no_sense_is_refused_with_a_reason(room: Room, data: Any, code: str) -> None:
    view = play(room, "main")
    said = wrong(room, {"action": "trade_bank", "data": data}, view["player"])
    assert (said["error"]["number"], said["error"]["code"]) == (None, code)


def test_what_a_hand_cannot_pay_is_refused_with_a_reason(room: Room) -> None:
    view = play(room, "main")
    assert not named(view, "build_city")
    own = next(building["vertexId"] for building in view["buildings"] if building["player"] == view["player"])
    said = wrong(room, {"action": "build_city", "data": {"vertexId": own}}, view["player"])
    assert said["error"]["code"] in ("hand.too_few", "hand.lacks")


def test_what_is_no_json_is_a_bad_request(room: Room) -> None:
    path, secret = room.address()
    answered = room.client.post(path, headers={"Authorization": f"Bearer {secret}"}, data=b"{")
    assert answered.status_code == 400


# Reasons.


def history(room: Room) -> str:
    room.client.set_cookie(f"host_{room.id}", room.host["Authorization"].split()[1], path="/")
    page = room.client.get(f"/g/{room.id}/history")
    assert page.status_code == 200, page.text
    return page.text


@pytest.mark.thorough
def test_a_reason_stands_beside_its_entry_once_the_game_is_over(room: Room) -> None:
    reason = "Un 8 y un 6 <juntos>: ¿qué más quiero?"
    luck, first = Random(2), mover(room)
    room.done({**first["availableActions"][0], "reasoning": reason})
    (noted,) = [
        kept.event for kept in room.games.storage.sessions.events(room.id) if isinstance(kept.event, ProgramReasoned)
    ]
    assert (noted.seat, noted.entry, noted.text) == (0, 1, reason)
    assert "juntos" not in history(room)
    while not isinstance(room.state.phase, Over):
        view = mover(room)
        built = [a for a in view["availableActions"] if a["action"] not in ("end_turn", "trade_bank")]
        room.done({**luck.choice(built or view["availableActions"]), "reasoning": " "}, view["player"])
    shown = room.client.get(f"/g/{room.id}/history?at=1").text
    assert "Un 8 y un 6 &lt;juntos&gt;: ¿qué más quiero?" in shown
    assert (
        len([kept for kept in room.games.storage.sessions.events(room.id) if isinstance(kept.event, ProgramReasoned)])
        == 1
    )


def test_a_long_reason_is_cut_off_and_a_refused_action_leaves_none(room: Room) -> None:
    wrong(room, {"action": "end_turn", "reasoning": "Prefiero esperar."}, 0)
    room.done({**room.look()["availableActions"][0], "reasoning": "a" * 5000})
    (noted,) = [
        kept.event for kept in room.games.storage.sessions.events(room.id) if isinstance(kept.event, ProgramReasoned)
    ]
    assert len(noted.text) == 2000
