"""Programs in chairs and assistants of the host: who has which link, and a new one with all that a program needs."""

from collections.abc import Mapping
from typing import Any, get_args

from msgspec import Struct

from narrator.app.bots.seats import bot_levels
from narrator.bot.characters import Level
from narrator.core.message import Refused
from narrator.dialects.validation import against
from narrator.session.events import Dialect
from narrator.storage.values import Secret
from narrator.text.render import say_refusal
from narrator.web.lobby.devices import DeviceLine, devices_view
from narrator.web.lobby.view import reasons_in_words
from narrator.web.rendering.addresses import base_address
from narrator.web.rendering.qr import drawn_qr
from narrator.web.rendering.table_context import TableContext
from narrator.web.services import Services

NAMES: Mapping[Dialect, str] = {"narrator": "Narrator", "clawtan": "Clawtan", "agente": "Agente"}


class ProgramChair(Struct, frozen=True):
    number: int
    name: str
    colour: str
    dialect: str
    """The words of the program that has it."""
    bot: Level | None
    has_phone: bool


class Misfit(Struct, frozen=True):
    """A dialect that has no words for this game, and why."""

    name: str
    reasons: list[str]


class Given(Struct, frozen=True):
    """What a program is given, this once: each line with what it is, ready to be copied."""

    title: str
    lines: tuple[tuple[str, str], ...]
    code: str
    """What its picture says."""


def programs_page(
    table: TableContext, house: Services, own: str, given: Given | None, refused: Refused | None
) -> dict[str, Any]:
    found = {name: [say_refusal(one, table.locale) for one in against(table.now, name)] for name in get_args(Dialect)}
    return {
        "given": given,
        "code_qr": None if given is None else drawn_qr(given.code),
        "assistants": assistants(table, house.games.devices(table.game), own, house),
        "chairs": chairs(table, house),
        "dialects": [(name, NAMES[name]) for name, reasons in found.items() if not reasons],
        "misfits": [Misfit(NAMES[name], reasons) for name, reasons in found.items() if reasons],
        "is_dealt": table.is_dealt,
        "theme": table.now.game.theme,
        "reasons": reasons_in_words(table, refused),
    }


def assistants(table: TableContext, devices: list[Secret], own: str, house: Services) -> list[DeviceLine]:
    return devices_view(table, [one for one in devices if one.kind == "program"], own, house.now())


def chairs(table: TableContext, house: Services) -> list[ProgramChair]:
    programs, taken = house.programs.of(table.game), house.games.taken_seats(table.game)
    bots = bot_levels(table.now, house.sessions.of(table.game))
    return [
        ProgramChair(
            number=number,
            name=seat.name,
            colour=seat.colour,
            dialect=NAMES[programs[number]] if number in programs else "",
            bot=bots.get(number),
            has_phone=number in taken and number not in programs,
        )
        for number, seat in enumerate(table.now.seats)
        if not seat.left
    ]


def given_to_assistant(table: TableContext, secret: str) -> Given:
    """The host's rights."""
    link = _link(table, secret)
    lines = (
        (table.say("program.link"), link),
        (table.say("program.mcp"), _mcp(table, link)),
        (table.say("program.curl"), _curl(f"{_game(table)}/history", secret)),
    )
    return Given(table.say("program.for_assistant"), lines, link)


def given_to_program(table: TableContext, seat: int, dialect: Dialect, secret: str) -> Given:
    """A seat's rights, in the words that the program knows."""
    link, me = _link(table, secret), f"{_game(table)}/seats/me"
    title = table.say("program.for_seat", seat=seat)
    if dialect == "narrator":
        curl = (table.say("program.curl"), _curl(me, secret))
        return Given(
            title, ((table.say("program.link"), link), curl, (table.say("program.mcp"), _mcp(table, link))), link
        )
    address = f"{me}/{dialect}"
    lines = (
        (table.say("program.address"), address),
        (table.say("program.key"), secret),
        (table.say("program.curl"), _curl(address, secret)),
    )
    return Given(title, lines, f"{address}#{secret}")


def _game(table: TableContext) -> str:
    return f"{base_address()}/api/v1/games/{table.game}"


def _link(table: TableContext, secret: str) -> str:
    """As `narrator mcp` takes it: what stands behind the `#` is sent to nobody by mistake."""
    return f"{base_address()}/g/{table.game}/stage#{secret}"


def _curl(address: str, secret: str) -> str:
    return f'curl -s "{address}" -H "Authorization: Bearer {secret}"'


def _mcp(table: TableContext, link: str) -> str:
    return f'NARRATOR_LINK="{link}" narrator mcp --lang {table.locale.language}'
