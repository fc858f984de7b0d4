"""The lobby: who sits where, in which language, whether their phone is connected, and how others come in."""

from typing import Any

from msgspec import Struct

from narrator.app.bots.seats import bot_levels
from narrator.app.seats.joining import is_setting_up
from narrator.app.sessions.agreement import objecting
from narrator.bot.characters import Level
from narrator.core.message import Refused
from narrator.text.render import say_refusal
from narrator.web.auth.host import secret_of
from narrator.web.auth.viewer import Viewer
from narrator.web.components.explanations import rules_in_words
from narrator.web.live.hub import Hub
from narrator.web.lobby.devices import devices_view
from narrator.web.rendering.addresses import all_addresses, base_address, is_unreachable
from narrator.web.rendering.qr import drawn_qr, qr
from narrator.web.rendering.table_context import TableContext
from narrator.web.services import Services


class LobbySeat(Struct, frozen=True):
    """A seat in the lobby."""

    number: int
    name: str
    colour: str
    language: str
    taken: bool
    connected: bool
    agreed: bool
    disagrees: bool
    """Whether its phone has said no to tonight's rules."""
    trusted: bool
    co_host: bool
    bot: Level | None = None
    """Who plays here where nobody sits."""
    program: bool = False
    """Whether a program has it."""


def lobby_page(table: TableContext, house: Services, hub: Hub, refused: Refused | None) -> dict[str, Any]:
    """What the host sees: the code that others scan, everybody's chair, tonight's rules."""
    game, log = table.game, table.record.log
    code, base, session = house.games.join_code(game), base_address(), house.sessions.of(game)
    return {
        "code": code,
        "link": f"{base}/j/{code}",
        "code_qr": qr(f"{base}/j/{code}"),
        "qr": drawn_qr,
        "base": base,
        "bases": all_addresses(),
        "unreachable": is_unreachable(base),
        "chairs": chairs(table, house, hub),
        "asking": [(number, asked.seat, asked.by_table) for number, asked in session.asked(house.now()).items()],
        "devices": devices_view(table, house.games.devices(game), secret_of(game), house.now(), session.programs),
        "watching": hub.watching(game),
        "can_move": is_setting_up(table.now),
        "is_dealt": table.is_dealt,
        "rules": rules_in_words(table.now, table.locale),
        "theme": table.now.game.theme,
        "version": hub.version_of(game, len(log), session.number),
        "reasons": reasons_in_words(table, refused),
    }


def seats_page(table: TableContext, house: Services, hub: Hub, refused: Refused | None) -> dict[str, Any]:
    """What somebody sees who has just come in: the chairs to choose from."""
    taken = house.games.taken_seats(table.game)
    return {
        "chairs": chairs(table, house, hub),
        "present": {seat for seat in taken if hub.is_here(table.game, seat)},
        "can_name": is_setting_up(table.now),
        "theme": table.now.game.theme,
        "reasons": reasons_in_words(table, refused),
    }


def chairs(table: TableContext, house: Services, hub: Hub) -> list[LobbySeat]:
    people, state, session = hub.people(table.game), table.now, house.sessions.of(table.game)
    bots, programs, taken = (
        bot_levels(state, session),
        house.programs.of(table.game),
        house.games.taken_seats(table.game),
    )
    against, found = objecting(table.record, session), []
    for number, seat in enumerate(state.seats):
        viewer = Viewer("seat", number)
        here = people.get(viewer.name)
        found.append(
            LobbySeat(
                number=number,
                name=seat.name,
                colour=seat.colour,
                language=here.language if here else seat.language or "en",
                taken=number in taken,
                connected=hub.is_connected(table.game, viewer),
                agreed=number in state.agreed,
                disagrees=number in against,
                trusted=number in session.trusted,
                co_host=number in session.co_hosts,
                bot=bots.get(number),
                program=number in programs,
            )
        )
    return found


def reasons_in_words(table: TableContext, refused: Refused | None) -> list[str]:
    return [say_refusal(reason, table.locale) for reason in refused.reasons] if refused else []
