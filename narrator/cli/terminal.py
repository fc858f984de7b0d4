"""Speaking to the person at the terminal: in their language, with codes to scan."""

import io
import os
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

import click

from narrator.core.message import msg
from narrator.storage.errors import StorageUnavailable
from narrator.text.languages import nearest_language
from narrator.text.render import Rendered, TableLocale, say


def terminal_language(environment: Mapping[str, str]) -> str:
    """
    >>> terminal_language({"LANG": "es_MX.UTF-8"}), terminal_language({"LC_ALL": "C", "LANG": "ru_RU"})
    ('es', 'en')
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((environment[name] for name in names if environment.get(name)), "")
    return nearest_language(wanted.split(".")[0])


def render_message(key: str, **params: Any) -> str:
    """A message for the terminal, in letters that it has. Paths and addresses stand in it whole, however long."""
    said = {name: value if isinstance(value, int) else Rendered(value) for name, value in params.items()}
    text = say(msg(key, **said), TableLocale(terminal_language(os.environ)))
    letters = sys.stdout.encoding or "ascii"
    return text.encode(letters, "replace").decode(letters)


def print_message(key: str, **params: Any) -> None:
    click.echo(render_message(key, **params))


def fail(key: str, **params: Any) -> NoReturn:
    """One sentence about what is wrong, and an exit status that says so."""
    click.echo(render_message(key, **params), err=True)
    sys.exit(1)


def fail_with(unusable: StorageUnavailable) -> NoReturn:
    fail(f"store.{unusable.code}", **unusable.params)


def print_qr_code(text: str) -> None:
    """A QR code, where the terminal can draw one."""
    import qrcode

    code = qrcode.QRCode(border=2)
    code.add_data(text)
    drawn = io.StringIO()
    code.print_ascii(drawn, invert=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    click.echo(drawn.getvalue())
