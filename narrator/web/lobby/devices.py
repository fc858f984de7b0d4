"""The devices with rights at a game, as lines that the host can end one by one."""

from collections.abc import Container
from datetime import datetime

from msgspec import Struct

from narrator.app.access.credentials import is_one_of
from narrator.storage.values import Secret, SecretKind
from narrator.text.render import Rendered
from narrator.web.rendering.table_context import TableContext

ICONS: dict[SecretKind, str] = {"program": "settings", "link": "qr"}


class DeviceLine(Struct, frozen=True):
    id: str
    """The hash of its secret: it names the device and opens nothing."""
    words: str
    icon: str
    is_own: bool
    """Whether it is the device that shows this page."""


def devices_view(
    table: TableContext, devices: list[Secret], own: str, now: datetime, programs: Container[str] = ()
) -> list[DeviceLine]:
    """`programs` are the keys of those in seats, by their hashes."""
    return [
        DeviceLine(
            id=device.sha256,
            words=device_words(table, device, now, device.sha256 in programs),
            icon="settings" if device.sha256 in programs else ICONS.get(device.kind, "phone"),
            is_own=is_one_of(own, [device.sha256]),
        )
        for device in devices
        if device.seat is None or device.seat < len(table.now.seats)  # a chair that was added can be taken back
    ]


def device_words(table: TableContext, device: Secret, now: datetime, plays: bool = False) -> str:
    since = Rendered(time_of_day(device.created, now, table.locale.language))
    if device.seat is None:
        return table.say(f"lobby.device.{device.kind}", since=since)
    kind = "co_host" if device.kind == "host" else "seat_program" if plays else "seat"
    return table.say(f"lobby.device.{kind}", seat=device.seat, since=since)


def time_of_day(then: datetime, now: datetime, language: str) -> str:
    """By the clock of the machine that serves, which stands in the same room; with the day where it is another one."""
    from babel.dates import format_datetime, format_time  # here, because only the lobby says a time

    then, now = then.astimezone(), now.astimezone()
    if then.date() == now.date():
        return format_time(then, "short", locale=language)
    return format_datetime(then, "short", locale=language)
