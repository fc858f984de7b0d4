"""A question at the table: the likeliest rulings for this moment, then the library; and what the table decides."""

from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import sha256
from urllib.parse import urlencode

from flask import Blueprint, g, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec import Struct

from narrator.core.reading.public_view import view_for
from narrator.core.record.clock import clock_of
from narrator.core.table.events import ClockPaused, ClockResumed, RulingMade
from narrator.core.table.state import GameState
from narrator.script.disputes import likely_topics, ruling_on
from narrator.script.library import Topic, everything
from narrator.service.answers import EntryRefused
from narrator.service.games import Games
from narrator.text.library import look_up
from narrator.text.render import Voice, say, say_refusal
from narrator.web.request.access import require_host
from narrator.web.request.ask import Ask
from narrator.web.request.table import at_table
from narrator.web.request.typed import clean_text

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
        return show(game)

    def show(game: str, refused: EntryRefused | None = None, status: int = 200) -> ResponseReturnValue:
        record = games.record(game)
        table = at_table(game, record, Ask())
        query = asked_for(request.values)
        topics = {topic.id: topic for topic in everything(record.state)}
        found = look_up(query, topics.values(), g.voice, MOST_FOUND) if query else []
        page = render_template(
            "dispute.html",
            reasons=[say_refusal(reason, g.voice) for reason in refused.reasons] if refused else [],
            game=game,
            seq=record.state.seq,
            query=query,
            stopped=request.values.get("stopped", "")[:1],
            likely=[question(topic, record.state, g.voice) for topic in likely_topics(view_for(table.head))],
            found=[question(topics[entry.id], record.state, g.voice) for entry in found],
            how=record.state.rules.dispute,
            theme=record.state.game.theme,
        )
        return make_response(page, status)

    @pages.post("/g/<game>/question")
    def stop(game: str) -> ResponseReturnValue:
        """Somebody asks: the clock stands still, and the page opens."""
        require_host(games, game)
        record = games.record(game)
        clock = clock_of(record.head, now())
        if clock is not None and not clock.paused:
            games.enter(game, [ClockPaused()], None, f"question {len(record.log)}")
            return redirect(f"/g/{game}/dispute?stopped=1", 303)
        return redirect(f"/g/{game}/dispute", 303)

    @pages.post("/g/<game>/answered")
    def go_on(game: str) -> ResponseReturnValue:
        """Back to the game: the clock that the question stopped goes on."""
        require_host(games, game)
        record = games.record(game)
        clock = clock_of(record.head, now())
        if request.form.get("stopped") and clock is not None and clock.paused:
            games.enter(game, [ClockResumed()], None, f"answered {len(record.log)}")
        return redirect(f"/g/{game}/stage", 303)

    @pages.post("/g/<game>/dispute")
    def rule(game: str) -> ResponseReturnValue:
        """The table ruled otherwise: it is written down and shown when the case returns."""
        require_host(games, game)
        text = clean_text(request.form.get("text", ""))
        case = request.form.get("case", "")[:60]
        known = {topic.id for topic in everything(games.record(game).state)}
        if text and case in known:
            seen = request.form.get("seen", "")
            key = sha256(f"ruling {seen} {case} {text}".encode()).hexdigest()
            try:
                games.enter(game, [RulingMade(case=case, text=text)], None, key)
            except EntryRefused as refused:
                return show(game, refused, 422)
        return redirect(f"/g/{game}/dispute?{urlencode(kept(request.form))}#{case}", 303)

    return pages


def kept(form: Mapping[str, str]) -> dict[str, str]:
    """What the page goes on with."""
    found = {"q": asked_for(form), "stopped": form.get("stopped", "")[:1]}
    return {name: value for name, value in found.items() if value}


def asked_for(form: Mapping[str, str]) -> str:
    return form.get("q", "").strip()[:100]


def question(topic: Topic, state: GameState, voice: Voice) -> Question:
    lines = tuple(say(line, voice) for line in topic.lines)
    return Question(topic.id, say(topic.title, voice), lines, ruling_on(state, topic.id))
