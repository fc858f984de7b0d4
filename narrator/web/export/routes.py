"""A game out of here and into another place: tables, BG Stats, and codes that another Narrator reads from photos."""

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import FileStorage

from narrator.app.files.game_files import begin_from_file
from narrator.app.files.photographs import can_read, codes_in
from narrator.app.files.qr_transfer import Carried, with_codes
from narrator.core.message import Refusal, Refused, impossible
from narrator.core.table.phase import Over
from narrator.storage.files.qr_parts import parts_of
from narrator.web.auth.host import is_host, remember_host, require_host
from narrator.web.auth.house_code import require_house_code
from narrator.web.auth.viewer import require_viewer
from narrator.web.components.refusal import refusal_texts
from narrator.web.export.bg_stats import bg_stats_link
from narrator.web.export.spreadsheet import events_csv, results_csv
from narrator.web.rendering.fragment import led_to, show
from narrator.web.rendering.page_query import PageQuery, parse_number
from narrator.web.rendering.qr import FINEST, drawn_qr
from narrator.web.rendering.table_context import TableContext, table_context
from narrator.web.services import services

blueprint = Blueprint("export", __name__)
CODES = 4
"""On a page: as many as one photograph of a tablet shows sharply."""
MOST_PHOTOGRAPHS = 20
"""In one request; a script sends them one by one."""
MOST_CODES = 200


@blueprint.get("/g/<game>/carry")
def carry(game: str) -> ResponseReturnValue:
    viewer = require_viewer(game)
    table = _table(game)
    link = bg_stats_link(table, services().now()) if isinstance(table.now.phase, Over) else ""
    code = drawn_qr(link, is_coarse=True) if 0 < len(link) <= FINEST else None
    shown = {"hosts": is_host(game), "back": viewer.home(game), "link": link, "code": code}
    return render_template("export/page.html", game=game, **shown)


@blueprint.get("/g/<game>/carry/events.csv")
def events(game: str) -> ResponseReturnValue:
    require_viewer(game)
    return _download(events_csv(_table(game)), f"narrator-{game}-events.csv")


@blueprint.get("/g/<game>/carry/results.csv")
def results(game: str) -> ResponseReturnValue:
    require_viewer(game)
    return _download(results_csv(_table(game)), f"narrator-{game}-results.csv")


@blueprint.get("/g/<game>/codes")
def codes(game: str) -> ResponseReturnValue:
    """The game file as codes, some at a time. They are drawn anew each time: a stolen card may be named in them."""
    require_host(game)
    table = _table(game)
    try:
        parts = parts_of(services().games.file(game))
    except Refused as refused:
        return render_template("export/codes.html", game=game, reasons=refusal_texts(refused, table.locale)), 422
    begin = min(max(parse_number(request.args.get("from", "")) or 1, 1), len(parts)) - 1
    begin -= begin % CODES
    drawn = [(part.number, drawn_qr(part.text)) for part in parts[begin : begin + CODES]]
    later = begin + CODES + 1 if begin + CODES < len(parts) else None
    earlier = begin - CODES + 1 if begin else None
    return render_template("export/codes.html", game=game, codes=drawn, total=len(parts), later=later, earlier=earlier)


@blueprint.get("/carry")
def reading() -> ResponseReturnValue:
    """In a closed house its code is asked for first: photographs that were sent would be gone."""
    require_house_code()
    return _reading(Carried())


@blueprint.post("/carry")
def read() -> ResponseReturnValue:
    """What the page has read before comes along with it, so that nothing is lost whatever happens to the server."""
    require_house_code()
    texts = [*request.form.getlist("part"), *request.form.get("text", "").split()][:MOST_CODES]
    found, troubles = _photographed(request.files.getlist("photograph")[:MOST_PHOTOGRAPHS])
    carried, reasons = with_codes(Carried(), [*texts, *found])
    if not carried.is_whole:
        return _reading(carried, Refused(*troubles, *reasons))
    try:
        new = begin_from_file(services().games, carried.file)
    except Refused as refused:
        return _reading(Carried(), refused)
    answer = led_to(f"/g/{new.id}/stage")
    remember_host(answer, new.id, new.secret)
    return answer


def _photographed(photographs: list[FileStorage]) -> tuple[list[str], list[Refusal]]:
    """What the codes in these say, and what is wrong with the others."""
    found: list[str] = []
    troubles: list[Refusal] = []
    for photograph in photographs:
        if not photograph.filename:  # a chooser where nothing was chosen
            continue
        try:
            found += codes_in(photograph.read()) if can_read() else []
        except Refused as refused:
            troubles += [impossible(reason.code, name=photograph.filename) for reason in refused.reasons]
    return found, troubles


def _reading(carried: Carried, refused: Refused | None = None) -> Response:
    reasons = refusal_texts(refused) if refused else []
    shown = {"carried": carried, "reasons": reasons, "can_read": can_read(), "missing": list(map(str, carried.missing))}
    return show("export/reading.html", "export/reading_page.html", 422 if reasons else 200, **shown)


def _table(game: str) -> TableContext:
    return table_context(game, services().games.record(game), PageQuery())


def _download(content: bytes, name: str) -> Response:
    answer = Response(content, mimetype="text/csv")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
