"""Static files: each under an address with its fingerprint, so that browsers keep it and never an old one."""

import gzip
import posixpath
import re
from functools import cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from flask import Blueprint, Response, abort, request

from narrator.folders import PACKAGE

STATIC = PACKAGE / "static"
SCRIPTS = STATIC / "js"
VENDOR = STATIC / "vendor"
IMPORT = re.compile(r'^import [^"]*"(\.[\w./]+)"', re.MULTILINE)
COMMENT = re.compile(rb"^[ \t]*//[^\n]*|/\*.*?\*/|^[ \t]+", re.MULTILINE | re.DOTALL)  # and indentation
FOR_EVER = "public, max-age=31536000, immutable"
assets = Blueprint("assets", __name__)


@cache
def _content(path: Path, changed: float) -> tuple[bytes, str]:
    """A file and its fingerprint; `changed` makes an edited file a new one."""
    raw = path.read_bytes()
    if path.suffix in (".css", ".js") and VENDOR not in path.parents:
        raw = without_comments(raw)
    return raw, _fingerprint(raw)


@cache
def _packed(path: Path, changed: float) -> bytes:
    """The same compressed. A page that names a file does not wait for it."""
    return gzip.compress(_content(path, changed)[0], 9, mtime=0)


def without_comments(source: bytes) -> bytes:
    """Strip comments and indentation from our styles and scripts; every line keeps its number.

    >>> without_comments(b"/* Why,\\nat length. */\\na { b: c } /* d */\\n  // e\\n")
    b'\\n\\na { b: c } \\n\\n'
    """
    return COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), source)


@cache
def _folder_fingerprint(files: tuple[tuple[Path, float], ...]) -> str:
    return _fingerprint(*(path.read_bytes() for path, _ in files))


def _fingerprint(*contents: bytes) -> str:
    return sha256(b"".join(contents)).hexdigest()[:10]


def _current(path: Path) -> str:
    """Return a file's fingerprint. Scripts import each other by relative paths, so they share one."""
    if SCRIPTS in path.parents:
        return _folder_fingerprint(tuple((script, script.stat().st_mtime) for script in _scripts()))
    return _content(path, path.stat().st_mtime)[1]


def _scripts() -> list[Path]:
    return sorted(SCRIPTS.rglob("*.js"))


def _file(name: str) -> Path | None:
    """The file of this very name; a roundabout way to it (`a/../b`) is none."""
    path = STATIC / name
    try:
        return path if path.is_file() and path.resolve() == STATIC.resolve() / name else None
    except (ValueError, OSError):  # a name that no file can have
        return None


def asset(name: str) -> str:
    """The address of a static file. A missing one is a mistake in the installation and is told as such."""
    path = _file(name)
    if path is None:
        raise FileNotFoundError(f"static/{name} is missing: install the package again (`make install` in a checkout)")
    return f"/static/{_current(path)}/{name}"


def scripts(first: str = "pages/main.js") -> list[str]:
    """Return the addresses of a script and its imports, so that a page fetches them in parallel."""
    fingerprint = _current(SCRIPTS / first)
    return [f"/static/{fingerprint}/js/{name}" for name in _imported(first, fingerprint)]


@cache
def _imported(first: str, fingerprint: str) -> list[str]:
    """Return the paths of a script and its imports; `fingerprint` only drops cached answers of edited scripts."""
    found, queue = {first}, [first]
    while queue:
        importing = queue.pop()
        imports = IMPORT.findall((SCRIPTS / importing).read_text(encoding="utf-8"))
        needed = {posixpath.normpath(f"{posixpath.dirname(importing)}/{name}") for name in imports} - found
        found |= needed
        queue += needed
    return sorted(found)


@assets.get("/static/<fingerprint>/<path:name>")
def static_file(fingerprint: str, name: str) -> Response:
    path = _file(name)
    if path is None:
        abort(404)
    changed, zipped = path.stat().st_mtime, "gzip" in request.headers.get("Accept-Encoding", "")
    content = _packed(path, changed) if zipped else _content(path, changed)[0]
    answer = Response(content, mimetype=guess_type(name)[0] or "application/octet-stream")
    answer.headers["Vary"] = "Accept-Encoding"
    if zipped:
        answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Cache-Control"] = FOR_EVER if fingerprint == _current(path) else "no-cache"
    return answer
