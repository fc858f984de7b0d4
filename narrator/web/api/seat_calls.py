"""Descriptions of the API's calls for programs in seats, with examples that a test checks against the types."""

from typing import Any

from narrator.dialects.agente import AgenteRefused, AgenteSent, AgenteView
from narrator.dialects.clawtan import ClawtanSent, ClawtanView
from narrator.web.api import seat_view
from narrator.web.api.game_calls import CONFLICT, ENTRY, GAME, REFUSAL, SENT, STATE, Call, Content, get_call
from narrator.web.api.schemas import EventsShape

ME = f"{GAME}/seats/me"
LOOK_PARAMETERS = ("since", "notes", "wait", "lang")
IDEMPOTENT = ("lang", "Idempotency-Key")

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
KRAKEN = {"action": "MOVE_THE_KRAKEN", "value": [[0, 1, -1], "BLUE", None], "seen": 41}
CITY = {
    "action": "build_city",
    "data": {"vertexId": "v_1_1_-2"},
    "reasoning": "Produce trigo y mineral con un 8.",
    "seen": 41,
}
WRONG: dict[str, Any] = {
    "error": {
        "number": 4,
        "code": "agente.end_in_setup",
        "message": "Error 4: durante la colocación inicial no puedes terminar el turno.",
        "right": "Construye lo que pide esta fase. Es gratis.",
        "example": {"action": "build_settlement", "data": {"vertexId": "v_1_1_-2"}},
    },
    "phase": "setup_settlement_1",
    "availableActions": [{"action": "build_settlement", "data": {"vertexId": "v_1_1_-2"}}],
}
VIEW_OR_REFUSAL = {200: Content(seat_view.SeatView, VIEW), 422: REFUSAL}


def seat_call(action: str, name: str, summary: str, responses: dict[int, Content], **options: Any) -> Call:
    return Call("post", f"{ME}/{action}", name, summary, responses, secrets=("seat",), **options)


SEAT_CALLS = (
    Call(
        "post",
        f"{GAME}/seats/{{number}}/link",
        "giveSeat",
        "Give a seat that nobody has to a program, as to a phone.",
        {201: Content(seat_view.SeatLink, LINK), 422: REFUSAL},
        Content(seat_view.LinkWanted, {"dialect": "narrator"}),
        secrets=("host",),
    ),
    Call(
        "delete",
        f"{GAME}/seats/{{number}}/link",
        "freeSeat",
        "Take a seat back from the program or the phone that has it.",
        {200: Content(seat_view.SeatFreed, FREED), 422: REFUSAL},
        secrets=("host",),
    ),
    get_call(
        ME,
        "lookAround",
        "All that a program in a seat needs to decide: the table as it may see it, its hand, every legal action, "
        "whose move it is, what happened since, the offer on the table. With `wait` it is answered when there is "
        "something new.",
        Content(seat_view.SeatView, VIEW),
        parameters=LOOK_PARAMETERS,
        secrets=("seat",),
    ),
    seat_call(
        "events",
        "enterAsSeat",
        "Enter what this seat did. Where the app deals it is judged exactly and stands at once; with cards at the "
        "table it is a proposal, and the host decides.",
        {201: ENTRY, 202: Content(seat_view.Proposed, PROPOSED), 409: CONFLICT, 422: REFUSAL},
        body=Content(EventsShape, SENT),
        parameters=IDEMPOTENT,
    ),
    seat_call(
        "roll",
        "rollAsSeat",
        "Have the narrator's dice thrown, where it is this seat's roll.",
        {201: ENTRY, 409: CONFLICT, 422: REFUSAL},
    ),
    seat_call(
        "offer",
        "offerTrade",
        "Offer cards to everybody, on one's own turn. Nothing moves before somebody says yes and that is confirmed.",
        VIEW_OR_REFUSAL,
        body=Content(seat_view.OfferSent, OFFER),
        parameters=IDEMPOTENT,
    ),
    seat_call(
        "answer",
        "answerTrade",
        "Answer the offer on the table: `accept`, `decline`, or `counter` with other cards.",
        VIEW_OR_REFUSAL,
        body=Content(seat_view.AnswerSent, ANSWER),
    ),
    seat_call(
        "confirm",
        "confirmTrade",
        "Trade with one who has accepted or made a counter-offer.",
        {**VIEW_OR_REFUSAL, 409: CONFLICT},
        body=Content(seat_view.ConfirmSent, CONFIRM),
    ),
    seat_call("cancel", "cancelTrade", "Take one's own offer back.", VIEW_OR_REFUSAL),
)

DIALECT_CALLS = (
    Call(
        "get",
        f"{ME}/clawtan",
        "lookInClawtan",
        "State, prompt and available actions in Clawtan's words.",
        {200: Content(ClawtanView), 422: REFUSAL},
        parameters=LOOK_PARAMETERS,
        secrets=("seat",),
    ),
    seat_call(
        "clawtan",
        "actInClawtan",
        "One of the available actions with its value; an offer's ten counts are the program's own.",
        {200: Content(ClawtanView), 409: CONFLICT, 422: REFUSAL},
        body=Content(ClawtanSent, KRAKEN),
        parameters=IDEMPOTENT,
    ),
    Call(
        "get",
        f"{ME}/agente",
        "lookInAgente",
        "Phase, state and available actions in Agente's words.",
        {200: Content(AgenteView), 422: REFUSAL},
        parameters=LOOK_PARAMETERS,
        secrets=("seat",),
    ),
    seat_call(
        "agente",
        "actInAgente",
        "One action. What is wrong is answered by its number in the rulebook, in Spanish, with what would be right.",
        {200: Content(AgenteView), 409: CONFLICT, 422: Content(AgenteRefused, WRONG)},
        body=Content(AgenteSent, CITY),
        parameters=IDEMPOTENT,
    ),
)
