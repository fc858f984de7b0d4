"""Moments of the sample evening that illustrate the guide; `tools.pictures` shows the same ones in the document."""

from datetime import UTC, datetime
from functools import cache
from urllib.parse import parse_qsl

from msgspec import Struct

from narrator.core.record.record import Record, fold
from narrator.core.table.setup import initial_state
from narrator.folders import PACKAGE
from narrator.session.table_session import TableSession
from narrator.storage.files.game_file import read_event, read_game
from narrator.text.render import TableLocale
from narrator.web.auth.preferences import Preferences
from narrator.web.auth.viewer import Viewer
from narrator.web.phone.view import PhoneContext, PhoneView, phone_view
from narrator.web.rendering.page_query import page_query
from narrator.web.rendering.table_context import TableContext, new_table_context
from narrator.web.stage.view import StageView, stage_view

SAMPLE_FILE = PACKAGE / "samples" / "evening.json"


class Moment(Struct, frozen=True):
    entries: int
    query: str = ""  # of the stage's address: the open panel


MOMENTS = {
    "placement": Moment(13),
    "turn": Moment(210),
    "build": Moment(281),
    "trade": Moment(210, "do=trade&partner=3&give=brick.brick&take=grain"),
    "seven": Moment(408),
    "cards": Moment(390),
    "undo": Moment(250),
    "end": Moment(494),
}
PHONE = Moment(210)
PHONE_SEAT = 1  # whose turn it is then


@cache
def sample_evening() -> Record:
    file = read_game(SAMPLE_FILE.read_bytes())
    return fold(initial_state(file.setup), map(read_event, file.events))


@cache  # for the moments above; views of a record are cached with it
def _record(entries: int) -> Record:
    return sample_evening().copy_up_to(entries)


def stage_at(moment: Moment, locale: TableLocale) -> StageView:
    return stage_view(_table(moment, locale), TableSession())


def phone_at(moment: Moment, seat: int, locale: TableLocale) -> PhoneView:
    viewer, noon = Viewer("seat", seat), datetime(2026, 1, 1, 12, tzinfo=UTC)
    return phone_view(PhoneContext(_table(moment, locale), viewer, TableSession(), set(), noon))


def _table(moment: Moment, locale: TableLocale) -> TableContext:
    query = page_query(dict(parse_qsl(moment.query)))
    return new_table_context("", _record(moment.entries), locale, Preferences(locale.language), query)
