"""One hostile request, drawn by its number: the same seed and number are the same request again."""

import re
from random import Random
from urllib.parse import quote_from_bytes

from tools.hostile.odd_values import BODIES, HEADERS, fields, text, written
from tools.hostile.people import UNKNOWN, People, Role, Route
from tools.hostile.raw_http import Sent

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "get", "MOON")
VERSIONS = (*[b"HTTP/1.1"] * 30, *[b"HTTP/1.0"] * 6, b"HTTP/9.9", b"MOON", b"\xff")
PLACEHOLDER = re.compile(r"<(?:\w+:)?(\w+)>")
COSTLY = ("a large form", "too large a form", "too large a JSON", "deep JSON")
"""Megabytes each: some hundred of them tell as much as some thousand."""


def draw(people: People, seed: int, number: int) -> Sent:
    chance = Random(f"{seed} {number}")
    route, role = chance.choice(people.routes), chance.choice(people.roles)
    method = chance.choice(route.methods) if chance.random() < 0.8 else chance.choice(METHODS)
    target, oddities = _target(chance, people, route, role)
    headers: list[tuple[bytes, bytes]] = []
    body = b""
    if method not in ("GET", "HEAD", "OPTIONS", "TRACE", "get") or chance.random() < 0.05:
        name = chance.choice(list(BODIES))
        name = name if name not in COSTLY or chance.random() < 0.1 else "a form"
        kind, body = BODIES[name](chance)
        oddities.append(name)
        headers += [(b"Content-Type", kind)] * bool(kind)
    headers += [(b"Content-Length", str(len(body)).encode())] * bool(body)
    headers += _shown(role)
    for name in chance.sample(list(HEADERS), chance.choice((0, 0, 1, 1, 2))):
        oddities.append(name)
        headers = _with(headers, HEADERS[name])
    return _sent(chance, number, f"{method} {route.rule} as {role.name}", (method, target, headers, body), oddities)


def _sent(
    chance: Random,
    number: int,
    name: str,
    parts: tuple[str, bytes, list[tuple[bytes, bytes]], bytes],
    oddities: list[str],
) -> Sent:
    method, target, headers, body = parts
    version = chance.choice(VERSIONS)
    if not version.startswith(b"HTTP/1"):
        oddities.append("an odd version")
    if "chunks" in oddities:
        body += b"0\r\n\r\n"  # the end of no chunks, or of something that was none
    lines = [f"{method} ".encode() + target + b" " + version, *(key + b": " + value for key, value in headers)]
    data = b"\r\n".join([*lines, b"", b""]) + body
    whole = chance.random() > 0.02
    if not whole:
        data = data[: chance.randrange(len(data))]
        oddities.append("half of it")
    return Sent(f"{number}: {name}, {', '.join(oddities) or 'plainly'}", data, tuple(oddities), whole)


def _with(headers: list[tuple[bytes, bytes]], more: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """A header takes the place of the one that was there; what stands twice in the new ones stays twice."""
    names = {name for name, _ in more}
    return [*(pair for pair in headers if pair[0] not in names), *more]


def _shown(role: Role) -> list[tuple[bytes, bytes]]:
    found = [(b"Host", b"127.0.0.1"), (b"Connection", b"close"), (b"Accept-Encoding", b"gzip")]
    found += [(b"Cookie", role.cookie.encode())] * bool(role.cookie)
    return found + [(b"Authorization", b"Bearer " + role.bearer.encode())] * bool(role.bearer)


def _target(chance: Random, people: People, route: Route, role: Role) -> tuple[bytes, list[str]]:
    oddities: list[str] = []

    def value(found: re.Match[str]) -> str:
        if found[1] == "game" and chance.random() < 0.9:
            return role.game.id
        if found[1] == "game":
            return chance.choice((UNKNOWN, people.beside.id, people.butt.id))
        if found[1] == "code" and chance.random() < 0.3:
            return people.butt.code
        return quote_from_bytes(text(chance), safe="/" if found[1] in ("name", "rest") else "")

    path = PLACEHOLDER.sub(value, route.rule).encode()
    if chance.random() < 0.03:
        path += text(chance).replace(b"\r\n", b"")
        oddities.append("an odd path")
    if chance.random() < 0.5:
        raw = chance.random() < 0.2
        query = written(fields(chance), raw=raw).replace(b"\r\n", b"")
        oddities.append("a query of raw bytes" if raw else "a query")
        path += b"?" + query[:6000].replace(b" ", b"+")
    return path, oddities
