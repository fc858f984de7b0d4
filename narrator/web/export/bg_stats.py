"""The game as BG Stats takes it: a link that opens the app with the play filled in, for its owner to look at and keep.

The app's page "Push plays to BG Stats from other apps or websites" tells how: JSON in the address, the end of the play
in UTC, `bggId` a number. `winner` and `startPlayer` may be left out there, but the app on Android is said to stumble
over that, so they never are. A player's colour goes as their `role`, the nearest thing that it has.
"""

from datetime import datetime
from hashlib import sha256
from typing import Any
from urllib.parse import quote

import msgspec

from narrator.core.reading.result import standings
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, active_seats
from narrator.web.export.spreadsheet import end_of, minutes_of, moment
from narrator.web.rendering.table_context import TableContext

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
CATAN = {"name": "CATAN", "sourceGameId": "catan", "bggId": 13, "highestWins": True}
BOARDS = {
    **dict.fromkeys(("beginner_5e", "beginner_6e", "beginner_56"), "new.layout.beginner"),
    **{layout: f"new.layout.{layout}" for layout in ("spiral", "random_tokens")},
}
"""A board that was laid by hand is of no kind."""
UNTOUCHED = ",:"
"""Signs of JSON that may stand in an address as they are; fewer letters make a code that is easier to scan."""


def bg_stats_link(table: TableContext, now: datetime) -> str:
    return ADDRESS + quote(msgspec.json.encode(play_of(table, now)), safe=UNTOUCHED)


def play_of(table: TableContext, now: datetime) -> dict[str, Any]:
    """A game without times, such as one from a file, ends when it is sent."""
    state, minutes = table.now, minutes_of(table.head)
    play: dict[str, Any] = {
        "sourceName": "Narrator",
        "sourcePlayId": table.game,
        "playDate": moment(end_of(table.head) or now),
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
            "sourcePlayerId": _id_of(seat.name),
            "role": table.say("ui.colour", colour=seat.colour),
            "startPlayer": number == state.first,
            "winner": number == winner,
        }
        if number in counted:
            player |= {"score": counted[number].points, "rank": counted[number].place}
        players.append(player)
    return players


def _id_of(name: str) -> str:
    """The same person in every game: the app asks once who that is and remembers it. Short, as Thai letters are long in
    an address."""
    return sha256(name.strip().casefold().encode()).hexdigest()[:8]
