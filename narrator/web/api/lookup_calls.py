"""The calls that look something up, as the API's description has them."""

from typing import Any

from narrator.web.api.call import GAME, Call, Content
from narrator.web.api.lookup_shapes import CardsSaid, HistorySaid, NumberSaid, NumbersSaid, RulesSaid, TopicsSaid

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

LOOKUP_CALLS = (
    Call(
        "get",
        f"{GAME}/history",
        "getHistory",
        "The last hundred entries that stand, in words, and what has to be named to undo and redo.",
        {200: Content(HistorySaid, HISTORY)},
        parameters=("game", "lang"),
        for_host=True,
        for_seat=True,
        failures=(401, 403, 503),
    ),
    Call(
        "get",
        f"{GAME}/numbers",
        "getNumbers",
        "Every number that can be explained, by name.",
        {200: Content(NumbersSaid, NUMBERS)},
        parameters=("game", "lang"),
        for_host=True,
        for_seat=True,
        failures=(401, 403, 503),
    ),
    Call(
        "get",
        f"{GAME}/numbers/{{name}}",
        "explainNumber",
        "Why a number is what it is: the entries that made it.",
        {200: Content(NumberSaid, NUMBER)},
        parameters=("game", "name", "lang"),
        for_host=True,
        for_seat=True,
        failures=(401, 403, 404, 503),
    ),
    Call(
        "get",
        f"{GAME}/library",
        "lookUp",
        "Rulings under tonight's rules: what answers the question `q`, or without one what is likely to be asked now.",
        {200: Content(TopicsSaid, TOPICS)},
        parameters=("game", "q", "lang"),
    ),
    Call(
        "get",
        f"{GAME}/cards",
        "getCards",
        "Every helper card, right under tonight's rules.",
        {200: Content(CardsSaid, CARDS)},
        parameters=("game", "lang"),
    ),
    Call(
        "get",
        f"{GAME}/rules",
        "getRules",
        "Tonight's rules in words, and what the table decided about single cases.",
        {200: Content(RulesSaid, RULES)},
        parameters=("game", "lang"),
    ),
)
