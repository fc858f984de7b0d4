"""A question at the table: the likeliest rulings for this moment, then the library; and what the table decides."""

from collections.abc import Callable
from datetime import datetime

from flask import Blueprint, g, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec import Struct

from narrator.core.clock import clock_of
from narrator.core.events import ClockPaused, RulingMade
from narrator.core.state import GameState
from narrator.core.view import view_for
from narrator.script.disputes import likely_topics, ruling_on
from narrator.script.library import Topic, everything
from narrator.service.games import Games
from narrator.text.library import look_up
from narrator.text.render import Voice, say

from .access import require_host
from .ask import Ask
from .names import clean_text
from .stage import at_table

MOST_FOUND = 6


class Question(Struct, frozen=True):
    """One case with tonight's ruling, and the table's own where there is one."""

    id: str
    title: str
    lines: tuple[str, ...]
    ruled: str | None


def dispute_pages(games: Games, now: Callable[[], datetime]) -> Blueprint:
    pages = Blueprint("dispute", __name__)

    @pages.get("/g/<game>/dispute")
    def dispute(game: str) -> ResponseReturnValue:
        require_host(games, game)
        record = games.record(game)
        table = at_table(game, record, Ask())
        query = request.args.get("q", "").strip()[:100]
        topics = {topic.id: topic for topic in everything(record.state)}
        found = look_up(query, topics.values(), g.voice, MOST_FOUND) if query else []
        return render_template(
            "dispute.html",
            game=game,
            seq=record.state.seq,
            query=query,
            likely=[question(topic, record.state, g.voice) for topic in likely_topics(view_for(table.head))],
            found=[question(topics[entry.id], record.state, g.voice) for entry in found],
            how=record.state.rules.dispute,
            theme=record.state.game.theme,
        )

    @pages.post("/g/<game>/question")
    def stop(game: str) -> ResponseReturnValue:
        """Somebody asks: the clock stands still, and the page opens."""
        require_host(games, game)
        record = games.record(game)
        clock = clock_of(record.head, now())
        if clock is not None and not clock.paused:
            games.enter(game, [ClockPaused()], None, f"question {len(record.log)}")
        return redirect(f"/g/{game}/dispute", 303)

    @pages.post("/g/<game>/dispute")
    def rule(game: str) -> ResponseReturnValue:
        """The table ruled otherwise: it is written down and shown when the case returns."""
        require_host(games, game)
        text = clean_text(request.form.get("text", ""))
        case = request.form.get("case", "")[:60]
        known = {topic.id for topic in everything(games.record(game).state)}
        if text and case in known:
            seen = request.form.get("seen", "")
            games.enter(game, [RulingMade(case=case, text=text)], None, f"ruling {seen} {case} {text}"[:200])
        return redirect(f"/g/{game}/dispute", 303)

    return pages


def question(topic: Topic, state: GameState, voice: Voice) -> Question:
    lines = tuple(say(line, voice) for line in topic.lines)
    return Question(topic.id, say(topic.title, voice), lines, ruling_on(state, topic.id))
