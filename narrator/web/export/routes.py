"""Export a game: CSV tables, BG Stats, or QR codes that another Narrator reads from photos."""

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import FileStorage

from narrator.app.files.game_files import begin_from_file
from narrator.app.files.qr_transfer import ReceivedParts, can_read, codes_in, with_codes
from narrator.core.message import Refusal, Refused, impossible
from narrator.core.table.phase import Over
from narrator.storage.files.qr_parts import split_file
from narrator.web.auth.host_access import is_host, remember_host, require_host
from narrator.web.auth.house_code import require_game_creation
from narrator.web.auth.viewer import require_viewer
from narrator.web.components.refusal import refusal_texts
from narrator.web.export.formats import bg_stats_link, events_csv, results_csv
from narrator.web.rendering.page_query import parse_number
from narrator.web.rendering.qr import FINEST, drawn_qr
from narrator.web.rendering.responses import download, redirect_to, render_fragment_or_page
from narrator.web.rendering.table_context import current_table
from narrator.web.services import services

blueprint = Blueprint("export", __name__)
CODES_PER_PAGE = 4  # one photo of a tablet shows them sharply
MAX_PHOTOS = 20  # per request; the script sends them one by one
MAX_CODES = 200


@blueprint.get("/g/<game>/carry")
def export_page(game: str) -> ResponseReturnValue:
    viewer = require_viewer(game)
    table = current_table(game)
    link = bg_stats_link(table, services().now()) if isinstance(table.state.phase, Over) else ""
    code = drawn_qr(link, is_coarse=True) if 0 < len(link) <= FINEST else None
    shown = {"hosts": is_host(game), "back": viewer.home_path(game), "link": link, "code": code}
    return render_template("export/page.html", game=game, **shown)


@blueprint.get("/g/<game>/carry/events.csv")
def download_events(game: str) -> ResponseReturnValue:
    require_viewer(game)
    return download(events_csv(current_table(game)), f"narrator-{game}-events.csv", "text/csv")


@blueprint.get("/g/<game>/carry/results.csv")
def download_results(game: str) -> ResponseReturnValue:
    require_viewer(game)
    return download(results_csv(current_table(game)), f"narrator-{game}-results.csv", "text/csv")


@blueprint.get("/g/<game>/codes")
def codes(game: str) -> ResponseReturnValue:
    """Show the game file as QR codes, some at a time; not cached, as they contain hidden cards."""
    require_host(game)
    table = current_table(game)
    try:
        parts = split_file(services().games.file(game))
    except Refused as refused:
        return render_template("export/codes.html", game=game, reasons=refusal_texts(refused, table.locale)), 422
    begin = min(max(parse_number(request.args.get("from", "")) or 1, 1), len(parts)) - 1
    begin -= begin % CODES_PER_PAGE
    drawn = [(part.number, drawn_qr(part.text)) for part in parts[begin : begin + CODES_PER_PAGE]]
    later = begin + CODES_PER_PAGE + 1 if begin + CODES_PER_PAGE < len(parts) else None
    earlier = begin - CODES_PER_PAGE + 1 if begin else None
    return render_template("export/codes.html", game=game, codes=drawn, total=len(parts), later=later, earlier=earlier)


@blueprint.get("/carry")
def photo_form() -> ResponseReturnValue:
    require_game_creation()
    return _render_photo_form(ReceivedParts())


@blueprint.post("/carry")
def read_photos() -> ResponseReturnValue:
    """Read codes from photos; the form also repeats the codes read before, so the server keeps nothing."""
    require_game_creation()
    texts = [*request.form.getlist("part"), *request.form.get("text", "").split()][:MAX_CODES]
    found, problems = _read_photos(request.files.getlist("photograph")[:MAX_PHOTOS])
    received, reasons = with_codes(ReceivedParts(), [*texts, *found])
    if not received.is_whole:
        return _render_photo_form(received, Refused(*problems, *reasons))
    try:
        new = begin_from_file(services().games, received.file)
    except Refused as refused:
        return _render_photo_form(ReceivedParts(), refused)
    response = redirect_to(f"/g/{new.id}/stage")
    remember_host(response, new.id, new.secret)
    return response


def _read_photos(photographs: list[FileStorage]) -> tuple[list[str], list[Refusal]]:
    found: list[str] = []
    problems: list[Refusal] = []
    for photograph in photographs:
        if not photograph.filename:  # a chooser where nothing was chosen
            continue
        try:
            found += codes_in(photograph.read()) if can_read() else []
        except Refused as refused:
            problems += [impossible(reason.code, name=photograph.filename) for reason in refused.reasons]
    return found, problems


def _render_photo_form(received: ReceivedParts, refused: Refused | None = None) -> Response:
    reasons = refusal_texts(refused)
    missing = list(map(str, received.missing))
    shown = {"received": received, "reasons": reasons, "can_read": can_read(), "missing": missing}
    return render_fragment_or_page("export/reading.html", "export/reading_page.html", 422 if reasons else 200, **shown)
