"""The layers of the package, what keeps the core pure, and how long a function may be."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "narrator"

CORE = ("core",)
BELOW_WEB = ("core", "script", "bot", "text", "session", "storage", "app", "folders")
WEB_PARTS = (
    *BELOW_WEB,
    "web.auth",
    "web.security",
    "web.rendering",
    "web.monitoring",
    "web.live",
    "web.services",
    "web.errors",
)
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "core.message": (),
    "core.memo": (),
    "core.table": ("core.message", "core.table"),
    "core.play": ("core.message", "core.table", "core.play"),
    "core.record": ("core.message", "core.memo", "core.table", "core.play", "core.record"),
    "core": CORE,
    "script.steps": ("core", "script.model", "script.steps"),
    "script.announcements": ("core", "script.model", "script.announcements"),
    "script.prompts": ("core", "script.model", "script.prompts"),
    "script": ("core", "script"),
    "bot": ("core", "bot"),
    "text": ("core.message", "text", "folders"),
    "session": ("core", "script", "session"),
    "storage": ("core", "script", "session", "storage"),
    "app": ("core", "script", "bot", "session", "storage", "app"),
    "dialects": ("core", "session", "app", "dialects"),
    "mcp": ("core.message", "text", "mcp", "__version__"),
    "web.auth": WEB_PARTS,
    "web.security": WEB_PARTS,
    "web.rendering": WEB_PARTS,
    "web.monitoring": WEB_PARTS,
    "web.live": WEB_PARTS,
    "web.board": (*WEB_PARTS, "web.board"),
    "web.panels": (*WEB_PARTS, "web.board", "web.panels"),
    "web.components": (*WEB_PARTS, "web.board", "web.panels", "web.components"),
    "web.api": (*WEB_PARTS, "web.api", "dialects", "__version__"),
    "web": ("",),
    "cli": ("",),
    "__main__": ("cli",),
    "__init__": (),
    "folders": (),
}
"""What a package may import of ours: these modules and everything inside them. The longest name that fits counts."""
FRAMEWORK_FREE = {"core": {"msgspec"}, "script": {"msgspec"}, "bot": {"msgspec"}, "session": {"msgspec"}}
"""All that these packages may import beyond the standard library."""
IMPURE = {
    *("time", "secrets", "os", "io", "socket", "sqlite3", "pathlib", "subprocess", "logging", "gettext", "locale"),
    *("asyncio", "glob", "http", "importlib", "shutil", "tempfile", "threading", "urllib", "uuid"),
}
SEEDED = ("core.table.layouts", "core.table.setup", "bot.characters")  # the only users of `Random`, always with a seed
MAX_FUNCTION_LINES = 40


def modules() -> dict[str, ast.Module]:
    """Every module of the package without the leading `narrator.`, parsed."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imports(tree: ast.Module) -> Iterator[str]:
    """The full name of everything imported: `narrator.core.table.cards.Cards`, `msgspec.Struct`, `re`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"a relative import of {node.module}"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_inside(name: str, packages: tuple[str, ...]) -> bool:
    return any(package == "" or name == package or name.startswith(f"{package}.") for package in packages)


def forbidden_imports(module: str, tree: ast.Module) -> list[str]:
    layer = max((name for name in MAY_IMPORT if is_inside(module, (name,))), key=len)
    libraries = FRAMEWORK_FREE.get(module.split(".")[0])
    found = []
    for name in imports(tree):
        top = name.split(".")[0]
        if top == "narrator":
            if not is_inside(name.removeprefix("narrator."), MAY_IMPORT[layer]):
                found.append(name)
        elif libraries is not None and top not in sys.stdlib_module_names and top not in libraries:
            found.append(name)
    return found


def impurities(module: str, tree: ast.Module) -> list[str]:
    """Imports and calls that bring in a clock, unseeded chance, input or output."""
    found = [name for name in imports(tree) if name.split(".")[0] in IMPURE]
    found += [name for name in imports(tree) if name.startswith("random") and module not in SEEDED]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in ("now", "utcnow", "today"):
            found.append(f".{node.attr}")
        called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if called in ("open", "print", "input") or (called == "Random" and not node.args):  # type: ignore[attr-defined]
            found.append(f"{called}()")
    return found


def test_every_import_follows_the_layers():
    wrong = {module: forbidden_imports(module, tree) for module, tree in modules().items()}
    assert not {module: found for module, found in wrong.items() if found}


def test_core_and_bot_have_no_clock_no_unseeded_chance_and_no_input_or_output():
    pure = {module: tree for module, tree in modules().items() if module.startswith(("core", "bot"))}
    wrong = {module: impurities(module, tree) for module, tree in pure.items()}
    assert not {module: found for module, found in wrong.items() if found}


def test_core_has_no_words_of_a_language_with_its_own_letters():
    texts = {path.name: path.read_text(encoding="utf-8") for path in (PACKAGE / "core").rglob("*.py")}
    found = {name: {one for one in text if one.isalpha() and not one.isascii()} for name, text in texts.items()}
    assert not {name: letters for name, letters in found.items() if letters}


def test_no_routes_import_the_routes_of_another_feature():
    wrong = {
        module: [name for name in imports(tree) if ".routes." in name and not name.startswith(f"narrator.{module}")]
        for module, tree in modules().items()
        if module.startswith("web.") and module != "web.app" and not module.startswith("web.api")
    }
    assert not {module: found for module, found in wrong.items() if found}


def test_every_function_fits_on_a_screen():
    functions = (
        (module, node)
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    lengths = {f"{module}.{node.name}": (node.end_lineno or 0) - node.lineno + 1 for module, node in functions}
    assert not {name: length for name, length in lengths.items() if length > MAX_FUNCTION_LINES}


def test_the_checks_find_what_they_look_for():
    source = "from narrator.web.app import create_app\nimport flask\nimport time\nnow = open(time.now())"
    tree = ast.parse(source)
    assert forbidden_imports("core.table.a", tree) == ["narrator.web.app.create_app", "flask"]
    assert impurities("core.table.a", tree) == ["time", "open()", ".now"]
    assert forbidden_imports("web.stage.routes", tree) == []
    assert len(modules()) > 300


# Templates and scripts

TEMPLATES = PACKAGE.parent / "templates"
SCRIPTS = PACKAGE / "static" / "js"
LONGEST_LINE = 120
LONGEST_SCRIPT = 250
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
    return sorted(path.relative_to(SCRIPTS).as_posix() for path in SCRIPTS.rglob("*.js"))


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
    assert {"pages/main.js", "live/stream.js"} <= set(scripts())


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
