"""Records across games: kept as games end, mended as games are mended, the same person under two spellings."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from narrator.app.doctor import check_all_games
from narrator.app.people import NoSuchPerson
from narrator.core.message import Refused
from narrator.core.table.events import Amended, CityBuilt, TakenBack
from narrator.core.table.state import points
from tests.support.app import NOON, TOLD, run_sql
from tests.support.evenings import FOURTH, THIRD, WINNER, Club, an_evening

FOUR = ("Ana", "Boris", "Chai", "Dana")


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path)


def test_a_game_counts_when_it_ends(club: Club) -> None:
    setup, events = an_evening(*FOUR)
    game = club.games.create(setup, events[:-1]).id
    assert club.told() == {}
    club.games.enter_events(game, events[-1:])
    assert club.told() == {"Ana": (1, 1), "Boris": (1, 0), "Chai": (1, 0), "Dana": (1, 0)}
    ana = club.people.everybody().people[0]
    assert (ana.points, ana.last) == (10, events[-1].time)
    assert ana.seconds


def test_what_is_taken_back_counts_no_more_and_brought_back_again(club: Club) -> None:
    game = club.play(*FOUR).id
    over = len(club.games.record_of(game).log)
    club.games.enter_events(game, [TakenBack(to=over - 1)])
    assert club.told() == {}
    club.games.enter_events(game, [TakenBack(to=over)])
    assert club.told()["Ana"] == (1, 1)


def test_an_amended_game_is_counted_as_amended(club: Club) -> None:
    setup, events = an_evening(*FOUR)
    game = club.games.create(setup, events).id
    last_city = max(n for n, event in enumerate(events, 1) if isinstance(event, CityBuilt) and event.seat == 1)
    club.games.enter_events(game, [Amended(entry=last_city, event=None, waived=True)])
    now = points(club.games.record_of(game).state, 1)
    assert now < 9
    assert club.people.person(club.id("Boris")).record.points == now
    assert club.told()["Boris"] == (1, 0)


def test_sums_are_over_all_games(club: Club) -> None:
    club.play(*FOUR)
    club.play("Boris", "Ana", "Eli", "Dana", day=1)
    assert club.told() == {"Boris": (2, 1), "Ana": (2, 1), "Dana": (2, 0), "Chai": (1, 0), "Eli": (1, 0)}
    ana = club.people.person(club.id("Ana"))
    assert ana.record.points == 9.5
    assert {one.name: (one.games, one.wins, one.losses, one.ahead) for one in ana.opponents} == {
        "Boris": (2, 1, 1, 1),
        "Dana": (2, 1, 0, 2),
        "Chai": (1, 1, 0, 1),
        "Eli": (1, 0, 0, 1),
    }
    assert [evening.game for evening in ana.evenings] == [evening.game for evening in club.people.everybody().evenings]
    assert sum(n for _, n in ana.resources) == 11
    assert ana.corners[0][1] <= 2


def test_the_last_evening_stands_first(club: Club) -> None:
    games = [club.play(*FOUR, day=day).id for day in (3, 1, 2)]
    assert [evening.game for evening in club.people.everybody().evenings] == [games[0], games[2], games[1]]


def test_a_name_is_the_same_however_it_is_typed(club: Club) -> None:
    club.play(*FOUR)
    club.play("ANA ", "boris", "Chai", "Dana", day=1)
    assert club.told() == dict.fromkeys(("Boris", "Chai", "Dana"), (2, 0)) | {"Ana": (2, 2)}


def test_seats_without_a_name_are_nobody(club: Club) -> None:
    club.play("Player 1", "ผู้เล่น 2", "Ana", "Dana")
    assert set(club.told()) == {"Ana", "Dana"}
    assert len(club.people.everybody().evenings[0].seats) == 4


def play_with_bot(club: Club, bot: int, *names: str) -> str:
    """Play the sample evening with a bot in one seat; return the game's id."""
    setup, events = an_evening(*names)
    players = [replace(player, bot="player" if seat == bot else None) for seat, player in enumerate(setup.players)]
    return club.games.create(replace(setup, players=players), events).id


@pytest.mark.parametrize("bot", range(4))
def test_everybody_but_the_bot_is_counted_wherever_it_sits(club: Club, bot: int) -> None:
    game = play_with_bot(club, bot, *FOUR)
    people = {name: (1, int(seat == WINNER)) for seat, name in enumerate(FOUR) if seat != bot}
    assert club.told() == people
    evening = club.people.evening(game)
    assert evening is not None
    assert {seat.seat for seat in evening.seats if seat.person is None} == {bot}


def test_the_doctor_gives_a_bots_result_back_to_the_person_it_was_taken_from(club: Club) -> None:
    game = play_with_bot(club, THIRD, *FOUR)
    told = club.told()
    kept = {seat.seat: seat for seat in club.log.results.results([game])}
    bot, person = kept[THIRD], kept[FOURTH]
    wrong = club.names.spelling(bot.name)
    assert wrong is not None
    kept[THIRD] = replace(bot, spelling=wrong.id, person=wrong.person)
    kept[FOURTH] = replace(person, spelling=None, person=None)
    club.log.results.keep_result(game, list(kept.values()))
    assert set(club.told()) == {"Ana", "Boris", "Dana"}
    found = list(check_all_games(club.games, club.names))
    assert [(one.game, one.what, one.is_repaired) for one in found if one] == [(game, "result", True)]
    assert club.told() == told == {"Ana": (1, 1), "Boris": (1, 0), "Chai": (1, 0)}
    assert list(check_all_games(club.games, club.names)) == [None]


def test_the_same_game_opened_from_its_file_counts_once(club: Club) -> None:
    club.play(*FOUR)
    club.play(*FOUR)
    assert club.told()["Ana"] == (1, 1)


def test_a_game_to_try_things_on_is_not_counted(club: Club) -> None:
    setup, events = an_evening(*FOUR)
    game = club.games.create(setup, events[:-1]).id
    club.people.leave_out(game)
    club.games.enter_events(game, events[-1:])
    assert club.told() == {}


def test_another_process_that_ended_a_game_is_noticed(club: Club, tmp_path: Path) -> None:
    assert club.told() == {}
    Club(tmp_path).play(*FOUR)
    assert club.told()["Ana"] == (1, 1)


def test_two_spellings_become_one_and_part_again(club: Club) -> None:
    club.play(*FOUR)
    club.play("Anna", "Boris", "Chai", "Dana", day=1)
    ana, anna = club.id("Ana"), club.id("Anna")
    club.people.merge(ana, anna)
    assert club.told()["Ana"] == (2, 2)
    assert "Anna" not in club.told()
    club.play("Anna", "Boris", "Chai", "Dana", day=2)
    assert club.told()["Ana"] == (3, 3)
    assert [one.name for one in club.people.person(ana).spellings] == ["Ana", "Anna"]
    club.people.separate_spelling(ana, ana)
    assert club.told()["Ana"] == (3, 3)
    club.people.separate_spelling(ana, anna)
    assert (club.told()["Ana"], club.told()["Anna"]) == ((1, 1), (2, 2))


def test_two_who_played_together_are_not_one(club: Club) -> None:
    club.play(*FOUR)
    with pytest.raises(Refused) as caught:
        club.people.merge(club.id("Ana"), club.id("Boris"))
    assert caught.value.reasons[0].code == "people.together"
    with pytest.raises(NoSuchPerson):
        club.people.merge(club.id("Ana"), "nobody")


def test_all_games_are_listed_the_last_played_first(club: Club) -> None:
    over, open_ = club.play(*FOUR).id, club.games.create(TOLD).id
    store = club.games.storage.games
    listed = {one.id: one for one in store.listed_games(10)}
    assert set(listed) == {over, open_}
    assert (listed[over].is_over, listed[open_].is_over) == (True, False)
    assert listed[open_].names == ("Ana", "Boris", "Chai")
    assert len(store.listed_games(1)) == len(store.listed_games(1, 1)) == 1


def test_a_file_from_before_is_caught_up_with(club: Club, tmp_path: Path) -> None:
    club.play(*FOUR)
    for statement in ("DELETE FROM results", "DELETE FROM people", "UPDATE games SET sum = NULL"):
        run_sql(club.log, statement)
    later = Club(tmp_path)
    later.people.catch_up()
    assert later.told()["Ana"] == (1, 1)


def test_the_result_of_a_game_in_which_the_clock_jumped_by_a_century_is_kept(club: Club) -> None:
    setup, events = an_evening(*FOUR)
    half = len(events) // 2
    early, late = (datetime(year, 1, 1, tzinfo=UTC) - NOON for year in (1972, 2136))
    shifts = [early] * half + [late] * (len(events) - half)
    moved = [replace(one, time=(one.time or NOON) + shift) for one, shift in zip(events, shifts, strict=True)]
    game = club.games.create(setup, moved).id
    seat = club.games.storage.results.results([game])[0]
    assert 0 < seat.length < 24 * 3600
