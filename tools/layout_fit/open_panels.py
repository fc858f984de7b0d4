"""What a host opens on the stage: panels, the menu, cards; and what is refused."""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from urllib.parse import parse_qs

from msgspec.structs import replace

from narrator.core.table.events import BankTraded
from tools.layout_fit.moment_server import MomentServer
from tools.layout_fit.moments import Moment

LINK = re.compile(r'href="/g/\w+/stage\?([^"]+)"')
DEPTH = 3
MOST = 45


def everything_opened(server: MomentServer, moments: Sequence[Moment]) -> Iterator[Moment]:
    """From the last moment of each kind of table in which somebody may act: then there is most to choose from."""
    found: dict[tuple[object, ...], Moment] = {}
    for moment in moments:
        state = moment.record_in("normal").state
        found[state.game.tracking, len(state.seats), state.phase.step] = moment
    for (_, _, step), moment in found.items():
        if step == "actions":
            yield from opened(server, moment)
            turn = moment.record_in("normal").state.turn
            yield replace(moment, refused=(BankTraded(seat=turn, give={"ore": 3}, receive={"wool": 2}),))


def opened(server: MomentServer, moment: Moment) -> Iterator[Moment]:
    """Link by link; one of each kind of address."""
    known: set[tuple[str, ...]] = set()
    queue = [(moment, 0)]
    while queue:
        here, depth = queue.pop(0)
        if here.query:
            yield here
        if depth == DEPTH:
            continue
        for link in LINK.findall(server.page(here, "stage", "en")):
            query = unescape(link)
            kind = kind_of(query)
            if kind not in known and len(known) < MOST:
                known.add(kind)
                queue.append((replace(moment, query=query), depth + 1))


def kind_of(query: str) -> tuple[str, ...]:
    """
    >>> kind_of("do=trade&partner=2&give=ore.ore")
    ('trade', 'give', 'partner')
    """
    parts = parse_qs(query)
    return (parts.pop("do", [""])[0], *sorted(parts))
