"""The calls of programs in seats, as the API's description has them."""

from narrator.web.api.call import GAME, Call, Content
from narrator.web.api.examples import ENTERED, REFUSED, SENT, STALE
from narrator.web.api.seat_examples import ANSWER, CONFIRM, FREED, LINK, OFFER, PROPOSED, VIEW
from narrator.web.api.seat_shapes import (
    AnswerSent,
    ConfirmSent,
    LinkWanted,
    OfferSent,
    Proposed,
    SeatFreed,
    SeatLink,
    SeatView,
)
from narrator.web.api.shapes import Conflict, EventsEntered, EventsRefused, EventsShape

ME = f"{GAME}/seats/me"
FAILURES = (400, 401, 403, 413, 429, 503)
TOLD = {200: Content(SeatView, VIEW), 422: Content(EventsRefused, REFUSED)}
"""What is answered to everything that concerns an offer: where the seat stands now."""

SEAT_CALLS = (
    Call(
        "post",
        f"{GAME}/seats/{{number}}/link",
        "giveSeat",
        "Give a seat that nobody has to a program, as to a phone.",
        {201: Content(SeatLink, LINK), 422: Content(EventsRefused, REFUSED)},
        sent=Content(LinkWanted, {"dialect": "narrator"}),
        parameters=("game", "number", "lang"),
        for_host=True,
        failures=(400, 401, 403, 404, 413, 503),
    ),
    Call(
        "delete",
        f"{GAME}/seats/{{number}}/link",
        "freeSeat",
        "Take a seat back from the program or the phone that has it.",
        {200: Content(SeatFreed, FREED), 422: Content(EventsRefused, REFUSED)},
        parameters=("game", "number", "lang"),
        for_host=True,
        failures=(401, 403, 404, 503),
    ),
    Call(
        "get",
        ME,
        "lookAround",
        "All that a program in a seat needs to decide: the table as it may see it, its hand, every legal action, "
        "whose move it is, what happened since, the offer on the table. With `wait` it is answered when there is "
        "something new.",
        {200: Content(SeatView, VIEW)},
        parameters=("game", "since", "notes", "wait", "lang"),
        for_program=True,
        failures=(400, 401, 403, 503),
    ),
    Call(
        "post",
        f"{ME}/events",
        "enterAsSeat",
        "Enter what this seat did. Where the app deals it is judged exactly and stands at once; with cards at the "
        "table it is a proposal, and the host decides.",
        {
            201: Content(EventsEntered, ENTERED),
            202: Content(Proposed, PROPOSED),
            409: Content(Conflict, STALE),
            422: Content(EventsRefused, REFUSED),
        },
        sent=Content(EventsShape, SENT),
        parameters=("game", "lang", "Idempotency-Key"),
        for_program=True,
        failures=FAILURES,
    ),
    Call(
        "post",
        f"{ME}/roll",
        "rollAsSeat",
        "Have the narrator's dice thrown, where it is this seat's roll.",
        {201: Content(EventsEntered, ENTERED), 409: Content(Conflict, STALE), 422: Content(EventsRefused, REFUSED)},
        parameters=("game", "lang"),
        for_program=True,
        failures=(401, 403, 429, 503),
    ),
    Call(
        "post",
        f"{ME}/offer",
        "offerTrade",
        "Offer cards to everybody, on one's own turn. Nothing moves before somebody says yes and that is confirmed.",
        TOLD,
        sent=Content(OfferSent, OFFER),
        parameters=("game", "lang", "Idempotency-Key"),
        for_program=True,
        failures=FAILURES,
    ),
    Call(
        "post",
        f"{ME}/answer",
        "answerTrade",
        "Answer the offer on the table: `accept`, `decline`, or `counter` with other cards.",
        TOLD,
        sent=Content(AnswerSent, ANSWER),
        parameters=("game", "lang"),
        for_program=True,
        failures=FAILURES,
    ),
    Call(
        "post",
        f"{ME}/confirm",
        "confirmTrade",
        "Trade with one who has accepted or made a counter-offer.",
        {**TOLD, 409: Content(Conflict, STALE)},
        sent=Content(ConfirmSent, CONFIRM),
        parameters=("game", "lang"),
        for_program=True,
        failures=FAILURES,
    ),
    Call(
        "post",
        f"{ME}/cancel",
        "cancelTrade",
        "Take one's own offer back.",
        TOLD,
        parameters=("game", "lang"),
        for_program=True,
        failures=(401, 403, 429, 503),
    ),
)
