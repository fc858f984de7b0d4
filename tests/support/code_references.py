"""What comments and documents point at: files, modules and names in them."""

import ast
import importlib
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from tests.support.documents import ROOT

CODE = (".py", ".js", ".html", ".svg", ".css", "Makefile")
ENDINGS = "py|css|js|html|svg|toml|md|po|txt|yml|service"
FILE = re.compile(rf"(?<![\w/.<>*-])(?:[\w.-]+/)*[\w-]+\.(?:{ENDINGS})\b(?![\w/*])")
DOTTED = re.compile(r"\bnarrator(?:\.\w+)+")
MEMBER = re.compile(r"`([A-Z]\w*[a-z]\w*)\.(\w+)(?:\(\))?`")
COMMENTS = {
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".js": re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE),
    ".html": re.compile(r"{#.*?#}|<!--.*?-->", re.DOTALL),
    ".svg": re.compile(r"{#.*?#}|<!--.*?-->", re.DOTALL),
}


@cache
def files() -> list[str]:
    """Every file of the repository, with a slash before its path."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    return [f"/{path}" for path in listed.stdout.splitlines() if (ROOT / path).exists()]


def comments(path: Path) -> str:
    """The comments and docstrings of a file."""
    text = path.read_text(encoding="utf-8")
    return _python_comments(text) if path.suffix == ".py" else "\n".join(COMMENTS[path.suffix].findall(text))


def _python_comments(text: str) -> str:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    found = [token.string for token in tokens if token.type == tokenize.COMMENT]
    found += [
        node.value.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    return "\n".join(found)


def dangling(text: str) -> Iterator[str]:
    """Files, modules and members of classes that a text names and that are not there."""
    for name in FILE.findall(re.sub(r"https?://\S+", "", text)):
        if not is_file(name):
            yield name
    for name in DOTTED.findall(text):
        if not is_file(name) and not exists(name):
            yield name
    for name, member in MEMBER.findall(text):
        if not any(_has(holder, [member]) for holder in classes_named(name)):
            yield f"{name}.{member}"


def is_file(name: str) -> bool:
    return any(path.endswith(f"/{name}") for path in files())


def exists(dotted: str) -> bool:
    """Whether this is a module, or a name in one."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        if module := _module(".".join(parts[:length])):
            return _has(module, parts[length:])
    return False


@cache
def _module(name: str) -> ModuleType | None:
    path = f"/{name.replace('.', '/')}"
    if f"{path}.py" in files() or f"{path}/__init__.py" in files():
        return importlib.import_module(name)
    return None


def _has(holder: object, names: list[str]) -> bool:
    for name in names:
        if name in getattr(holder, "__annotations__", {}):
            return True
        if not hasattr(holder, name):
            return False
        holder = getattr(holder, name)
    return True


@cache
def _definitions() -> dict[str, list[str]]:
    """The modules of the package in which a class of each name is defined."""
    found: dict[str, list[str]] = {}
    for path in files():
        if path.startswith("/narrator/") and path.endswith(".py"):
            for name in re.findall(r"^class (\w+)", (ROOT / path[1:]).read_text(encoding="utf-8"), re.MULTILINE):
                module = path[1:].removesuffix(".py").removesuffix("/__init__").replace("/", ".")
                found.setdefault(name, []).append(module)
    return found


def classes_named(name: str) -> list[object]:
    return [getattr(importlib.import_module(module), name) for module in _definitions().get(name, ())]


@cache
def words() -> set[str]:
    """Every word of the code and its tools."""
    code = [path[1:] for path in files() if path.startswith(("/narrator/", "/templates/", "/tools/", "/Makefile"))]
    texts = [(ROOT / path).read_text(encoding="utf-8") for path in code if path.endswith(CODE)]
    return {word for text in texts for word in re.findall(r"\w+", text)}
