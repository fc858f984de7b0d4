"""Messages for the person at the terminal, in their language."""

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
    """Render a message in characters that the terminal has. Paths and addresses are not shortened."""
    rendered = {name: value if isinstance(value, int) else Rendered(value) for name, value in params.items()}
    text = say(msg(key, **rendered), TableLocale(terminal_language(os.environ)))
    encoding = sys.stdout.encoding or "ascii"
    return text.encode(encoding, "replace").decode(encoding)


def print_message(key: str, **params: Any) -> None:
    click.echo(render_message(key, **params))


def fail(key: str, **params: Any) -> NoReturn:
    click.echo(render_message(key, **params), err=True)
    sys.exit(1)


def fail_with(error: StorageUnavailable) -> NoReturn:
    fail(f"store.{error.code}", **error.params)


def print_qr_code(text: str) -> None:
    """Print a QR code, unless the terminal lacks the characters for it."""
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
