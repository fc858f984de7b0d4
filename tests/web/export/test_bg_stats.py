"""The link to BG Stats, taken apart again: what the app reads is the game as it ended."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

from msgspec.structs import replace

from narrator.core.record.record import fold
from narrator.core.table.events import AnyEvent, FirstPlayerChosen, VictoryDeclared
from narrator.core.table.setup import BoardSetup, Player, Setup, initial_state
from narrator.web.export.formats import bg_stats_link
from narrator.web.rendering.qr import FINEST
from tests.support.app import LAID, NOON
from tests.support.browser.situations import trio
from tests.support.exports import PLAYED, played
from tests.support.games import BORIS
from tests.support.web import table_at

ODD = 'ป้าแอน & "Zoë" +5% #1'


def opened(link: str) -> dict[str, Any]:
    """What the app finds in its address."""
    address = urlsplit(link)
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    assert address.fragment == ""
    query = parse_qs(address.query, strict_parsing=True)
    assert list(query) == ["data"]
    found: dict[str, Any] = json.loads(query["data"][0])
    return found


def sent(events: list[AnyEvent], setup: Setup | None = None, language: str = "en") -> dict[str, Any]:
    return opened(bg_stats_link(table_at(played(events, setup), language=language), NOON))


def test_a_whole_play_is_in_the_link() -> None:
    play = sent(PLAYED)
    players = play.pop("players")
    assert play == {
        "sourceName": "Narrator",
        "sourcePlayId": "game",
        "playDate": "2026-05-01 12:09:00",
        "durationMin": 9,
        "game": {"name": "CATAN", "sourceGameId": "catan", "bggId": 13, "highestWins": True, "noPoints": False},
    }
    assert [{name: value for name, value in player.items() if name != "sourcePlayerId"} for player in players] == [
        {"name": "Ana", "role": "red", "startPlayer": True, "winner": True, "score": 5, "rank": 1},
        {"name": "Boris", "role": "blue", "startPlayer": False, "winner": False, "score": 2, "rank": 2},
        {"name": "Chai", "role": "white", "startPlayer": False, "winner": False, "score": 2, "rank": 2},
    ]


def test_names_of_any_letters_arrive_as_they_are() -> None:
    people = [Player(ODD, "red"), Player("Юля", "blue"), Player("บี", "white")]
    play = sent(PLAYED, replace(trio(), players=people), "th")
    assert [player["name"] for player in play["players"]] == [ODD, "Юля", "บี"]
    assert play["players"][0]["role"] == "สีแดง"


def test_a_person_is_the_same_in_every_game_and_everybody_else_another() -> None:
    ids = [
        {
            p["name"].strip().lower(): p["sourcePlayerId"]
            for p in sent(PLAYED, replace(trio(), players=people))["players"]
        }
        for people in (trio().players, [Player(" ANA", "blue"), Player("Boris", "red"), Player("Chai", "white")])
    ]
    assert ids[0] == ids[1]
    assert len(set(ids[0].values())) == 3


def test_the_board_is_named_where_it_is_of_a_kind() -> None:
    assert sent([], LAID)["board"] == "Beginner board"
    assert sent([], replace(LAID, board=BoardSetup("spiral", seed=1)))["board"] == "Random hexes, A–B–C numbers"
    assert "board" not in sent(PLAYED)


def test_a_script_game_has_no_points_and_a_game_without_times_ends_now() -> None:
    told = Setup([Player("Ana", "red"), Player("Boris", "blue")], tracking="script")
    record = fold(initial_state(told), [FirstPlayerChosen(seat=BORIS), VictoryDeclared(seat=BORIS, waived=True)])
    play = opened(bg_stats_link(table_at(record), NOON))
    assert play["game"]["noPoints"] is True
    assert (play["playDate"], "durationMin" in play) == ("2026-05-01 12:00:00", False)
    assert [(p["winner"], p["startPlayer"], "score" in p) for p in play["players"]] == [
        (False, False, False),
        (True, True, False),
    ]


def test_four_names_of_usual_length_fit_into_a_code_that_can_be_scanned() -> None:
    people = [Player(name, colour) for name, colour in zip(("Boris", "Maria", "Chai", "Dana"), COLOURS, strict=True)]
    setup = Setup(people, board=BoardSetup("random_tokens", seed=2))
    assert len(bg_stats_link(table_at(fold(initial_state(setup), [])), NOON)) < FINEST


COLOURS: Any = ("red", "blue", "white", "orange")
