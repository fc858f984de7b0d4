"""The stage with everything round it: the clock, a card that was opened, what phones propose, offer and say."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from narrator.script.helper_cards import helper_cards
from narrator.script.lessons.register import LESSONS, lesson
from narrator.service.agreement import objecting
from narrator.service.desk import Desk
from narrator.web.request.table import Table

from .clock import with_clock
from .dispute import vote_view
from .explanations import CardView, card_view, lesson_view
from .offers import offer_view
from .phrases import phrases
from .proposals import proposals_view
from .refusal import RefusedView
from .stage import stage_view


def stage_page(
    table: Table, desk: Desk, now: datetime, refused: RefusedView | None, notice: str, fresh: bool
) -> dict[str, Any]:
    table, clock = with_clock(table, now)
    question = refused if refused is not None and refused.at is not None else None
    interrupted = bool(desk.proposals) or desk.refused_at == len(table.record.log)
    stage = stage_view(table, desk, interrupted)
    said, shown_refusal = table.say(notice) if notice else "", None if question else refused
    return {
        "stage": replace(stage, refused=shown_refusal, notice=said, fresh=fresh and not stage.is_undone),
        "question": question,
        "clock": clock,
        "speaker": desk.speaker,
        "card": opened_card(table),
        "asking": [(number, asked.seat, asked.by_table) for number, asked in desk.asked(now).items()],
        "proposals": proposals_view(table, desk),
        "heard": phrases(table, desk.heard(None, now)),
        "offer": offer_view(table, None, desk),
        "objecting": objecting(table.record, desk),
        "vote": vote_view(desk.vote, table),
    }


def opened_card(table: Table) -> CardView | None:
    """The helper card or the lesson that the address asks for."""
    if table.ask.pick("lesson") in LESSONS:
        return lesson_view(lesson(table.ask.pick("lesson"), table.now), table.voice)
    asked = table.ask.pick("card")
    card = helper_cards(table.now).get(asked) if asked else None
    return card_view(card, table.voice) if card else None
