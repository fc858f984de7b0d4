"""Programs that play in seats and assistants of the host: their keys, and how to use a new one."""

from collections.abc import Mapping
from typing import Any, get_args

from msgspec import Struct

from narrator.core.message import Refused
from narrator.core.table.state import BotLevel
from narrator.dialects.actions import unsupported_rules
from narrator.session.events import Dialect
from narrator.session.table_session import bot_levels
from narrator.text.render import say_refusal
from narrator.web.components.refusal import refusal_texts
from narrator.web.lobby.view import device_lines
from narrator.web.rendering.addresses import base_address
from narrator.web.rendering.qr import drawn_qr
from narrator.web.rendering.table_context import TableContext
from narrator.web.services import Services

DIALECT_NAMES: Mapping[Dialect, str] = {"narrator": "Narrator", "clawtan": "Clawtan", "agente": "Agente"}


class ProgramSeat(Struct, frozen=True):
    number: int
    name: str
    colour: str
    dialect: str  # of the program that plays here
    bot: BotLevel | None
    has_phone: bool


class NewKey(Struct, frozen=True):
    """A new key with labeled lines to copy; `code` is the content of its QR code."""

    title: str
    lines: tuple[tuple[str, str], ...]
    code: str


def programs_variables(
    table: TableContext, services: Services, own: str, key: NewKey | None, refused: Refused | None
) -> dict[str, Any]:
    found = {
        name: [say_refusal(one, table.locale) for one in unsupported_rules(table.state, name)]
        for name in get_args(Dialect)
    }
    assistants = [device for device in services.games.access.devices(table.game) if device.kind == "program"]
    return {
        "new_key": key,
        "code_qr": None if key is None else drawn_qr(key.code),
        "assistants": device_lines(table, assistants, own, services.now()),
        "seats": _seats(table, services),
        "dialects": [(name, DIALECT_NAMES[name]) for name, reasons in found.items() if not reasons],
        "unsupported": [(DIALECT_NAMES[name], reasons) for name, reasons in found.items() if reasons],
        "is_dealt": table.is_dealt,
        "theme": table.state.game.theme,
        "reasons": refusal_texts(refused, table.locale),
    }


def _seats(table: TableContext, services: Services) -> list[ProgramSeat]:
    programs, taken = services.programs.dialects_of(table.game), services.games.access.taken_seats(table.game)
    bots = bot_levels(table.state, services.sessions.session_of(table.game))
    return [
        ProgramSeat(
            number=number,
            name=seat.name,
            colour=seat.colour,
            dialect=DIALECT_NAMES[programs[number]] if number in programs else "",
            bot=bots.get(number),
            has_phone=number in taken and number not in programs,
        )
        for number, seat in enumerate(table.state.seats)
        if not seat.has_left
    ]


def assistant_key(table: TableContext, secret: str) -> NewKey:
    link = _link(table, secret)
    lines = (
        (table.say("program.link"), link),
        (table.say("program.mcp"), _mcp(table, link)),
        (table.say("program.curl"), _curl(f"{_api(table)}/history", secret)),
    )
    return NewKey(table.say("program.for_assistant"), lines, link)


def seat_key(table: TableContext, seat: int, dialect: Dialect, secret: str) -> NewKey:
    title, address = table.say("program.for_seat", seat=seat), f"{_api(table)}/seats/me"
    if dialect != "narrator":
        address = f"{address}/{dialect}"
    curl = (table.say("program.curl"), _curl(address, secret))
    if dialect == "narrator":
        link = _link(table, secret)
        lines = ((table.say("program.link"), link), curl, (table.say("program.mcp"), _mcp(table, link)))
        return NewKey(title, lines, link)
    lines = ((table.say("program.address"), address), (table.say("program.key"), secret), curl)
    return NewKey(title, lines, f"{address}#{secret}")


def _api(table: TableContext) -> str:
    return f"{base_address()}/api/v1/games/{table.game}"


def _link(table: TableContext, secret: str) -> str:
    """The link for `narrator mcp`; browsers do not send what follows the `#`."""
    return f"{base_address()}/g/{table.game}/stage#{secret}"


def _curl(address: str, secret: str) -> str:
    return f'curl -s "{address}" -H "Authorization: Bearer {secret}"'


def _mcp(table: TableContext, link: str) -> str:
    return f'NARRATOR_LINK="{link}" narrator mcp --lang {table.locale.language}'
