"""What can be looked up at a table: what happened, why a number is what it is, rulings, cards, tonight's rules."""

from flask import Blueprint, Response, request

from narrator.core.message import msg
from narrator.core.reading.explain import explain, is_number, number, number_names
from narrator.core.reading.public_view import public_fact, view_for
from narrator.core.record.record import Record
from narrator.core.record.undo import undo_of
from narrator.core.table.house_rules import KEYS, differences
from narrator.core.table.state import GameState
from narrator.script.announcements.announce import action_label
from narrator.script.disputes import likely_topics
from narrator.script.helper_cards import helper_cards
from narrator.script.library import Topic, everything
from narrator.text.library import look_up
from narrator.text.locale import table_locale
from narrator.text.render import TableLocale, say, say_question, say_rule
from narrator.web.api.access import Denied, language, require_player
from narrator.web.api.errors import answer
from narrator.web.api.lookup_shapes import (
    CardsSaid,
    DeedSaid,
    HistorySaid,
    NumberSaid,
    NumbersSaid,
    RuleSaid,
    RulesSaid,
    ShareSaid,
    TopicSaid,
    TopicsSaid,
)
from narrator.web.api.words import say_card
from narrator.web.rendering.rulings import in_words, ruled
from narrator.web.services import services

lookups = Blueprint("lookups", __name__, url_prefix="/games/<game>")
"""Calls that only tell."""
MOST_FOUND = 6
MOST_ENTRIES = 100
LONGEST_QUESTION = 200


@lookups.get("/history")
def history(game: str) -> Response:
    """What happened and stands; the players' business, so not everybody is told."""
    require_player(game)
    record, locale = _table(game)
    undo, last = undo_of(record.log), record.head.history()[-MOST_ENTRIES:]
    said = [DeedSaid(point.number, say(action_label(public_fact(point.fact)), locale)) for point in last if point.fact]
    return answer(HistorySaid(len(record.log), undo.back, undo.forward, said))


@lookups.get("/numbers")
def numbers(game: str) -> Response:
    require_player(game)
    record, _ = _table(game)
    state = record.state
    return answer(NumbersSaid(len(record.log), {name: number(state, name) for name in number_names(state)}))


@lookups.get("/numbers/<name>")
def one_number(game: str, name: str) -> Response:
    """The entries that made a number."""
    require_player(game)
    record, locale = _table(game)
    if not is_number(record.state, name):
        raise Denied(404, "no_such_number")
    found = explain(record.head, name)
    shares = [ShareSaid(line.entry, say(action_label(line.fact), locale), line.amount) for line in found.lines]
    return answer(NumberSaid(len(record.log), name, _title(name, locale), found.value, found.start, shares))


@lookups.get("/library")
def library(game: str) -> Response:
    """With a question what answers it, without one what is likely to be asked now."""
    (record, locale), question = _table(game), request.args.get("q", "")[:LONGEST_QUESTION]
    known = {topic.id: topic for topic in everything(record.state)}
    if question.strip():
        found = [known[entry.id] for entry in look_up(question, known.values(), locale, MOST_FOUND)]
    else:
        found = likely_topics(view_for(record.head))
    return answer(TopicsSaid(len(record.log), [_topic(topic, record.state, locale) for topic in found]))


@lookups.get("/cards")
def cards(game: str) -> Response:
    record, locale = _table(game)
    return answer(CardsSaid(len(record.log), [say_card(card, locale) for card in helper_cards(record.state).values()]))


@lookups.get("/rules")
def rules(game: str) -> Response:
    record, locale = _table(game)
    state, others = record.state, differences(record.state.rules)
    values = {key: getattr(state.rules, key) for key in KEYS}
    said = [RuleSaid(key, value, say_rule(key, value, locale), key in others) for key, value in values.items()]
    decided = [
        TopicSaid(case, say_question(case, locale), [], in_words(state, case, text, locale))
        for case, text in state.rulings.items()
    ]
    return answer(RulesSaid(len(record.log), said, decided))


def _table(game: str) -> tuple[Record, TableLocale]:
    """The record as everybody may see it, and how it is told."""
    record = services().games.record(game)
    return record, table_locale(record.state, language())


def _topic(topic: Topic, state: GameState, locale: TableLocale) -> TopicSaid:
    lines = [say(line, locale) for line in topic.lines]
    return TopicSaid(topic.id, say(topic.title, locale), lines, ruled(state, topic.id, locale))


def _title(name: str, locale: TableLocale) -> str:
    what, _, whose = name.partition(".")
    if what == "deck":
        return say(msg("explain.deck"), locale)
    of = {"resource": whose} if what == "bank" else {"seat": int(whose)}
    return say(msg(f"explain.{what}", **of), locale)
