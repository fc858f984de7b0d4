"""No private name of a dependency is used or overridden: a minor release may change what it means.

Our files are only parsed; the dependencies' classes are imported and asked what they define. A name is private if it
starts with one underscore. Named tuples' `_asdict` and its like are documented, and so are names like `_missing_`.
"""

import ast
import importlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PRIVATE = re.compile(r"_(?!_)\w*(?<!_)")
DOCUMENTED = {"_asdict", "_exit", "_fields", "_make", "_replace"}
BY_NAME = {"getattr", "setattr", "hasattr", "delattr"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def is_private(name: str) -> bool:
    """
    >>> [is_private(name) for name in ("_compile", "compile", "__init__", "_missing_", "_replace", "_")]
    [True, False, False, False, False, False]
    """
    return PRIVATE.fullmatch(name) is not None and name not in DOCUMENTED


def is_ours(full_name: str) -> bool:
    return full_name.split(".")[0] in {"narrator", "tests"}


def imported_names(file: str, tree: ast.Module) -> dict[str, str]:
    """The full name behind every imported one: `Rule` is `werkzeug.routing.Rule`."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            whole = {alias.asname or alias.name: alias.name for alias in node.names}
            found |= whole | {alias.name.split(".")[0]: alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = file.split("/")[: -node.level] if node.level else []
            origin = [*above, *([node.module] if node.module else [])]
            found |= {alias.asname or alias.name: ".".join([*origin, alias.name]) for alias in node.names}
    return found


def dotted(node: ast.expr) -> str:
    """`a.b.c` of such an expression, without its `[...]`; nothing of any other."""
    if isinstance(node, ast.Subscript):
        return dotted(node.value)
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def full_name(node: ast.expr, names: Mapping[str, str]) -> str:
    first, _, rest = dotted(node).partition(".")
    return f"{names[first]}.{rest}".rstrip(".") if first in names else ""


@cache
def outside(full_name: str) -> Any:
    """A dependency's (or the standard library's) module, class or whatever has that name; None if nothing has."""
    parts = full_name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:length]))
        except ImportError:
            continue
        for part in parts[length:]:
            found = getattr(found, part, None)
        return found
    return None


class Code:
    """Parsed files, and what their classes inherit and define."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.trees = {file: ast.parse(source) for file, source in files.items()}
        self.names = {file: imported_names(file, tree) for file, tree in self.trees.items()}
        self.classes: dict[str, tuple[str, ast.ClassDef]] = {}
        for file, tree in self.trees.items():
            module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    self.names[file].setdefault(node.name, f"{module}.{node.name}")
                    self.classes[f"{module}.{node.name}"] = file, node
        self.defined = {name for tree in self.trees.values() for name in defined_in(tree)}

    def findings(self, file: str) -> list[str]:
        tree, names = self.trees[file], self.names[file]
        found = {*private_imports(tree), *self._read(tree, names), *self._of_bases(file, tree)}
        return sorted(found)

    def _read(self, tree: ast.Module, names: Mapping[str, str]) -> Iterator[str]:
        """Private attributes of what is imported from elsewhere, and those that nothing of ours defines."""
        for owner, name in attributes(tree):
            origin = full_name(owner, names)
            if is_private(name) and (name not in self.defined or (origin and not is_ours(origin))):
                yield f"{ast.unparse(owner)}.{name}"

    def _of_bases(self, file: str, tree: ast.Module) -> Iterator[str]:
        """What a class defines, or reads from itself, that is private to a class of a dependency that it inherits."""
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                theirs = {name: base for base in self._foreign_bases(file, node) for name in dir(base)}
                touched = {
                    *defined_in(node),
                    *(name for owner, name in attributes(node) if dotted(owner) in {"self", "cls"}),
                }
                yield from (
                    f"{node.name}.{name} of {theirs[name].__name__}"
                    for name in touched
                    if is_private(name) and name in theirs
                )

    def _foreign_bases(self, file: str, node: ast.ClassDef) -> Iterator[type]:
        for base in node.bases:
            origin = full_name(base, self.names[file])
            if origin in self.classes and self.classes[origin][1] is not node:
                yield from self._foreign_bases(*self.classes[origin])
            elif origin and not is_ours(origin) and isinstance(found := outside(origin), type):
                yield found


def defined_in(tree: ast.AST) -> Iterator[str]:
    """Names of functions and classes, names that are assigned, and attributes of `self` that are."""
    for node in ast.walk(tree):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and dotted(node.value) in {"self", "cls"}
        ):
            yield node.attr


def attributes(tree: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Every attribute that is read, written or asked for by name, with what has it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.value, node.attr
        elif isinstance(node, ast.Call) and dotted(node.func).split(".")[-1] in BY_NAME:
            match node.args:
                case [owner, ast.Constant(value=str(name)), *_]:
                    yield owner, name


def private_imports(tree: ast.Module) -> Iterator[str]:
    """Imports of a private module or name, but for our own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            imported = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in imported if not is_ours(name) and any(map(is_private, name.split("."))))


def our_code() -> Code:
    paths = [*(ROOT / "narrator").rglob("*.py"), ROOT / "tests" / "conftest.py"]
    return Code({path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths})


def test_no_private_name_of_a_dependency_is_used_or_overridden():
    code = our_code()
    wrong = {file: code.findings(file) for file in sorted(code.trees)}
    assert not {file: found for file, found in wrong.items() if found}


OWN = """
class Own:
    _flag = False
    def __init__(self): self._known = {}
    def _compile(self): ...
"""


def found_in(source: str) -> list[str]:
    return Code({"narrator/own.py": OWN, "narrator/planted.py": source}).findings("narrator/planted.py")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        # imported
        ("from werkzeug.routing.rules import _part_re", ["werkzeug.routing.rules._part_re"]),
        ("import gevent._util", ["gevent._util"]),
        ("def late():\n    from psycopg._enums import Format", ["psycopg._enums.Format"]),
        # read or replaced, on what is imported; also where one of ours has the same name
        ("import jinja2\njinja2.Environment._parse", ["jinja2.Environment._parse"]),
        ("from jinja2 import Environment as E\nE._compile = print", ["E._compile"]),
        ("from werkzeug.routing import Rule\nsetattr(Rule, '_compile', print)", ["Rule._compile"]),
        # read from an object
        ("def pages(app): return app.url_map._rules", ["app.url_map._rules"]),
        ("def flag(pool): return getattr(pool, '_closed', None)", ["pool._closed"]),
        ("def flag(pool): pool._closed = True", ["pool._closed"]),
        ("def flag(): return made()._closed", ["made()._closed"]),
        # overridden or read in a subclass
        (
            "from jinja2 import Environment\nclass A(Environment):\n    def _compile(self): ...",
            ["A._compile of Environment"],
        ),
        ("import jinja2\nclass A(jinja2.Environment):\n    _parse = None", ["A._parse of Environment"]),
        (
            "import jinja2\nclass A(jinja2.Environment): ...\nclass B(A):\n    async def _parse(self): ...",
            ["B._parse of Environment"],
        ),
        (
            "import jinja2\nclass A(jinja2.Environment):\n    def ask(self): return self._compile()",
            ["A._compile of Environment"],
        ),
        (
            "def late():\n    from jinja2 import Environment\n    class A(Environment):\n        _compile = None",
            ["A._compile of Environment"],
        ),
    ],
)
def test_a_private_name_of_a_dependency_is_found(source, found):
    assert found_in(source) == found


@pytest.mark.parametrize(
    "source",
    [
        "from narrator.own import _helper, Own\nOwn._compile",
        "from .own import Own\nclass A(Own):\n    def _compile(self): return self._known, self._flag",
        "def same(one, other): return one._known == other._known",
        "import jinja2\nclass A(jinja2.Environment):\n    def __init__(self): self._templates = {}",
        "import jinja2\njinja2.Environment.__name__",
        "from enum import Enum\nclass A(Enum):\n    @classmethod\n    def _missing_(cls, value): ...",
        "def moved(row): return row._replace(number=1)",
        "import os\nos._exit(0)",
        "for _ in ():\n    pass",
    ],
)
def test_a_name_of_ours_and_a_documented_one_are_let_through(source):
    assert found_in(source) == []
