"""Descriptions of the API's calls about games and lookups, with examples that a test checks against the types."""

from typing import Any, NamedTuple

from narrator.web.api import schemas
from narrator.web.api.lookups import CardsSaid, HistorySaid, NumberSaid, NumbersSaid, RulesSaid, TopicsSaid


class Content(NamedTuple):
    shape: Any
    example: Any = None


class Call(NamedTuple):
    method: str
    path: str
    name: str
    summary: str
    responses: dict[int, Content]  # except those with `Failed`
    body: Content | None = None
    parameters: tuple[str, ...] = ("lang",)  # besides those in the path
    secrets: tuple[str, ...] = ()  # whose secret it takes: "host", "seat"; "" if it also works without one
    other_failures: tuple[int, ...] = ()  # statuses besides those that all such calls have


GAMES = "/api/v1/games"
GAME = f"{GAMES}/{{game}}"

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

ENTRY = Content(schemas.EventsEntered, ENTERED)
REFUSAL = Content(schemas.EventsRefused, REFUSED)
CONFLICT = Content(schemas.Conflict, STALE)
PLAYER = ("host", "seat")
FAILED = {"error": {"code": "no_such_game", "message": "There's no such game here."}}
HISTORY: dict[str, Any] = {
    "seq": 41,
    "back": 40,
    "forward": None,
    "entries": [{"entry": 41, "line": "Carmen rolls an 8."}],
}
NUMBERS = {"seq": 41, "numbers": {"bank.ore": 17, "deck": 22, "points.2": 3}}
NUMBER: dict[str, Any] = {
    "seq": 41,
    "name": "points.2",
    "title": "Carmen's points",
    "value": 1,
    "start": 0,
    "entries": [{"entry": 4, "line": "Carmen builds a settlement.", "amount": 1}],
}
TOPICS: dict[str, Any] = {
    "seq": 41,
    "topics": [
        {
            "id": "what_if.steal_from",
            "title": "Whom can I rob?",
            "lines": ["Anyone with a building at the robber's new hex."],
            "decided": None,
        }
    ],
}
CARDS = {
    "seq": 41,
    "cards": [{"id": "costs", "title": "Costs", "lines": ["Road: lumber and brick."], "drawing": "costs"}],
}
RULES: dict[str, Any] = {
    "seq": 41,
    "rules": [{"key": "target_vp", "value": 12, "line": "Play to 12 points.", "differs": True}],
    "decided": [],
}


def get_call(path: str, name: str, summary: str, content: Content, **options: Any) -> Call:
    return Call("get", path, name, summary, {200: content}, **options)


GAME_CALLS = (
    Call(
        "post",
        GAMES,
        "createGame",
        "Begin a game from a game file.",
        {201: Content(schemas.CreatedGame, CREATED), 422: REFUSAL},
        Content(schemas.GameFileShape, FILE),
        other_failures=(403, 429),
    ),
    get_call(
        GAME,
        "getState",
        "The public state; with a seat's secret where the app deals, its own cards with it.",
        Content(schemas.PublicState, STATE),
        parameters=(),
        secrets=("", "seat"),
    ),
    get_call(
        f"{GAME}/script",
        "getScript",
        "What the host says now, and what came before and comes next.",
        Content(schemas.ScriptSaid),
    ),
    get_call(
        f"{GAME}/choices",
        "getChoices",
        "What may be entered now; with a seat's secret where the app deals, by that seat from its own hand.",
        Content(schemas.ChoicesSaid),
        secrets=("", "seat"),
    ),
    Call(
        "post",
        f"{GAME}/events",
        "enterEvents",
        "Enter events together or not at all; with `dry_run` they are only judged.",
        {200: Content(schemas.EventsJudged, JUDGED), 201: ENTRY, 409: CONFLICT, 422: REFUSAL},
        Content(schemas.EventsShape, SENT),
        parameters=("lang", "dry_run", "Idempotency-Key"),
        secrets=PLAYER,
    ),
    Call(
        "post",
        f"{GAME}/draw",
        "drawFirstPlayer",
        "Draw who starts and enter it, with what is left of the checklist.",
        {201: ENTRY, 409: CONFLICT},
        secrets=("host",),
    ),
    Call(
        "post",
        f"{GAME}/shuffle",
        "shuffleSeats",
        "Shuffle who sits where, before the first settlement.",
        {200: Content(schemas.PublicState, STATE), 422: REFUSAL},
        secrets=("host",),
    ),
    get_call(
        f"{GAME}/file",
        "getFile",
        "The whole game as a game file.",
        Content(schemas.GameFileShape, FILE),
        parameters=(),
        secrets=("host",),
    ),
)

LOOKUP_CALLS = (
    get_call(
        f"{GAME}/history",
        "getHistory",
        "The last hundred entries that stand, in words, and what has to be named to undo and redo.",
        Content(HistorySaid, HISTORY),
        secrets=PLAYER,
    ),
    get_call(
        f"{GAME}/numbers",
        "getNumbers",
        "Every number that can be explained, by name.",
        Content(NumbersSaid, NUMBERS),
        secrets=PLAYER,
    ),
    get_call(
        f"{GAME}/numbers/{{name}}",
        "explainNumber",
        "Why a number is what it is: the entries that made it.",
        Content(NumberSaid, NUMBER),
        secrets=PLAYER,
    ),
    get_call(
        f"{GAME}/library",
        "lookUp",
        "Rulings under tonight's rules: what answers the question `q`, or without one what is likely to be asked now.",
        Content(TopicsSaid, TOPICS),
        parameters=("q", "lang"),
    ),
    get_call(f"{GAME}/cards", "getCards", "Every helper card, right under tonight's rules.", Content(CardsSaid, CARDS)),
    get_call(
        f"{GAME}/rules",
        "getRules",
        "Tonight's rules in words, and what the table decided about single cases.",
        Content(RulesSaid, RULES),
    ),
)
