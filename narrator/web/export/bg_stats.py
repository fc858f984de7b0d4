"""A link that opens the BG Stats app with a play of the game filled in.

The format is that of the app's page "Push plays to BG Stats from other apps or websites". `winner` and `startPlayer`
are optional there, but always sent, as the Android app is said to need them. A player's color becomes their `role`.
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
BOARDS = {  # a board laid by hand has no name
    **dict.fromkeys(("beginner_5e", "beginner_6e", "beginner_56"), "new.layout.beginner"),
    **{layout: f"new.layout.{layout}" for layout in ("spiral", "random_tokens")},
}
UNESCAPED = ",:"  # JSON characters allowed in an address; a shorter link makes a QR code that is easier to scan


def bg_stats_link(table: TableContext, now: datetime) -> str:
    return ADDRESS + quote(msgspec.json.encode(play_of(table, now)), safe=UNESCAPED)


def play_of(table: TableContext, now: datetime) -> dict[str, Any]:
    """A game without times, such as one from a file, ends now."""
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
    """Return the same short id for the same name in every game, so that the app asks only once who it is."""
    return sha256(name.strip().casefold().encode()).hexdigest()[:8]
