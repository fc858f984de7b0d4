"""Names at one table: nobody sits beside somebody whose name looks the same."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from narrator.app.files.game_files import begin_from_file
from narrator.app.games.games import Games
from narrator.app.seats.joining import refuse_namesakes
from narrator.app.seats.lookalikes import lookalike_key
from narrator.core.message import Refused
from narrator.core.table.events import SeatJoined, TakenBack
from narrator.core.table.setup import Setup
from tests.support.app import TOLD, games_in

ALIKE = (
    "An\u200da",
    "\u0410na",
    "\u0391na",
    "\uff21na",
    "An\u0430",
    "An\ufe0fa",
    "ana\u2060",
    "An\u3164a",
    "An\u17b4a",
)


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return games_in(tmp_path)


def called(*names: str) -> Setup:
    players = [replace(player, name=name) for player, name in zip(TOLD.players, names, strict=False)]
    return replace(TOLD, players=[*players, *TOLD.players[len(players) :]])


def joined(name: str, seat: int = 1) -> SeatJoined:
    return SeatJoined(seat=seat, name=name, colour=TOLD.players[seat].colour)


def code(refused: Refused) -> str:
    return refused.reasons[0].code


@pytest.mark.storeless
@pytest.mark.parametrize("name", ALIKE)
def test_names_that_nobody_can_tell_apart_are_refused(name: str) -> None:
    with pytest.raises(Refused) as caught:
        refuse_namesakes(["Ana", "Boris", name])
    assert code(caught.value) in ("seat.name_alike", "seat.name_taken")


@pytest.mark.storeless
@pytest.mark.parametrize(
    "names",
    [
        *(("Anna", "Анна"), ("Ana", "Анна"), ("Ana", "Aná"), ("Ian", "Lan"), ("Boris", "Борис"), ("Maria", "Мария")),
        *(
            ("บี", "บอย"),
            ("นก", "นุก"),
            ("Ana", "Anna"),
            ("Player 1", "Player 10"),
            ("Виктор", "Victor"),
            ("ΑΝΝΑ", "АННА"),
        ),
    ],
)
def test_names_that_look_different_sit_beside_each_other(names: Sequence[str]) -> None:
    refuse_namesakes(names)


@pytest.mark.storeless
def test_marks_of_thai_and_joined_emoji_count() -> None:
    assert len({lookalike_key(name) for name in ("มา", "ม้า", "หมา", "👩‍🚀", "👩")}) == 5


@pytest.mark.parametrize("name", ["Ana", *ALIKE[:4]])
def test_nobody_is_renamed_to_what_looks_like_another(games: Games, name: str) -> None:
    new = games.create(called("Ana", "Boris"))
    with pytest.raises(Refused) as caught:
        games.enter_events(new.id, [joined(name)])
    assert code(caught.value) in ("seat.name_alike", "seat.name_taken")
    assert games.record_of(new.id).state.seats[1].name == "Boris"
    games.enter_events(new.id, [joined("Анна")])


def test_a_saved_game_with_such_names_still_opens_and_goes_on(games: Games) -> None:
    old = games.create(called("Ana", "Аna"))  # as older versions allowed
    again = begin_from_file(games, games.file(old.id))
    assert [seat.name for seat in games.record_of(again.id).state.seats][:2] == ["Ana", "Аna"]
    games.enter_events(again.id, [joined("Аna")])
    games.enter_events(again.id, [joined("Boris")])
    games.enter_events(again.id, [TakenBack(to=len(games.record_of(again.id).log) - 1)])
    assert games.record_of(again.id).state.seats[1].name == "Аna"
