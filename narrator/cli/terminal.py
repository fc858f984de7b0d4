"""Messages for the person at the terminal, in their language."""

import io
import os
import re
import shlex
import sys
from collections.abc import Mapping
from importlib.metadata import requires
from typing import Any, NoReturn

import click
from click.core import ParameterSource

from narrator.core.message import Msg, msg
from narrator.storage.errors import StorageUnavailable
from narrator.text.languages import known_language, nearest_language
from narrator.text.render import Rendered, TableLocale, say

OTHER_FILE, OTHER_SERVER = "--db sqlite:///path/to/file.db", "--db postgresql://user@host/name"


def terminal_language(environment: Mapping[str, str]) -> str:
    """
    >>> terminal_language({"LANG": "es_MX.UTF-8"}), terminal_language({"LC_ALL": "C", "LANG": "ru_RU"})
    ('es', 'en')
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((environment[name] for name in names if environment.get(name)), "")
    return nearest_language(wanted.split(".")[0])


def language_for(wanted: str) -> str:
    """Return the nearest supported language; warn if it is not the one asked for."""
    language = nearest_language(wanted)
    if language != wanted:
        warning = msg("note.nearest" if known_language(wanted) else "note.language", wanted=wanted, language=language)
        click.echo(say(warning, TableLocale(language)), err=True)
    return language


def render_message(key: str, /, **params: Any) -> str:
    """Render a message in characters that the terminal has. Paths and addresses are not shortened."""
    rendered = {name: value if isinstance(value, int) else Rendered(value) for name, value in params.items()}
    text = say(Msg(key, rendered), TableLocale(terminal_language(os.environ)))
    encoding = sys.stdout.encoding or "ascii"
    return text.encode(encoding, "replace").decode(encoding)


def print_message(key: str, /, **params: Any) -> None:
    click.echo(render_message(key, **params))


def fail(key: str, /, **params: Any) -> NoReturn:
    click.echo(render_message(key, **params), err=True)
    sys.exit(1)


def fail_with(error: StorageUnavailable) -> NoReturn:
    """Say what is wrong with the games, and which command helps."""
    path = str(error.params.get("path", ""))
    if error.code in ("damaged", "incomplete", "gone"):
        command = games_command("restore", path=path)
    elif error.code == "no_driver":
        command = extra_command("postgres")
    else:
        command = usage_command(path, OTHER_SERVER if error.code.startswith("server") else OTHER_FILE)
    fail(f"store.{error.code}", **{**error.params, "command": command})


def games_command(*words: str, path: str = "") -> str:
    """Return a command for the games that the running command is about: with `--db` if that was given, and after
    `narrator copy`, which has two places, with the path of one of them."""
    context = click.get_current_context(silent=True)
    if context and context.get_parameter_source("db") is ParameterSource.COMMANDLINE:
        words += ("--db", context.params["db"])
    elif context and context.info_name == "copy":
        words += ("--db", f"sqlite:///{path}")
    return shlex.join(["narrator", *words])


def usage_command(path: str, other_games: str) -> str:
    """Return how to run the current command with other games: with `--db` if it has that option, and unless the path is
    one of its arguments."""
    context = click.get_current_context(silent=True)
    if context is None:
        return f"narrator serve {other_games}"
    params = context.command.params
    arguments = [param for param in params if isinstance(param, click.Argument)]
    words = ["narrator", str(context.info_name), *(param.metavar or str(param.name).upper() for param in arguments)]
    if any(param.name == "db" for param in params) and path not in map(str, context.params.values()):
        words.append(other_games)
    return " ".join(words)


def extra_command(extra: str) -> str:
    """Return the command that installs what an optional part of Narrator needs."""
    optional = re.compile(rf"""(.*?)\s*;.*extra == ['"]{extra}['"]""")
    packages = [found[1] for name in requires("narrator") or () if (found := optional.fullmatch(name))]
    return shlex.join([sys.executable, "-m", "pip", "install", *packages])


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
