"""The calls of programs that speak another rulebook's words, as the API's description has them."""

from typing import Any

from narrator.dialects.agente_shapes import AgenteRefused, AgenteSent, AgenteView
from narrator.dialects.clawtan_shapes import ClawtanSent, ClawtanView
from narrator.web.api.call import Call, Content
from narrator.web.api.examples import REFUSED, STALE
from narrator.web.api.seat_calls import FAILURES, ME
from narrator.web.api.shapes import Conflict, EventsRefused

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
LOOK = ("game", "since", "notes", "wait", "lang")
LOOK_FAILURES = (400, 401, 403, 503)

DIALECT_CALLS = (
    Call(
        "get",
        f"{ME}/clawtan",
        "lookInClawtan",
        "State, prompt and available actions in Clawtan's words.",
        {200: Content(ClawtanView), 422: Content(EventsRefused, REFUSED)},
        parameters=LOOK,
        for_program=True,
        failures=LOOK_FAILURES,
    ),
    Call(
        "post",
        f"{ME}/clawtan",
        "actInClawtan",
        "One of the available actions with its value; an offer's ten counts are the program's own.",
        {200: Content(ClawtanView), 409: Content(Conflict, STALE), 422: Content(EventsRefused, REFUSED)},
        sent=Content(ClawtanSent, KRAKEN),
        parameters=("game", "lang", "Idempotency-Key"),
        for_program=True,
        failures=FAILURES,
    ),
    Call(
        "get",
        f"{ME}/agente",
        "lookInAgente",
        "Phase, state and available actions in Agente's words.",
        {200: Content(AgenteView), 422: Content(EventsRefused, REFUSED)},
        parameters=LOOK,
        for_program=True,
        failures=LOOK_FAILURES,
    ),
    Call(
        "post",
        f"{ME}/agente",
        "actInAgente",
        "One action. What is wrong is answered by its number in the rulebook, in Spanish, with what would be right.",
        {200: Content(AgenteView), 409: Content(Conflict, STALE), 422: Content(AgenteRefused, WRONG)},
        sent=Content(AgenteSent, CITY),
        parameters=("game", "lang", "Idempotency-Key"),
        for_program=True,
        failures=FAILURES,
    ),
)
