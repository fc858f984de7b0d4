"""The lobby: seats, connected devices, the join code and the devices with access to the game."""

from collections.abc import Container
from datetime import datetime
from typing import Any

from msgspec import Struct

from narrator.app.access.credentials import is_one_of
from narrator.app.seats.joining import is_setting_up
from narrator.app.sessions.votes import objecting_seats
from narrator.core.message import Refused
from narrator.core.table.state import BotLevel
from narrator.session.table_session import bot_levels
from narrator.storage.values import Secret, SecretKind
from narrator.text.render import Rendered
from narrator.web.auth.host_access import sent_secret
from narrator.web.auth.viewer import Viewer
from narrator.web.components.explanations import rules_in_words
from narrator.web.components.refusal import refusal_texts
from narrator.web.live.hub import Hub
from narrator.web.rendering.addresses import all_addresses, base_address, is_unreachable
from narrator.web.rendering.qr import drawn_qr, qr
from narrator.web.rendering.table_context import TableContext
from narrator.web.services import Services

DEVICE_ICONS: dict[SecretKind, str] = {"program": "settings", "link": "qr"}


class LobbySeat(Struct, frozen=True):
    number: int
    name: str
    colour: str
    language: str
    is_taken: bool
    is_connected: bool
    has_agreed: bool
    is_objecting: bool  # its phone has objected to the rules
    is_trusted: bool
    is_co_host: bool
    bot: BotLevel | None
    is_program: bool  # a program plays here


class DeviceLine(Struct, frozen=True):
    """A device with access to the game, which the host can revoke."""

    id: str  # the hash of its secret, which grants nothing
    words: str
    icon: str
    is_own: bool  # the device that shows this page


def lobby_variables(table: TableContext, services: Services, hub: Hub, refused: Refused | None) -> dict[str, Any]:
    game, now = table.game, services.now()
    code, base, session = services.games.access.join_code(game), base_address(), services.sessions.session_of(game)
    return {
        "code": code,
        "link": f"{base}/j/{code}",
        "code_qr": qr(f"{base}/j/{code}"),
        "qr": drawn_qr,
        "base": base,
        "bases": all_addresses(),
        "unreachable": is_unreachable(base),
        "seats": seat_views(table, services, hub),
        "asking": [
            (number, asked.seat, asked.by_table) for number, asked in session.seat_requests.open_at(now).items()
        ],
        "devices": device_lines(table, services.games.access.devices(game), sent_secret(game), now, session.programs),
        "watching": hub.count_watchers(game),
        "can_move": is_setting_up(table.state),
        "is_dealt": table.is_dealt,
        "rules": rules_in_words(table.state, table.locale),
        "theme": table.state.game.theme,
        "version": hub.page_version(game, table.record, session),
        "reasons": refusal_texts(refused, table.locale),
    }


def seat_views(table: TableContext, services: Services, hub: Hub) -> list[LobbySeat]:
    game, state, session = table.game, table.state, services.sessions.session_of(table.game)
    people, bots, programs = hub.devices(game), bot_levels(state, session), services.programs.dialects_of(game)
    taken, against, found = services.games.access.taken_seats(game), objecting_seats(table.record, session), []
    for number, seat in enumerate(state.seats):
        viewer = Viewer("seat", number)
        present = people.get(viewer.name)
        found.append(
            LobbySeat(
                number=number,
                name=seat.name,
                colour=seat.colour,
                language=present.language if present else seat.language or "en",
                is_taken=number in taken,
                is_connected=hub.is_connected(game, viewer),
                has_agreed=number in state.agreed_seats,
                is_objecting=number in against,
                is_trusted=number in session.trust.trusted,
                is_co_host=number in session.trust.co_hosts,
                bot=bots.get(number),
                is_program=number in programs,
            )
        )
    return found


def device_lines(
    table: TableContext, devices: list[Secret], own: str, now: datetime, programs: Container[str] = ()
) -> list[DeviceLine]:
    """Describe devices; `programs` holds the hashes of the keys of programs that play in a seat."""
    return [
        DeviceLine(
            id=device.sha256,
            words=_device_words(table, device, now, device.sha256 in programs),
            icon="settings" if device.sha256 in programs else DEVICE_ICONS.get(device.kind, "phone"),
            is_own=is_one_of(own, [device.sha256]),
        )
        for device in devices
        if device.seat is None or device.seat < len(table.state.seats)  # an added seat can be removed by undo
    ]


def _device_words(table: TableContext, device: Secret, now: datetime, is_program: bool) -> str:
    since = Rendered(_time_of_day(device.created, now, table.locale.language))
    if device.seat is None:
        return table.say(f"lobby.device.{device.kind}", since=since)
    kind = "co_host" if device.kind == "host" else "seat_program" if is_program else "seat"
    return table.say(f"lobby.device.{kind}", seat=device.seat, since=since)


def _time_of_day(then: datetime, now: datetime, language: str) -> str:
    """Format a time in the server's time zone, with the date if it was not today."""
    from babel.dates import format_datetime, format_time  # slow import, needed only here

    then, now = then.astimezone(), now.astimezone()
    if then.date() == now.date():
        return format_time(then, "short", locale=language)
    return format_datetime(then, "short", locale=language)
