"""What a page was asked for: which panel is open and what was picked in it so far. It all stands in the address, so
that a page loaded afresh shows the same."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct

LONGEST_PICKS = 400


class PageQuery(Struct, frozen=True):
    """The query of a stage's address."""

    do: str = ""
    """The open panel; without one, what the step waits for."""
    seat: int | None = None
    """Who acted, where it is not who is on turn."""
    late: bool = False
    """It happened earlier."""
    entry: int | None = None
    """The entry that is being amended."""
    picks: Mapping[str, str] = {}
    """What was tapped in the panel, by its own names."""

    def pick(self, name: str) -> str:
        return self.picks.get(name, "")

    def list(self, name: str) -> list[str]:
        return [part for part in self.pick(name).split(".") if part]

    def number(self, name: str) -> int | None:
        return parse_number(self.pick(name))


OWN = ("do", "seat", "late", "entry")
FOREIGN = ("lang",)


def page_query(args: Mapping[str, str]) -> PageQuery:
    """Read an address; what makes no sense in it is left out."""
    picks = {name: value[:LONGEST_PICKS] for name, value in args.items() if name not in OWN + FOREIGN}
    return PageQuery(
        do=args.get("do", "")[:40],
        seat=parse_number(args.get("seat", "")),
        late=args.get("late") == "1",
        entry=parse_number(args.get("entry", "")),
        picks=picks,
    )


def parse_number(text: str) -> int | None:
    """
    >>> parse_number("12"), parse_number("-1"), parse_number("x"), parse_number("٣")
    (12, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def href(query: PageQuery, **changes: Any) -> str:
    """The same question with something changed: the panel or what is picked. None takes a part out."""
    parts: dict[str, Any] = {"do": query.do, "seat": query.seat, "late": "1" if query.late else None}
    parts |= {"entry": query.entry, **query.picks, **changes}
    given = {name: value for name, value in parts.items() if value is not None and value != ""}  # 0 is a seat
    return "?" + urlencode(given)


def fresh(query: PageQuery, do: str = "", **picks: Any) -> str:
    """Another panel for the same seat, with nothing picked yet."""
    return href(PageQuery(do=do, seat=query.seat, late=query.late, entry=query.entry), **picks)
