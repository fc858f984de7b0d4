"""Static files under addresses with fingerprints, so that browsers can cache them forever."""

import gzip
import posixpath
import re
from functools import cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from flask import Blueprint, Response, abort, request

from narrator.folders import PACKAGE

STATIC_FOLDER = PACKAGE / "static"
SCRIPT_FOLDER = STATIC_FOLDER / "js"
VENDOR_FOLDER = STATIC_FOLDER / "vendor"
IMPORT_STATEMENT = re.compile(r'^import [^"]*"(\.[\w./]+)"', re.MULTILINE)
COMMENT_OR_INDENT = re.compile(rb"^[ \t]*//[^\n]*|/\*.*?\*/|^[ \t]+", re.MULTILINE | re.DOTALL)
CACHE_FOREVER = "public, max-age=31536000, immutable"
blueprint = Blueprint("assets", __name__)


@cache
def _content(path: Path, modified: float) -> tuple[bytes, str]:
    """Return a file's content and fingerprint; an edited file has a new `modified`."""
    raw = path.read_bytes()
    if path.suffix in (".css", ".js") and VENDOR_FOLDER not in path.parents:
        raw = strip_comments(raw)
    return raw, _hash(raw)


@cache
def _gzipped_content(path: Path, modified: float) -> bytes:
    return gzip.compress(_content(path, modified)[0], 9, mtime=0)


def strip_comments(source: bytes) -> bytes:
    """Remove comments and indentation from styles and scripts, keeping line numbers.

    >>> strip_comments(b"/* Why,\\nat length. */\\na { b: c } /* d */\\n  // e\\n")
    b'\\n\\na { b: c } \\n\\n'
    """
    return COMMENT_OR_INDENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), source)


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()[:10]


@cache
def _scripts_fingerprint(files: tuple[tuple[Path, float], ...]) -> str:
    return _hash(b"".join(path.read_bytes() for path, _ in files))


def _fingerprint(path: Path) -> str:
    """Return a file's fingerprint. Scripts share one, since they import each other by relative paths."""
    if SCRIPT_FOLDER in path.parents:
        scripts = sorted(SCRIPT_FOLDER.rglob("*.js"))
        return _scripts_fingerprint(tuple((script, script.stat().st_mtime) for script in scripts))
    return _content(path, path.stat().st_mtime)[1]


def _find_file(name: str) -> Path | None:
    """Return the file with exactly this name; `a/../b` is none."""
    path = STATIC_FOLDER / name
    try:
        return path if path.is_file() and path.resolve() == STATIC_FOLDER.resolve() / name else None
    except (ValueError, OSError):  # not a valid file name
        return None


def asset_url(name: str) -> str:
    path = _find_file(name)
    if path is None:
        raise FileNotFoundError(f"static/{name} is missing: install the package again (`make install` in a checkout)")
    return f"/static/{_fingerprint(path)}/{name}"


def script_urls(first: str = "pages/main.js") -> list[str]:
    """Return the addresses of a script and all its imports, so that a page can preload them together."""
    fingerprint = _fingerprint(SCRIPT_FOLDER / first)
    return [f"/static/{fingerprint}/js/{name}" for name in _imports(first, fingerprint)]


@cache
def _imports(first: str, fingerprint: str) -> list[str]:
    """Return the paths of a script and all its imports; an edited one has a new fingerprint."""
    found, queue = {first}, [first]
    while queue:
        importing = queue.pop()
        imports = IMPORT_STATEMENT.findall((SCRIPT_FOLDER / importing).read_text(encoding="utf-8"))
        new = {posixpath.normpath(f"{posixpath.dirname(importing)}/{name}") for name in imports} - found
        found |= new
        queue += new
    return sorted(found)


@blueprint.get("/static/<fingerprint>/<path:name>")
def static_file(fingerprint: str, name: str) -> Response:
    path = _find_file(name)
    if path is None:
        abort(404)
    modified, accepts_gzip = path.stat().st_mtime, "gzip" in request.headers.get("Accept-Encoding", "")
    content = _gzipped_content(path, modified) if accepts_gzip else _content(path, modified)[0]
    response = Response(content, mimetype=guess_type(name)[0] or "application/octet-stream")
    response.headers["Vary"] = "Accept-Encoding"
    if accepts_gzip:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = CACHE_FOREVER if fingerprint == _fingerprint(path) else "no-cache"
    return response
