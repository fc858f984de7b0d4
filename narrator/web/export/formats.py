"""Formats for other programs: CSV tables with the columns of docs/api.md, and a link that fills in a play in the
BG Stats app, as its page "Push plays to BG Stats from other apps or websites" describes. Its optional `winner` and
`startPlayer` are always sent, as the Android app is said to need them. A player's color becomes their `role`."""

import csv
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from io import StringIO
from typing import Any
from urllib.parse import quote

import msgspec

from narrator.app.games.work_limits import WorkLimit
from narrator.core.reading.public_view import public_fact
from narrator.core.reading.result import standings
from narrator.core.record.clock import seconds_by_owner
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import DiceRolled, encode_event
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, active_seats
from narrator.script.announcements.announce import action_label
from narrator.web.rendering.table_context import TableContext

Cell = str | int | None
EVENT_COLUMNS = ("entry", "time", "round", "seat", "player", "event", "dice", "what", "details", "marks")
RESULT_COLUMNS = (
    *("game", "date", "rounds", "minutes", "place", "player", "colour", "points", "settlements", "cities"),
    *("longest_road", "largest_army", "points_cards", "knights", "started", "won"),
)
OWN_COLUMNS = ("type", "seat", "time", "waived", "late")  # the other fields of an event are in `details`
FORMULA = "=+-@＝＋－＠"  # spreadsheets evaluate a cell that begins with one of these, even if it is a player's name


def events_csv(table: TableContext) -> bytes:
    pace = WorkLimit()  # yields to other requests during a long game
    rows = []
    for snapshot in table.head.timeline():
        rows.append(_event_row(table, snapshot))
        pace.step()
    return encode_csv(EVENT_COLUMNS, rows)


def _event_row(table: TableContext, snapshot: Snapshot) -> list[Cell]:
    assert snapshot.fact is not None
    fact = public_fact(snapshot.fact)
    seat: int | None = getattr(fact, "seat", None)
    seats = snapshot.state.seats
    rest = {name: value for name, value in msgspec.to_builtins(fact).items() if name not in OWN_COLUMNS}
    marks = [name for name in ("waived", "late") if getattr(fact, name)]
    return [
        snapshot.number,
        spreadsheet_time(fact.time) if fact.time else None,
        snapshot.state.round,
        seat,
        seats[seat].name if seat is not None and seat < len(seats) else None,
        fact.type,
        fact.sum if isinstance(fact, DiceRolled) else None,
        table.say_message(action_label(fact)),
        encode_event(rest).decode() if rest else None,
        " ".join([*marks, *(["left_out"] if snapshot.left_out else [])]),
    ]


def results_csv(table: TableContext) -> bytes:
    ended = last_time(table.head)
    minutes = playing_minutes(table.head)
    shared = [table.game, spreadsheet_time(ended) if ended else None, table.state.round, minutes]
    return encode_csv(RESULT_COLUMNS, ([*shared, *row] for row in _result_rows(table.state)))


def _result_rows(state: GameState) -> Iterator[list[Cell]]:
    winner = state.phase.winner if isinstance(state.phase, Over) else None
    if state.game.tracking == "script":
        for number in active_seats(state):
            seat = state.seats[number]
            won = int(number == winner)
            yield [1 if won else None, seat.name, seat.colour, *[None] * 7, int(number == state.first_seat), won]
        return
    for found in standings(state):
        seat = state.seats[found.seat]
        built = [found.points, found.settlements, found.cities]
        titles = [int(found.longest_road), int(found.largest_army)]
        cards = [found.points_cards, seat.knights]
        ends = [int(found.seat == state.first_seat), int(found.seat == winner)]
        yield [found.place, seat.name, seat.colour, *built, *titles, *cards, *ends]


def last_time(head: Snapshot) -> datetime | None:
    times = [snapshot.fact.time for snapshot in head.history() if snapshot.fact and snapshot.fact.time]
    return max(times, default=None)


def playing_minutes(head: Snapshot) -> int | None:
    seconds = sum(spent for owner, spent in seconds_by_owner(head).items() if owner != "break")
    return round(seconds / 60) or None


def spreadsheet_time(time: datetime) -> str:
    """Format a time in UTC as spreadsheets read it."""
    return time.strftime("%Y-%m-%d %H:%M:%S")


def encode_csv(columns: Iterable[str], rows: Iterable[list[Cell]]) -> bytes:
    """Encode with a byte order mark, without which Excel garbles Thai and Russian."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([escape_formula(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def escape_formula(cell: Cell) -> Cell:
    """
    >>> escape_formula("=1+1"), escape_formula("Ana"), escape_formula(-1)
    ("'=1+1", 'Ana', -1)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip()[:1] in (*FORMULA,) else cell


BG_STATS_URL = "https://app.bgstatsapp.com/createPlay.html?data="
CATAN = {"name": "CATAN", "sourceGameId": "catan", "bggId": 13, "highestWins": True}
BOARDS = {  # a board laid by hand has no name
    **dict.fromkeys(("beginner_5e", "beginner_6e", "beginner_56"), "new.layout.beginner"),
    **{layout: f"new.layout.{layout}" for layout in ("spiral", "random_tokens")},
}
UNESCAPED = ",:"  # JSON characters allowed in an address; a shorter link makes a QR code that is easier to scan


def bg_stats_link(table: TableContext, now: datetime) -> str:
    return BG_STATS_URL + quote(msgspec.json.encode(bg_stats_play(table, now)), safe=UNESCAPED)


def bg_stats_play(table: TableContext, now: datetime) -> dict[str, Any]:
    """A game without times, such as one from a file, ends now."""
    state, minutes = table.state, playing_minutes(table.head)
    play: dict[str, Any] = {
        "sourceName": "Narrator",
        "sourcePlayId": table.game,
        "playDate": spreadsheet_time(last_time(table.head) or now),
        "game": {**CATAN, "noPoints": state.game.tracking == "script"},
        "players": _players(state, table),
    }
    if minutes:
        play["durationMin"] = minutes
    if state.game.layout in BOARDS:
        play["board"] = table.say(BOARDS[state.game.layout])
    return play


def _players(state: GameState, table: TableContext) -> list[dict[str, Any]]:
    winner = state.phase.winner if isinstance(state.phase, Over) else None
    counted = {found.seat: found for found in standings(state)} if state.game.tracking != "script" else {}
    players = []
    for number in active_seats(state):
        seat = state.seats[number]
        player: dict[str, Any] = {
            "name": seat.name,
            # The same for the same name in every game, so that the app asks only once who it is.
            "sourcePlayerId": sha256(seat.name.strip().casefold().encode()).hexdigest()[:8],
            "role": table.say("ui.colour", colour=seat.colour),
            "startPlayer": number == state.first_seat,
            "winner": number == winner,
        }
        if number in counted:
            player |= {"score": counted[number].points, "rank": counted[number].place}
        players.append(player)
    return players
