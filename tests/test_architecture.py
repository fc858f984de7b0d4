"""The arrows between the packages, room by room, what keeps the core pure, and how long a function may be.

Imports are read from the source text, wherever they stand in a file, so nothing has to be imported to be judged.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import pytest

PACKAGE = Path(__file__).parents[1] / "narrator"

BELOW_WEB = ("narrator.core", "narrator.script", "narrator.bot", "narrator.text", "narrator.store", "narrator.service")
FOLDERS = ("narrator.folders",)


def _web(*rooms: str) -> tuple[str, ...]:
    return (*BELOW_WEB, *FOLDERS, *(f"narrator.web.{room}" for room in rooms))


MAY_IMPORT: dict[str, tuple[str, ...]] = {
    # values ← rules ← the record of them ← what is read off a record
    "core/__init__": (),
    "core/message": (),
    "core/memo": (),
    "core/table": ("narrator.core.message", "narrator.core.table"),
    "core/play": ("narrator.core.message", "narrator.core.table", "narrator.core.play"),
    "core/record": (
        "narrator.core.message",
        "narrator.core.memo",
        "narrator.core.table",
        "narrator.core.play",
        "narrator.core.record",
    ),
    "core/reading": ("narrator.core",),
    "script/steps": ("narrator.core", "narrator.script.model", "narrator.script.steps"),
    "script/telling": ("narrator.core", "narrator.script.model", "narrator.script.announcements"),
    "script/prompts": ("narrator.core", "narrator.script.model", "narrator.script.prompts"),
    "script": ("narrator.core", "narrator.script"),
    "bot": ("narrator.core", "narrator.bot"),
    "text": ("narrator.text", "narrator.core.message", *FOLDERS),
    "store": ("narrator.store", "narrator.core"),
    "service": ("narrator.service", "narrator.core", "narrator.script", "narrator.bot", "narrator.store"),
    "dialects": ("narrator.dialects", "narrator.core", "narrator.service"),
    # who asks ← drawing, live updates ← what can be tapped ← what a template needs ← pages; the API beside them
    "web/request": _web("request"),
    "web/board": _web("request", "board"),
    "web/live": _web("request", "live"),
    "web/panels": _web("request", "board", "panels"),
    "web/views": (*_web("request", "board", "live", "panels", "views"), "narrator.dialects.validation"),
    "web/pages": (*_web("request", "board", "live", "panels", "views"), "narrator.dialects.validation"),
    "web/api": (*_web("request", "api"), "narrator.dialects", "narrator.__version__"),
    "web/app": ("narrator",),
    "web/__init__": (),
    # what assistants speak with: a client of the API, by HTTP alone
    "mcp": ("narrator.mcp", "narrator.core.message", "narrator.text", "narrator.__version__"),
    "cli": ("narrator",),
    "folders": (),
    "__init__": (),
    "__main__": ("narrator.cli",),
}
"""What each room may import of ours: these modules and everything inside them. A file belongs to the longest name here
that it begins with; of the pages none may import another."""
LIBRARIES = {"core": {"msgspec"}, "script": {"msgspec"}, "bot": {"msgspec"}}
"""Beyond the standard library; packages that are not named here are free."""

IMPURE = {
    *("time", "secrets", "os", "io", "socket", "sqlite3", "pathlib", "subprocess", "logging", "gettext", "locale"),
    *("asyncio", "glob", "http", "importlib", "shutil", "tempfile", "threading", "urllib", "uuid"),
}
"""Clocks, randomness, input and output, words: none of the core's business."""
CLOCKS = {"now", "utcnow", "today"}
TALKERS = {"open", "print", "input", "__import__"}
DEALERS = ("core/table/layouts.py", "core/table/setup.py", "bot/luck.py")
"""The only ones that shuffle, and only from a seed."""
LONGEST = 40
"""So many lines a function may have: more can't be seen at once."""


def imported(source: str, file: str) -> Iterator[str]:
    """The full name of everything that a file imports: `narrator.core.cards.Cards`, `msgspec.Struct`, `re`."""
    home = ["narrator", *file.split("/")[:-1]]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = home[: len(home) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def is_inside(name: str, modules: tuple[str, ...]) -> bool:
    return any(name == module or name.startswith(f"{module}.") for module in modules)


def wrong_arrows(file: str, source: str) -> list[str]:
    """Every import of a file (`core/board.py`) that its package may not have."""
    room = room_of(file)
    if room is None:
        return [f"{file.removesuffix('.py').split('/')[0]} is not in the table"]
    return [name for name in imported(source, file) if not _is_allowed(room, name)]


def room_of(file: str) -> str | None:
    """
    >>> room_of("core/play/robber.py"), room_of("script/narrate.py"), room_of("helpers.py")
    ('core/play', 'script', None)
    """
    parts = file.removesuffix(".py").split("/")
    names = ("/".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in names if name in MAY_IMPORT), None)


def _is_allowed(room: str, name: str) -> bool:
    top, package = name.split(".")[0], room.split("/")[0]
    if top == "narrator":
        return is_inside(name, MAY_IMPORT[room])
    return package not in LIBRARIES or top in sys.stdlib_module_names or top in LIBRARIES[package]


def impurities(file: str, source: str) -> list[str]:
    """What a file of the core imports or calls that has a clock, chance, input or output in it."""
    found = [name for name in imported(source, file) if name.split(".")[0] in IMPURE]
    found += [name for name in imported(source, file) if name.split(".")[0] == "random" and not _deals(file, name)]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in CLOCKS:
            found.append(f".{node.attr}")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called = node.func.id
            if called in TALKERS or (called == "Random" and not node.args):
                found.append(f"{called}()")
    return found


def _deals(file: str, name: str) -> bool:
    return file in DEALERS and name == "random.Random"


def too_long(source: str) -> list[str]:
    """The functions and methods that don't fit, each with its lines; decorators are not counted."""
    nodes = ast.walk(ast.parse(source))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    lengths = {node: (node.end_lineno or node.lineno) - node.lineno + 1 for node in functions}
    return [f"{node.name}: {length}" for node, length in lengths.items() if length > LONGEST]


def sources() -> list[str]:
    return sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


def text_of(file: str) -> str:
    return (PACKAGE / file).read_text(encoding="utf-8")


# One test for all files of a kind: it names each that is wrong, and a thousand tests take their time to be found.


def test_every_import_follows_the_table_of_packages():
    wrong = {file: wrong_arrows(file, text_of(file)) for file in sources()}
    assert not {file: found for file, found in wrong.items() if found}


def test_core_and_bot_have_no_clock_no_unseeded_chance_and_no_input_or_output():
    wrong = {file: impurities(file, text_of(file)) for file in sources() if file.startswith(("core/", "bot/"))}
    assert not {file: found for file, found in wrong.items() if found}


def test_every_function_can_be_seen_at_once():
    wrong = {file: too_long(text_of(file)) for file in sources()}
    assert not {file: found for file, found in wrong.items() if found}


def test_the_files_are_found():
    assert {"core/play/roads.py", "text/render.py", "store/game_file.py", "cli/main.py", "__init__.py"} - set(
        sources()
    ) == set()


@pytest.mark.parametrize(
    ("file", "source", "wrong"),
    [
        ("core/table/a.py", "import narrator.store.codec", ["narrator.store.codec"]),
        ("core/table/a.py", "from narrator.text import render", ["narrator.text.render"]),
        ("core/table/a.py", "from narrator import web", ["narrator.web"]),
        ("core/table/a.py", "from ...script import steps", ["narrator.script.steps"]),
        ("core/table/a.py", "from ... import cli", ["narrator.cli"]),
        ("core/table/deep/a.py", "from ....cli.main import main", ["narrator.cli.main.main"]),
        ("core/table/a.py", "import flask", ["flask"]),
        ("core/table/a.py", "def late():\n    import sqlalchemy.orm", ["sqlalchemy.orm"]),
        ("core/table/a.py", "if TYPE_CHECKING:\n    from flask import Flask", ["flask.Flask"]),
        ("core/table/a.py", "import narrator.corelike", ["narrator.corelike"]),
        ("core/table/a.py", "import re, narrator.web", ["narrator.web"]),
        ("script/a.py", "from narrator.text.render import sentence", ["narrator.text.render.sentence"]),
        ("script/a.py", "from narrator.store import codec", ["narrator.store.codec"]),
        ("script/a.py", "import jinja2", ["jinja2"]),
        ("text/a.py", "from narrator.core.state import GameState", ["narrator.core.state.GameState"]),
        ("text/a.py", "from narrator.core import message, state", ["narrator.core.state"]),
        ("text/a.py", "from narrator.core import *", ["narrator.core.*"]),
        ("text/a.py", "import narrator.core", ["narrator.core"]),
        ("store/a.py", "from ..service import record", ["narrator.service.record"]),
        ("store/a.py", "from narrator.text.render import sentence", ["narrator.text.render.sentence"]),
        ("service/a.py", "from narrator.web.app import create_app", ["narrator.web.app.create_app"]),
        ("service.py", "from .text import render", ["narrator.text.render"]),
        ("core/table/a.py", "from narrator.core.play import trade", ["narrator.core.play.trade"]),
        ("core/play/a.py", "from narrator.core.record.judge import refusals", ["narrator.core.record.judge.refusals"]),
        ("core/record/a.py", "from narrator.core.reading import hints", ["narrator.core.reading.hints"]),
        ("core/message.py", "from .table.cards import Cards", ["narrator.core.table.cards.Cards"]),
        ("core/a.py", "import re", ["core is not in the table"]),
        (
            "script/steps/a.py",
            "from narrator.script.announcements.announce import tell",
            ["narrator.script.announcements.announce.announce"],
        ),
        ("web/request/a.py", "from narrator.web.panels.panel import Button", ["narrator.web.panels.panel.Button"]),
        ("web/panels/a.py", "from narrator.web.stage.view import Stage", ["narrator.web.stage.view.Stage"]),
        ("web/views/a.py", "from narrator.web.pages import home", ["narrator.web.home.routes"]),
        ("web/pages/a.py", "from .home import home", ["narrator.web.home.routes.home"]),
        ("web/pages/a.py", "from . import home", ["narrator.web.home.routes"]),
        ("web/pages/a.py", "import narrator.web.home.routes", ["narrator.web.home.routes"]),
        ("web/pages/a.py", "def late():\n    from ..pages import home", ["narrator.web.home.routes"]),
        ("web/pages/a.py", "from narrator.cli.serve import serve", ["narrator.cli.serve.serve"]),
        ("web/a.py", "import re", ["web is not in the table"]),
        ("__init__.py", "from .core import state", ["narrator.core.state"]),
        ("tools/a.py", "import re", ["tools is not in the table"]),
        ("helpers.py", "", ["helpers is not in the table"]),
    ],
)
def test_a_wrong_arrow_is_found(file, source, wrong):
    assert wrong_arrows(file, source) == wrong


@pytest.mark.parametrize(
    ("file", "source"),
    [
        (
            "core/table/a.py",
            "import re\nimport msgspec\nfrom msgspec.structs import replace\nfrom collections.abc import Mapping",
        ),
        ("core/table/a.py", "from . import b\nfrom .b import c\nfrom narrator.core.table.d import e"),
        ("core/table/deep/a.py", "from ..b import c"),
        ("script/a.py", "from narrator.core.state import GameState\nfrom .model import Step"),
        (
            "text/a.py",
            "import gettext\nimport babel\nfrom narrator.core.message import Refusal\nfrom ..core import message",
        ),
        ("store/a.py", "import sqlalchemy\nfrom narrator.core.events import AnyEvent"),
        ("service.py", "from .core import apply\nfrom .store import game_file\nfrom .script import narrate"),
        ("web/pages/a.py", "import flask\nfrom narrator.text import render\nfrom narrator.web.views import stage"),
        ("cli/a.py", "import click\nfrom narrator import __version__\nfrom narrator.web import app"),
    ],
)
def test_an_arrow_of_the_table_is_let_through(file, source):
    assert wrong_arrows(file, source) == []


@pytest.mark.parametrize("module", sorted(IMPURE))
def test_each_impure_module_is_found_in_the_core(module):
    assert impurities("core/table/a.py", f"import {module}") == [module]
    assert impurities("core/table/a.py", f"def f():\n    from {module} import x") == [f"{module}.x"]


@pytest.mark.parametrize(
    ("file", "source", "found"),
    [
        ("core/table/a.py", "import os.path", ["os.path"]),
        ("core/table/a.py", "from datetime import datetime\nt = datetime.now()", [".now"]),
        ("core/table/a.py", "import datetime\nt = datetime.datetime.utcnow()", [".utcnow"]),
        ("core/table/a.py", "from datetime import date\nt = date.today()", [".today"]),
        ("core/table/a.py", "print(1)", ["print()"]),
        ("core/table/a.py", "f = open('x')", ["open()"]),
        ("core/table/a.py", "m = __import__('x')", ["__import__()"]),
        ("core/table/a.py", "from random import Random", ["random.Random"]),
        ("core/table/layouts.py", "import random", ["random"]),
        ("core/table/setup.py", "from random import shuffle", ["random.shuffle"]),
        ("core/table/layouts.py", "from random import Random\nr = Random()", ["Random()"]),
        ("core/table/setup.py", "from random import SystemRandom", ["random.SystemRandom"]),
    ],
)
def test_an_impurity_is_found(file, source, found):
    assert impurities(file, source) == found


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("core/table/a.py", "open = [1]\nfor now in open:\n    pass"),
        ("core/table/a.py", "from datetime import datetime\ntime: datetime | None = None"),
        ("core/table/layouts.py", "from random import Random\nr = Random(7)"),
        ("bot/luck.py", "from random import Random\nr = Random(7)"),
        ("core/table/setup.py", "from random import Random\nr = Random(f'desert {1}')"),
    ],
)
def test_a_pure_text_is_let_through(file, source):
    assert impurities(file, source) == []


def a_function(lines: int, first: str = "def long():") -> str:
    return "\n".join([first, *["    pass"] * (lines - 1)])


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (a_function(LONGEST + 1), ["long: 41"]),
        (a_function(LONGEST + 20), ["long: 60"]),
        (a_function(LONGEST + 1, "async def long():"), ["long: 41"]),
        (f"class A:\n    x = 1\n\n{indent(a_function(LONGEST + 1), '    ')}", ["long: 41"]),
        (f"def outer():\n{indent(a_function(LONGEST), '    ')}", ["outer: 41"]),
        (f"{a_function(3, 'def short():')}\n{a_function(LONGEST + 1)}", ["long: 41"]),
    ],
)
def test_a_function_that_is_too_long_is_found(source, found):
    assert too_long(source) == found


@pytest.mark.parametrize(
    "source",
    [
        a_function(LONGEST),
        f"@decorated\n{a_function(LONGEST)}",
        f"{a_function(30)}\n{a_function(30)}",
        "ROWS = [\n" + "    1,\n" * 100 + "]",
        "class A:\n" + "    x = 1\n" * 100,
    ],
)
def test_a_function_that_fits_is_let_through(source):
    assert too_long(source) == []


# Templates and scripts

TEMPLATES = PACKAGE.parent / "templates"
SCRIPTS = PACKAGE / "static" / "js"
LONGEST_LINE = 120
LONGEST_SCRIPT = 90
WRITTEN_PATH = re.compile(
    r"""[\w-]+\s*=\s*["']/            # an attribute or a `set` that begins with one: href="/new", base = '/g/'
    | [(,~]\s*["']/                   # an argument, or a part of a text that is put together: languages('/join')
    | \}\}/\w                         # after a part that was put in: {{ base }}/join
    """,
    re.VERBOSE,
)
"""Addresses are the application's business: templates ask `url_for`, scripts find them on the page."""
PATH_IN_SCRIPT = re.compile(r"""["'`]/\w""")


def templates() -> list[str]:
    return sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))


def scripts() -> list[str]:
    return sorted(path.name for path in SCRIPTS.glob("*.js"))


def long_lines(source: str) -> list[int]:
    return [number for number, line in enumerate(source.splitlines(), 1) if len(line) > LONGEST_LINE]


def written_paths(source: str) -> list[str]:
    return [line.strip() for line in source.splitlines() if WRITTEN_PATH.search(line)]


def test_a_template_has_no_long_lines_and_writes_no_paths_out():
    texts = {name: (TEMPLATES / name).read_text(encoding="utf-8") for name in templates()}
    wrong = {name: (long_lines(source), written_paths(source)) for name, source in texts.items()}
    assert not {name: found for name, found in wrong.items() if any(found)}


def test_a_script_is_short_and_writes_no_paths_out():
    texts = {name: (SCRIPTS / name).read_text(encoding="utf-8") for name in scripts()}
    assert not [name for name, source in texts.items() if len(source.splitlines()) > LONGEST_SCRIPT]
    wrong = {name: (long_lines(source), PATH_IN_SCRIPT.findall(source)) for name, source in texts.items()}
    assert not {name: found for name, found in wrong.items() if any(found)}


def test_templates_and_scripts_are_found():
    assert {"base.html", "stage/stage.html", "components/score.html"} <= set(templates())
    assert {"main.js", "live.js"} <= set(scripts())


def test_a_long_line_is_found():
    assert long_lines("\n".join(["x" * 120, "x" * 121, "ก" * 121])) == [2, 3]


@pytest.mark.parametrize(
    "line",
    [
        '<a href="/new">',
        "<a href='/new'>",
        '<script src="/static/narrator.js">',
        '<form method="post" action="/g/{{ game }}/enter">',
        '<button formaction="/rules/save">',
        '<input type="hidden" name="next" value="/g/{{ game }}/rules">',
        '<div data-fetch="/g/{{ game }}/lobby">',
        '<form hx-get="/new">',
        "{% set base = '/g/' ~ game ~ '/stage' %}",
        "{{ languages('/join') }}",
        "{{ choose('look', looks, '/g/' ~ game ~ '/phone') }}",
        '<p class="address">{{ base }}/join</p>',
    ],
)
def test_a_path_that_is_written_out_is_found(line):
    assert written_paths(line) == [line]


@pytest.mark.parametrize(
    "line",
    [
        "<a href=\"{{ url_for('new_game.new_game') }}\">",
        "{% set history = url_for('history.history', game=game) %}",
        '<a href="{{ history }}#e{{ number }}">',
        '<a href="{{ amend }}?entry={{ entry.number }}">',
        '{% include "stage/score.html" %}',
        '<span title="{{ roads }} / {{ settlements }}"></span>',
        '<use href="#i-road"/>',
    ],
)
def test_a_line_without_a_path_is_let_through(line):
    assert written_paths(line) == []


def test_a_path_in_a_script_is_found():
    assert PATH_IN_SCRIPT.search('fetch("/alive")')
    assert PATH_IN_SCRIPT.search("new EventSource(`/g/${game}/live`)")
    assert not PATH_IN_SCRIPT.search('import { $ } from "./page.js"; // and/or')
