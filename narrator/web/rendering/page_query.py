"""The query of a page's address: the open panel and what was picked in it, so that a reload shows the same."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import request
from msgspec import Struct

MAX_PICK_LENGTH = 400
RESERVED = ("do", "seat", "late", "entry", "lang")  # never picks


class PageQuery(Struct, frozen=True):
    panel: str = ""  # the open panel; `do` in the address. Without one, the panel of the current step is shown.
    seat: int | None = None  # who acted, if not the player whose turn it is
    late: bool = False  # it happened earlier
    entry: int | None = None  # entry to amend
    picks: Mapping[str, str] = {}  # what was tapped in the panel

    def pick(self, name: str) -> str:
        return self.picks.get(name, "")

    def list(self, name: str) -> list[str]:
        return [part for part in self.pick(name).split(".") if part]

    def number(self, name: str) -> int | None:
        return parse_number(self.pick(name))


def page_query(args: Mapping[str, str]) -> PageQuery:
    return PageQuery(
        panel=args.get("do", "")[:40],
        seat=parse_number(args.get("seat", "")),
        late=args.get("late") == "1",
        entry=parse_number(args.get("entry", "")),
        picks={name: value[:MAX_PICK_LENGTH] for name, value in args.items() if name not in RESERVED},
    )


def parse_number(text: str) -> int | None:
    """
    >>> parse_number("12"), parse_number("-1"), parse_number("x"), parse_number("٣")
    (12, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def form_number(name: str) -> int | None:
    """Return a number of the sent form; None if it is missing or invalid."""
    return request.form.get(name, type=parse_number)


def href(query: PageQuery, **changes: Any) -> str:
    """Return a link to the same query with changes; None removes a part."""
    parts: dict[str, Any] = {"do": query.panel, "seat": query.seat, "late": "1" if query.late else None}
    parts |= {"entry": query.entry, **query.picks, **changes}
    given = {name: value for name, value in parts.items() if value is not None and value != ""}  # 0 is a seat
    return "?" + urlencode(given)


def panel_href(query: PageQuery, panel: str = "", **picks: Any) -> str:
    """Return a link to another panel for the same seat, with nothing picked."""
    return href(PageQuery(panel=panel, seat=query.seat, late=query.late, entry=query.entry), **picks)
