"""The library: every helper card and what-if, searchable, under the rules of a table or of the box."""

from pathlib import Path

from flask import Blueprint, g, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from msgspec import Struct

from narrator.core.table.box import COLOURS
from narrator.core.table.setup import Player, Setup, start
from narrator.core.table.state import GameState
from narrator.folders import folder
from narrator.script.helper_cards import helper_cards
from narrator.script.library import everything
from narrator.service.games import Games
from narrator.text.library import look_up
from narrator.text.render import say
from narrator.text.voice import voice_of
from narrator.web.request.access import is_host
from narrator.web.request.device import this_device
from narrator.web.request.viewer import member_of

SHELVES = ("card", "prompt", "what_if")
MOST_FOUND = 12


class Found(Struct, frozen=True):
    """Something on the shelf."""

    id: str
    shelf: str
    title: str
    lines: tuple[str, ...]
    drawing: str | None


def library_pages(games: Games) -> Blueprint:
    pages = Blueprint("library", __name__)

    @pages.get("/library")
    def library() -> ResponseReturnValue:
        return show(box_table(), "/")

    @pages.get("/g/<game>/library")
    def library_of(game: str) -> ResponseReturnValue:
        """Tonight's rules decide what the answers are; they are no secret."""
        state = games.record(game).state
        if is_host(games, game):
            return show(state, f"/g/{game}/stage")
        return show(state, f"/g/{game}/phone" if member_of(games, game) else "/")

    return pages


def box_table() -> GameState:
    """A table of nobody in particular, by the book."""
    return start(Setup([Player(colour, colour) for colour in COLOURS[:4]], tracking="script"))


def show(state: GameState, back: str) -> ResponseReturnValue:
    g.voice = voice_of(state, this_device().lang)
    topics = {topic.id: topic for topic in everything(state)}
    query = request.args.get("q", "").strip()[:100]
    ids = [entry.id for entry in look_up(query, topics.values(), g.voice, MOST_FOUND)] if query else list(topics)
    cards = helper_cards(state)
    shelf = [
        Found(
            id=id,
            shelf=id.partition(".")[0],
            title=say(topics[id].title, g.voice),
            lines=tuple(say(line, g.voice) for line in topics[id].lines),
            drawing=cards[id.partition(".")[2]].drawing if id.startswith("card.") else None,
        )
        for id in ids
    ]
    name = "library/found.html" if request.headers.get("HX-Target") == "found" else "library/page.html"
    return render_template(name, shelf=shelf, shelves=SHELVES, query=query, back=back)


def drawing(name: str) -> Markup:
    """One of our own pictures, from the templates."""
    path: Path = folder("templates") / "drawings" / f"{name}.svg"
    return Markup(path.read_text(encoding="utf-8"))
