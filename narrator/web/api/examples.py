"""Examples for the description of the API. A test holds every one against its type."""

from typing import Any

FILE: dict[str, Any] = {
    "format": "narrator/1",
    "setup": {
        "players": [
            {"name": "Anna", "colour": "red", "language": "th"},
            {"name": "Boris", "colour": "blue", "language": "ru"},
            {"name": "Carmen", "colour": "white", "language": "es"},
        ],
        "rules": {"preset": "official_6e", "target_vp": 10},
        "board": {"layout": "beginner_6e"},
    },
    "events": [{"type": "first_player_chosen", "seat": 2}],
}

CREATED = {
    "id": "k7m2p9xw",
    "secret": "7GQ4ZB2MHC9WKX5TEP3VRAJN6D",
    "join_code": "K7M2P9",
    "addresses": ["http://192.168.1.20:8080"],
}

SENT = {"events": [{"type": "dice_rolled", "seat": 2, "total": 8}], "seen": 40}

_SEAT = {
    "hand": 3,
    "points": 2,
    "road_length": 2,
    "knights": 0,
    "development_cards": 1,
    "roads_left": 13,
    "settlements_left": 3,
    "cities_left": 4,
}
STATE = {
    "seq": 41,
    "phase": "turn",
    "step": "actions",
    "seat": 2,
    "round": 3,
    "owed": {},
    "bank": {"lumber": 17, "brick": 19, "wool": 18, "grain": 16, "ore": 19},
    "development_deck": 22,
    "seats": [
        {"name": "Anna", "colour": "red", **_SEAT},
        {"name": "Boris", "colour": "blue", **_SEAT},
        {"name": "Carmen", "colour": "white", **_SEAT},
    ],
    "longest_road": None,
    "largest_army": None,
    "robber": "0,0,0",
    "winner": None,
    "unsure": [],
}

ENTERED = {"seq": 41, "numbers": [41], "state": STATE}

JUDGED = {"seq": 40, "judged": [{"accepted": True, "reasons": []}]}

_REASON = {"code": "step.not_now", "kind": "irregular", "message": "The roll comes first. Roll the dice, then go on."}
REFUSED = {"error": {"code": "refused", "message": _REASON["message"]}, "seq": 41, "refused": [_REASON]}

STALE = {
    "error": {"code": "stale", "message": "Something was entered in the meantime. Look again, then send it anew."},
    "seen": 40,
    "now": 41,
}

FAILED = {"error": {"code": "no_such_game", "message": "There's no such game here."}}
