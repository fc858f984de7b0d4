"""The stage with everything round it: the clock, a card that was opened, what phones propose, offer and say."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from narrator.app.sessions.votes import objecting
from narrator.script.helper_cards import helper_cards
from narrator.script.lessons.lessons import LESSONS, lesson
from narrator.session.table_session import TableSession
from narrator.web.components.clock import with_clock
from narrator.web.components.explanations import CardView, card_view, lesson_view
from narrator.web.components.offers import offer_view
from narrator.web.components.refusal import RefusedView
from narrator.web.dispute.view import vote_view
from narrator.web.phone.phrases import phrases
from narrator.web.rendering.table_context import TableContext
from narrator.web.stage.proposals import proposals_view
from narrator.web.stage.view import stage_view


def stage_page(
    table: TableContext, session: TableSession, now: datetime, refused: RefusedView | None, notice: str, fresh: bool
) -> dict[str, Any]:
    table, clock = with_clock(table, now)
    question = refused if refused is not None and refused.at is not None else None
    interrupted = bool(session.proposals.open) or session.proposals.refused_at == len(table.record.log)
    stage = stage_view(table, session, interrupted)
    said, shown_refusal = table.say(notice) if notice else "", None if question else refused
    return {
        "stage": replace(stage, refused=shown_refusal, notice=said, fresh=fresh and not stage.is_undone),
        "question": question,
        "clock": clock,
        "speaker": session.speaker.device,
        "card": opened_card(table),
        "asking": [(number, asked.seat, asked.by_table) for number, asked in session.requests.open_at(now).items()],
        "proposals": proposals_view(table, session),
        "heard": phrases(table, session.phrases_for(None, now)),
        "offer": offer_view(table, None, session),
        "objecting": objecting(table.record, session),
        "vote": vote_view(session.vote, table),
    }


def opened_card(table: TableContext) -> CardView | None:
    """The helper card or the lesson that the address asks for."""
    if table.query.pick("lesson") in LESSONS:
        return lesson_view(lesson(table.query.pick("lesson"), table.now), table.locale)
    asked = table.query.pick("card")
    card = helper_cards(table.now).get(asked) if asked else None
    return card_view(card, table.locale) if card else None
