"""Nobody opens a second game with the cards of one that is played."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from narrator.app.files.game_files import begin_from_file
from narrator.core.play.seeded_draws import certain_hand
from tests.support.app import games_in
from tests.support.dealt import dealt_setup
from tests.support.dealt_night import DealtNight
from tests.support.web_people import Device, Night, Server

File = dict[str, Any]
FORGED: dict[str, Callable[[str], str]] = {
    "as it is": lambda seal: seal,
    "a sign more": lambda seal: seal + "=",
    "a line break": lambda seal: seal + "\n",
    "a space in it": lambda seal: seal[:9] + " " + seal[9:],
    "a stray character in it": lambda seal: seal[:9] + "!" + seal[9:],
    "the other alphabet": lambda seal: seal.replace("-", "+").replace("_", "/"),
    "without padding": lambda seal: seal.rstrip("="),
}
ROLES = ("watcher", "seat", "host")


def by_api(device: Device, file: File) -> TestResponse:
    return device.client.post("/api/v1/games", data=json.dumps(file))


def by_form(device: Device, file: File) -> TestResponse:
    return device.client.post("/import", data={"text": json.dumps(file)})


def sealed_file(night: DealtNight) -> File:
    """The host's file. Others may have photographed its codes from the tablet."""
    file: File = json.loads(night.host.get("/file").data)
    return file


@pytest.mark.parametrize("role", ROLES)
def test_the_copy_that_everybody_may_fetch_has_no_seal(server: Server, role: str) -> None:
    night = DealtNight(server)
    seal = night.games.setup(night.id).seal
    copy = night.device(role).get("/copy")
    assert copy.status_code == 200
    assert seal is not None
    assert "seal" not in json.loads(copy.data)["setup"]
    assert seal not in copy.text


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("cards", ["app", "table"])
def test_no_spelling_of_a_seal_opens_a_twin(server: Server, role: str, cards: str) -> None:
    night = DealtNight(server)
    device, games, file = night.device(role), set(night.games.storage.games.all_games()), sealed_file(night)
    for name, forged in FORGED.items():
        setup = {**file["setup"], "seal": forged(file["setup"]["seal"]), "cards": cards}
        for post, events in ((by_api, file["events"]), (by_form, file["events"]), (by_api, [])):
            answer = post(device, {**file, "setup": setup, "events": events})
            assert answer.status_code == 422, (name, post, answer.text)
    assert set(night.games.storage.games.all_games()) == games


def test_a_game_that_was_stopped_with_hidden_cards_is_not_opened_beside_itself(server: Server) -> None:
    """The host could look there and take the end back here."""
    night = DealtNight(server)
    file = sealed_file(night)
    stop = [
        {"type": "rule_changed", "key": "reveal_at_end", "value": "no", "waived": True},
        {"type": "corrected", "what": "step", "value": "over"},
    ]
    entered = night.host.post("/enter", events=json.dumps(stop), seen=len(night.record.log))
    assert entered.status_code == 303, entered.text
    assert night.record.state.phase.part_of_game == "over"
    assert by_api(night.host, file).status_code == 422


def test_two_workers_asked_at_once_do_not_both_open_a_file(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both looked for a game with these cards before either had begun one."""
    night = DealtNight(server)
    file = sealed_file(night)
    server.log.maintenance.erase_game(night.id)
    other, create = games_in(server.folder), server.log.games.create

    def create_second(*args: Any) -> None:
        monkeypatch.setattr(server.log.games, "create", create)
        begin_from_file(other, json.dumps(file).encode())
        create(*args)

    monkeypatch.setattr(server.log.games, "create", create_second)
    assert by_api(night.host, file).status_code == 422
    assert len(server.log.games.all_games()) == 1
    other.storage.close()


@pytest.mark.parametrize("post", [by_api, by_form])
def test_nobody_learns_the_pile_before_a_game_by_playing_it_alone(
    server: Server, post: Callable[[Device, File], TestResponse]
) -> None:
    """Save at the beginning, buy every card, delete that game and open the file for the guests."""
    night = Night(server, dealt_setup(3), ())
    file = json.loads(night.host.get("/file").data)
    server.log.maintenance.erase_game(night.id)
    assert post(night.host, file).status_code in (201, 303)
    ((opened, _),) = server.log.games.all_games()
    assert night.games.setup(opened).seal not in (None, file["setup"]["seal"])


@pytest.mark.parametrize("role", ROLES)
def test_a_copy_goes_on_with_cards_from_the_box_and_knows_no_hidden_card(server: Server, role: str) -> None:
    night = DealtNight(server)
    begun = by_api(night.device(role), json.loads(night.device(role).get("/copy").data))
    assert begun.status_code == 201, begun.text
    twin = night.games.full_record(begun.json["id"])  # type: ignore[index]
    assert not twin.game.is_dealt
    assert twin.log == night.record.log
    assert twin.state.held_cards == {}
    hands = [certain_hand(night.games.full_record(night.id).state, seat) for seat in range(3)]
    assert [certain_hand(twin.state, seat) for seat in range(3)] != hands
    assert [seat.hand_size for seat in twin.state.seats] == [seat.hand_size for seat in night.record.state.seats]
