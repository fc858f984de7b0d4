"""Awards: who gets one for what, and how they are spread."""

from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.reading.stats.awards import MAX_AWARDS, MIN_AWARDS, awards
from narrator.core.reading.stats.game_stats import game_stats
from narrator.core.reading.stats.model import (
    BankTrade,
    Comeback,
    GameStats,
    MatchPoint,
    Monopoly,
    Pile,
    RobberVisit,
    Trade,
)
from narrator.core.record.record import fold
from narrator.core.table.cards import Cards
from narrator.core.table.events import DiceRolled, TurnEnded, VictoryDeclared
from narrator.core.table.setup import initial_state
from narrator.storage.files.game_file import read_event, read_game
from tests.support.games import ANA, BORIS, CHAI, DANA, new_game, record_of
from tools.make_games import FOLDER

GAMES = sorted(path.stem for path in FOLDER.glob("*.json") if path.stem != "finals")
QUIET = game_stats(record_of(new_game()).head)
"""Four at a table where nothing has happened yet."""


def with_seat(night: GameStats, number: int, **changes: Any) -> GameStats:
    seats = list(night.seats)
    seats[number] = replace(seats[number], **changes)
    return replace(night, seats=tuple(seats))


def given(night: GameStats) -> list[tuple[str, int]]:
    return [(award.kind, award.seat) for award in awards(night)]


def test_where_nothing_happened_nobody_gets_anything() -> None:
    assert awards(QUIET) == ()


def kept(by: int, victim: int, cards: int) -> RobberVisit:
    return RobberVisit(1, None, 1, by, "seven", None, "ore", 8, (victim,), 1, {victim: cards})


FITTING: list[tuple[str, GameStats]] = [
    ("wall", replace(QUIET, robber_visits=(kept(BORIS, ANA, 6), kept(ANA, BORIS, 2)))),
    ("besieged", with_seat(QUIET, BORIS, blocked=Cards(ore=6))),
    ("robbed", with_seat(QUIET, BORIS, losses={"stolen": Pile(unknown=5)})),
    ("thief", with_seat(QUIET, BORIS, gains={"stolen": Pile(unknown=5)})),
    ("comeback", replace(QUIET, winner=BORIS, comeback=Comeback(BORIS, 4, 50, 9, ANA))),
    ("generous", with_seat(QUIET, BORIS, losses={"trade": Pile(Cards(wool=3))})),
    ("merchant", replace(QUIET, bank_trades=(BankTrade(1, 1, BORIS, Cards(ore=4), Cards(wool=1)),) * 5)),
    ("hoarder", with_seat(QUIET, BORIS, losses={"discarded": Pile(unknown=6)})),
    ("full_hand", with_seat(QUIET, BORIS, peak_hand=14)),
    ("roads", with_seat(QUIET, BORIS, longest_road=9)),
    ("knights", with_seat(QUIET, BORIS, knights=4)),
    ("scholar", with_seat(QUIET, BORIS, cards_bought=6)),
    ("monopolist", replace(QUIET, monopolies=(Monopoly(1, 1, BORIS, "ore", {ANA: 3, CHAI: 2}),))),
    ("plundered", with_seat(QUIET, BORIS, losses={"monopoly": Pile(Cards(ore=5))})),
    ("so_close", replace(QUIET, match_points=(MatchPoint(BORIS, 9, 1, 2, 9),))),
]


@pytest.mark.parametrize(("kind", "night"), FITTING, ids=[kind for kind, _ in FITTING])
def test_whoever_did_most_of_it_and_enough_gets_the_award(kind: str, night: GameStats) -> None:
    assert given(night) == [(kind, BORIS)]


def test_a_trade_counts_for_both_and_a_forced_one_for_nobody() -> None:
    cards = Pile(Cards(ore=1))
    pairs = [(BORIS, ANA), (BORIS, CHAI), (DANA, BORIS), (BORIS, ANA)]
    trades = tuple(Trade(1, 1, seat, partner, cards, cards) for seat, partner in pairs)
    (award,) = awards(replace(QUIET, trades=trades))
    assert (award.kind, award.seat, award.params) == ("trader", BORIS, {"n": 4, "partners": 3})
    assert awards(replace(QUIET, trades=tuple(replace(one, forced=True) for one in trades))) == ()


def test_nobody_gets_what_two_did_alike_or_what_is_little() -> None:
    tied = with_seat(with_seat(QUIET, ANA, knights=4), BORIS, knights=4)
    assert awards(tied) == ()
    assert awards(with_seat(QUIET, ANA, knights=2)) == ()


def test_the_quickest_is_measured_in_seconds_a_turn() -> None:
    night = QUIET
    for number in range(4):
        night = with_seat(night, number, turns=10, seconds=200.0 if number == CHAI else 600.0)
    (award,) = awards(night)
    assert (award.kind, award.seat, award.params) == ("quick", CHAI, {"n": 20})
    assert awards(with_seat(night, ANA, turns=1)) == (), "somebody has hardly played"


def test_everybody_has_one_before_anybody_has_two_and_the_strongest_come_first() -> None:
    night = with_seat(QUIET, ANA, knights=6, cards_bought=9, longest_road=13, peak_hand=20)
    night = with_seat(night, BORIS, blocked=Cards(ore=4))
    night = with_seat(night, CHAI, losses={"stolen": Pile(unknown=3)})
    found = awards(night)
    assert [award.seat for award in found].count(ANA) == 2
    assert {award.seat for award in found} == {ANA, BORIS, CHAI}
    assert [award.strength for award in found] == sorted((award.strength for award in found), reverse=True)


def test_who_has_left_gets_none() -> None:
    assert awards(with_seat(QUIET, BORIS, knights=4, has_left=True)) == ()


def test_a_table_that_only_counts_dice_and_time_gets_no_other_awards() -> None:
    state = new_game(3, tracking="script")
    events = [DiceRolled(seat=ANA, total=7, waived=True), TurnEnded(seat=ANA, waived=True)]
    night = game_stats(record_of(state, *events * 4, VictoryDeclared(seat=CHAI, waived=True)).head)
    assert given(night) == [("sevens", ANA)]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_was_played_has_three_to_five_awards_spread_over_the_table(name: str) -> None:
    game = read_game((FOLDER / f"{name}.json").read_bytes())
    night = game_stats(fold(initial_state(game.setup), map(read_event, game.events)).head)
    found = awards(night)
    assert MIN_AWARDS <= len(found) <= MAX_AWARDS
    assert len({award.kind for award in found}) == len(found)
    held = [sum(award.seat == seat for award in found) for seat in range(len(night.seats))]
    assert max(held) <= 2
    assert all(isinstance(number, int) for award in found for number in award.params.values())
    assert found == awards(night)
