"""API calls that look something up. The names and docstrings of the types are published as OpenAPI schemas."""

from typing import Any

from flask import Blueprint, Response, request
from msgspec import Struct

from narrator.core.message import msg
from narrator.core.reading.explain import explain, is_number, number_names, number_value
from narrator.core.reading.public_view import public_fact, public_view
from narrator.core.record.record import Record
from narrator.core.record.undo import undo_state
from narrator.core.table.house_rules import RULE_KEYS, differences
from narrator.core.table.state import GameState
from narrator.script.announcements.announce import action_label
from narrator.script.disputes import likely_topics
from narrator.script.helper_cards import helper_cards
from narrator.script.library import Topic, all_topics
from narrator.text.render import TableLocale, say, say_question, say_rule
from narrator.web.api.access import Denied, language, require_player
from narrator.web.api.errors import json_response
from narrator.web.api.schemas import CardSaid, say_card
from narrator.web.rendering.rulings import search_library, table_ruling, translate_ruling
from narrator.web.rendering.table_locale import table_locale
from narrator.web.services import services

lookups = Blueprint("lookups", __name__, url_prefix="/games/<game>")
MAX_TOPICS = 6
MAX_LISTED_ENTRIES = 100
MAX_QUESTION = 200


class DeedSaid(Struct):
    """An entry that stands, in words."""

    entry: int
    line: str


class HistorySaid(Struct):
    """The last entries that stand, the oldest first. `back` and `forward` are what `taken_back` has to name to undo the
    last of them, with what was entered together, and to bring back what was undone last."""

    seq: int
    back: int | None
    forward: int | None
    entries: list[DeedSaid]


class NumbersSaid(Struct):
    """Every number of the table that can be explained, by name: `points.2`, `bank.ore`, `deck`."""

    seq: int
    numbers: dict[str, int]


class ShareSaid(Struct):
    """What one entry added to a number, or took from it."""

    entry: int
    line: str
    amount: int


class NumberSaid(Struct):
    """Why a number is what it is: `start` and all amounts add up to `value`."""

    seq: int
    name: str
    title: str
    value: int
    start: int
    entries: list[ShareSaid]


class TopicSaid(Struct):
    """A ruling, under tonight's rules. `decided`: what this very table made of it, where it decided otherwise."""

    id: str
    title: str
    lines: list[str]
    decided: str | None


class TopicsSaid(Struct):
    """What answers a question, the best first; without a question, what is likely to come up at this moment."""

    seq: int
    topics: list[TopicSaid]


class CardsSaid(Struct):
    """Every helper card of this table."""

    seq: int
    cards: list[CardSaid]


class RuleSaid(Struct):
    """One house rule as it is played tonight. `differs`: the box has it otherwise."""

    key: str
    value: Any
    line: str
    differs: bool


class RulesSaid(Struct):
    """Tonight's rules, and what the table decided about single cases."""

    seq: int
    rules: list[RuleSaid]
    decided: list[TopicSaid]


@lookups.get("/history")
def history(game: str) -> Response:
    require_player(game)
    record, locale = _record_and_locale(game)
    undo, last = undo_state(record.log), record.head.history()[-MAX_LISTED_ENTRIES:]
    said = [DeedSaid(point.number, say(action_label(public_fact(point.fact)), locale)) for point in last if point.fact]
    return json_response(HistorySaid(len(record.log), undo.undo_to, undo.redo_to, said))


@lookups.get("/numbers")
def numbers(game: str) -> Response:
    require_player(game)
    record = services().games.record_of(game)
    values = {name: number_value(record.state, name) for name in number_names(record.state)}
    return json_response(NumbersSaid(len(record.log), values))


@lookups.get("/numbers/<name>")
def one_number(game: str, name: str) -> Response:
    require_player(game)
    record, locale = _record_and_locale(game)
    if not is_number(record.state, name):
        raise Denied(404, "no_such_number")
    found = explain(record.head, name)
    shares = [ShareSaid(line.entry, say(action_label(line.fact), locale), line.amount) for line in found.lines]
    title = _number_title(name, locale)
    return json_response(NumberSaid(len(record.log), name, title, found.value, found.start, shares))


@lookups.get("/library")
def library(game: str) -> Response:
    """Return the topics that answer `q`, or without it those that are likely to be asked now."""
    (record, locale), question = _record_and_locale(game), request.args.get("q", "")[:MAX_QUESTION]
    known = {topic.id: topic for topic in all_topics(record.state)}
    if question.strip():
        found = [known[entry.id] for entry in search_library(question, known.values(), locale, MAX_TOPICS)]
    else:
        found = likely_topics(public_view(record.head))
    return json_response(TopicsSaid(len(record.log), [_say_topic(topic, record.state, locale) for topic in found]))


@lookups.get("/cards")
def cards(game: str) -> Response:
    record, locale = _record_and_locale(game)
    said = [say_card(card, locale) for card in helper_cards(record.state).values()]
    return json_response(CardsSaid(len(record.log), said))


@lookups.get("/rules")
def rules(game: str) -> Response:
    record, locale = _record_and_locale(game)
    state, others = record.state, differences(record.state.rules)
    values = {key: getattr(state.rules, key) for key in RULE_KEYS}
    said = [RuleSaid(key, value, say_rule(key, value, locale), key in others) for key, value in values.items()]
    decided = [
        TopicSaid(case, say_question(case, locale), [], translate_ruling(state, case, text, locale))
        for case, text in state.rulings.items()
    ]
    return json_response(RulesSaid(len(record.log), said, decided))


def _record_and_locale(game: str) -> tuple[Record, TableLocale]:
    record = services().games.record_of(game)
    return record, table_locale(record.state, language())


def _say_topic(topic: Topic, state: GameState, locale: TableLocale) -> TopicSaid:
    lines = [say(line, locale) for line in topic.lines]
    return TopicSaid(topic.id, say(topic.title, locale), lines, table_ruling(state, topic.id, locale))


def _number_title(name: str, locale: TableLocale) -> str:
    what, _, whose = name.partition(".")
    if what == "deck":
        return say(msg("explain.deck"), locale)
    params = {"resource": whose} if what == "bank" else {"seat": int(whose)}
    return say(msg(f"explain.{what}", **params), locale)
