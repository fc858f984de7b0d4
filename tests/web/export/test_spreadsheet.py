"""The tables for spreadsheets: every cell of a fixed game, and names that would be formulas."""

import csv
import json
import re
from io import StringIO

import pytest
from msgspec.structs import replace

from narrator.core.record.record import Record, fold
from narrator.core.table.events import (
    Amended,
    AnyEvent,
    ClockPaused,
    ClockResumed,
    SettlementBuilt,
    TakenBack,
    VictoryDeclared,
)
from narrator.core.table.setup import Player, Setup, initial_state
from narrator.web.export.formats import (
    EVENT_COLUMNS,
    FORMULA,
    RESULT_COLUMNS,
    encode_csv,
    escape_formula,
    events_csv,
    results_csv,
)
from tests.support.browser.situations import PLACED, trio
from tests.support.exports import PLAYED, played
from tests.support.games import ANA, BORIS
from tests.support.web import table_at

RESULTS_OF_IT = """\
game,date,rounds,minutes,place,player,colour,points,settlements,cities,longest_road,largest_army,points_cards,knights,started,won
game,2026-05-01 12:09:00,1,9,1,Ana,red,5,2,0,0,1,1,3,1,1
game,2026-05-01 12:09:00,1,9,2,Boris,blue,2,2,0,0,0,0,0,0,0
game,2026-05-01 12:09:00,1,9,2,Chai,white,2,2,0,0,0,0,0,0,0
"""
EVENTS_OF_IT = """\
14,2026-05-01 12:06:30,1,0,Ana,dice_rolled,7,Ana rolled 7,"{""dice"":[3,4]}",
15,2026-05-01 12:07:00,1,0,Ana,robber_moved,,Ana moved the robber,"{""to"":""-1,0,1""}",
16,2026-05-01 12:07:30,1,0,Ana,card_stolen,,Ana stole from Boris,"{""victim"":1}",waived
17,2026-05-01 12:08:00,1,0,Ana,corrected,,Ana: knights corrected,"{""what"":""knights"",""value"":3,""note"":""=1+1""}",
18,2026-05-01 12:08:30,1,0,Ana,points_revealed,,Ana showed 1 point,"{""count"":1}",waived late
19,2026-05-01 12:09:00,1,0,Ana,victory_declared,,Ana won,,waived
"""


def lines(table: bytes) -> str:
    return table.decode("utf-8-sig").replace("\r\n", "\n")


def rows(table: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(table.decode("utf-8-sig"))))


def test_the_results_of_a_game_are_one_row_a_player() -> None:
    assert lines(results_csv(table_at(played(PLAYED)))) == RESULTS_OF_IT


def test_everything_that_happened_is_one_row_an_entry_and_no_stolen_card_is_named() -> None:
    table = lines(events_csv(table_at(played(PLAYED))))
    assert table.startswith(
        ",".join(EVENT_COLUMNS) + "\n1,2026-05-01 12:00:00,0,0,Ana,first_player_chosen,,Ana starts,,\n"
    )
    assert table.endswith(EVENTS_OF_IT)
    assert table.count("\n") == 1 + len(PLAYED)


def test_details_are_the_rest_of_the_entry_as_the_contract_writes_it() -> None:
    found = rows(events_csv(table_at(played(PLAYED))))
    assert json.loads(found[1]["details"]) == {"at": "v_-2_4_-2"}
    assert json.loads(found[13]["details"]) == {"dice": [3, 4]}


def test_words_are_the_readers_and_columns_are_everybodys() -> None:
    table = rows(events_csv(table_at(played(PLAYED), language="ru")))
    assert tuple(table[0]) == EVENT_COLUMNS
    assert re.search("[а-я]", table[13]["what"])
    assert [row["event"] for row in table] == [event.type for event in PLAYED]


def test_what_was_taken_back_is_gone_and_what_no_longer_fits_is_marked() -> None:
    back = [*PLAYED, TakenBack(to=len(PLAYED) - 1)]
    assert [row["event"] for row in rows(events_csv(table_at(played(back))))][-1] == "points_revealed"
    settlements = {n: event for n, event in enumerate(PLAYED[:5]) if isinstance(event, SettlementBuilt)}
    anas, boriss = settlements
    mended = Amended(entry=anas + 1, event=replace(settlements[boriss], seat=ANA, waived=True))
    record = Record(initial_state(trio()))
    for event in [*PLAYED, replace(mended, waived=True)]:
        record.add_unchecked(event)
    assert rows(events_csv(table_at(record)))[boriss]["marks"] == "left_out"


def test_a_break_is_no_time_of_the_game() -> None:
    clock: list[AnyEvent] = [*PLACED, ClockPaused(), ClockResumed()]
    setup = trio(turn_timer="soft")
    with_break = rows(results_csv(table_at(played(clock, setup))))[0]["minutes"]
    assert with_break == rows(results_csv(table_at(played(clock[:-1], setup))))[0]["minutes"] == "6"


def test_a_table_where_nothing_is_counted_has_its_winner_and_no_points() -> None:
    told = Setup([Player("Ana", "red"), Player("Boris", "blue")], tracking="script")
    found = rows(results_csv(table_at(fold(initial_state(told), [VictoryDeclared(seat=BORIS, waived=True)]))))
    assert [(row["player"], row["won"], row["place"], row["points"], row["date"]) for row in found] == [
        ("Ana", "0", "", "", ""),
        ("Boris", "1", "1", "", ""),
    ]
    assert tuple(found[0]) == RESULT_COLUMNS


@pytest.mark.parametrize("sign", [*FORMULA, " ="])
def test_a_name_that_a_spreadsheet_would_work_out_stays_a_name(sign: str) -> None:
    name = f"{sign}HYPERLINK(0)"
    people = [Player(name, "red"), Player("Boris", "blue"), Player("Chai", "white")]
    table = table_at(played(PLAYED, replace(trio(), players=people)))
    for found in (rows(results_csv(table)), rows(events_csv(table))):
        cells = [cell for row in found for cell in row.values() if "HYPERLINK" in cell]
        assert cells
        assert all(cell.startswith("'") for cell in cells)


@pytest.mark.parametrize("cell", ["\t=1", "\r=1", "\n@x", "-5", "+x", "=1"])
def test_what_would_be_a_formula_is_quoted_wherever_it_comes_from(cell: str) -> None:
    assert escape_formula(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["Ana", "บี", "O'Hara", "a=b", '{"x":1}', "", -5, 7, None])
def test_other_cells_stay_as_they_are(cell: str | int | None) -> None:
    assert escape_formula(cell) == cell


def test_commas_quotes_and_new_lines_in_names_stay_in_their_cell() -> None:
    names = ['Ana, "the wall"', "two\nlines", "บี", "Юля"]
    table = encode_csv(("player",), [[name] for name in names])
    assert table.startswith(b"\xef\xbb\xbfplayer\r\n")
    assert [row["player"] for row in rows(table)] == names
