"""The arrows between the packages, as DESIGN.md's table allows them, and what keeps the core pure.

Imports are read from the source text, wherever they stand in a file, so nothing has to be imported to be judged.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "narrator"

EVERYTHING = ("narrator",)
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "core": ("narrator.core",),
    "script": ("narrator.script", "narrator.core"),
    "text": ("narrator.text", "narrator.core.message"),
    "store": ("narrator.store", "narrator.core"),
    "service": ("narrator.service", "narrator.core", "narrator.store"),
    "web": EVERYTHING,
    "cli": EVERYTHING,
    "__init__": (),
    "__main__": ("narrator.cli",),
}
"""What each package may import of ours: these modules and everything inside them."""
LIBRARIES = {"core": {"msgspec"}, "script": {"msgspec"}}
"""Beyond the standard library; packages that are not named here are free."""

IMPURE = {
    *("time", "secrets", "os", "io", "socket", "sqlite3", "pathlib", "subprocess", "logging", "gettext", "locale"),
    *("asyncio", "glob", "http", "importlib", "shutil", "tempfile", "threading", "urllib", "uuid"),
}
"""Clocks, randomness, input and output, words: none of the core's business."""
CLOCKS = {"now", "utcnow", "today"}
TALKERS = {"open", "print", "input", "__import__"}
DEALERS = ("core/layouts.py", "core/setup.py")
"""The only ones that shuffle, and only from a seed."""


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
    package = file.removesuffix(".py").split("/")[0]
    if package not in MAY_IMPORT:
        return [f"{package} is not in the table"]
    return [name for name in imported(source, file) if not _is_allowed(package, name)]


def _is_allowed(package: str, name: str) -> bool:
    top = name.split(".")[0]
    if top == "narrator":
        return is_inside(name, MAY_IMPORT[package])
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


def sources() -> list[str]:
    return sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


def text_of(file: str) -> str:
    return (PACKAGE / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("file", sources())
def test_every_import_follows_the_table_of_packages(file):
    assert wrong_arrows(file, text_of(file)) == []


@pytest.mark.parametrize("file", [file for file in sources() if file.startswith("core/")])
def test_the_core_has_no_clock_no_unseeded_chance_and_no_input_or_output(file):
    assert impurities(file, text_of(file)) == []


def test_the_files_are_found():
    assert {"core/roads.py", "text/render.py", "store/codec.py", "cli/main.py", "__init__.py"} - set(sources()) == set()


@pytest.mark.parametrize(
    ("file", "source", "wrong"),
    [
        ("core/a.py", "import narrator.store.codec", ["narrator.store.codec"]),
        ("core/a.py", "from narrator.text import render", ["narrator.text.render"]),
        ("core/a.py", "from narrator import web", ["narrator.web"]),
        ("core/a.py", "from ..script import steps", ["narrator.script.steps"]),
        ("core/a.py", "from .. import cli", ["narrator.cli"]),
        ("core/deep/a.py", "from ...cli.main import main", ["narrator.cli.main.main"]),
        ("core/a.py", "import flask", ["flask"]),
        ("core/a.py", "def late():\n    import sqlalchemy.orm", ["sqlalchemy.orm"]),
        ("core/a.py", "if TYPE_CHECKING:\n    from flask import Flask", ["flask.Flask"]),
        ("core/a.py", "import narrator.corelike", ["narrator.corelike"]),
        ("core/a.py", "import re, narrator.web", ["narrator.web"]),
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
        ("service.py", "from .script import narrate", ["narrator.script.narrate"]),
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
            "core/a.py",
            "import re\nimport msgspec\nfrom msgspec.structs import replace\nfrom collections.abc import Mapping",
        ),
        ("core/a.py", "from . import b\nfrom .b import c\nfrom narrator.core.d import e"),
        ("core/deep/a.py", "from ..b import c"),
        ("script/a.py", "from narrator.core.state import GameState\nfrom .model import Step"),
        (
            "text/a.py",
            "import gettext\nimport babel\nfrom narrator.core.message import Refusal\nfrom ..core import message",
        ),
        ("store/a.py", "import sqlalchemy\nfrom narrator.core.events import AnyEvent"),
        ("service.py", "from .core import apply\nfrom .store import codec"),
        ("web/a.py", "import flask\nfrom narrator.text import render\nfrom narrator.service import record"),
        ("cli/a.py", "import click\nfrom narrator import __version__\nfrom narrator.web import app"),
    ],
)
def test_an_arrow_of_the_table_is_let_through(file, source):
    assert wrong_arrows(file, source) == []


@pytest.mark.parametrize("module", sorted(IMPURE))
def test_each_impure_module_is_found_in_the_core(module):
    assert impurities("core/a.py", f"import {module}") == [module]
    assert impurities("core/a.py", f"def f():\n    from {module} import x") == [f"{module}.x"]


@pytest.mark.parametrize(
    ("file", "source", "found"),
    [
        ("core/a.py", "import os.path", ["os.path"]),
        ("core/a.py", "from datetime import datetime\nt = datetime.now()", [".now"]),
        ("core/a.py", "import datetime\nt = datetime.datetime.utcnow()", [".utcnow"]),
        ("core/a.py", "from datetime import date\nt = date.today()", [".today"]),
        ("core/a.py", "print(1)", ["print()"]),
        ("core/a.py", "f = open('x')", ["open()"]),
        ("core/a.py", "m = __import__('x')", ["__import__()"]),
        ("core/a.py", "from random import Random", ["random.Random"]),
        ("core/layouts.py", "import random", ["random"]),
        ("core/setup.py", "from random import shuffle", ["random.shuffle"]),
        ("core/layouts.py", "from random import Random\nr = Random()", ["Random()"]),
        ("core/setup.py", "from random import SystemRandom", ["random.SystemRandom"]),
    ],
)
def test_an_impurity_is_found(file, source, found):
    assert impurities(file, source) == found


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("core/a.py", "open = [1]\nfor now in open:\n    pass"),
        ("core/a.py", "from datetime import datetime\ntime: datetime | None = None"),
        ("core/layouts.py", "from random import Random\nr = Random(7)"),
        ("core/setup.py", "from random import Random\nr = Random(f'desert {1}')"),
    ],
)
def test_a_pure_text_is_let_through(file, source):
    assert impurities(file, source) == []
