"""Examples of what programs in seats send and get. A test holds every one against its type."""

from typing import Any

from narrator.web.api.examples import STATE

_ME = "/api/v1/games/k7m2p9xw/seats/me"
LINK = {
    "seat": 2,
    "secret": "Q8FJ2WMB5XKTC7RHZ4NVPDE93A",
    "dialect": "narrator",
    "links": {
        "look": _ME,
        "enter": f"{_ME}/events",
        "roll": f"{_ME}/roll",
        "offer": f"{_ME}/offer",
        "reply": f"{_ME}/answer",
        "confirm": f"{_ME}/confirm",
        "cancel": f"{_ME}/cancel",
    },
}
FREED = {"seat": 2}
OFFER = {"give": {"wool": 1}, "want": {"brick": 1}}
ANSWER = {"answer": "counter", "give": {"brick": 1}, "want": {"wool": 2}, "offer": 7}
CONFIRM = {"partner": 0, "answer": 9}
PROPOSED = {"seq": 41, "waiting": [7]}

VIEW: dict[str, Any] = {
    "seq": 41,
    "notes": 9,
    "seat": 2,
    "your_move": True,
    "moves": [2],
    "line": "Carmen, trade, build or end your turn.",
    "state": STATE,
    "board": {
        "hexes": [{"at": "0,0,0", "terrain": "forest", "number": 8}],
        "harbours": [{"edge": "e_v_-1_5_-4_v_1_4_-5", "kind": "any"}],
        "buildings": [{"at": "v_1_1_-2", "kind": "settlement", "seat": 2, "colour": "white"}],
        "roads": [{"at": "e_v_1_1_-2_v_2_-1_-1", "seat": 2, "colour": "white"}],
    },
    "hand": {"wool": 2, "ore": 1},
    "development": [{"kind": "knight", "playable": True}],
    "actions": {
        "events": [{"type": "knight_played", "seat": 2}, {"type": "turn_ended", "seat": 2}],
        "open": [],
        "unpayable": [],
        "roll": False,
        "offer": True,
        "answers": [],
        "confirm": [0],
        "cancel": True,
    },
    "offer": {
        "number": 7,
        "seat": 2,
        "give": {"wool": 1},
        "want": {"brick": 1},
        "answers": [{"number": 9, "seat": 0, "answer": "accept", "give": {}, "want": {}}],
        "waits_for": 1,
    },
    "waiting": [],
    "since": [{"number": 41, "event": {"type": "dice_rolled", "seat": 2, "total": 8}}],
    "more": False,
}
