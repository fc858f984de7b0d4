"""Odd things to send: values, bodies, headers. Each has a name, so that a report can say what was odd."""

import json
from collections.abc import Callable
from random import Random
from urllib.parse import quote_from_bytes

FORM, JSON = b"application/x-www-form-urlencoded", b"application/json"
RULING = {"type": "ruling_made", "case": "x", "text": "as we please"}
END = {"type": "turn_ended", "seat": 0}
LARGEST = 1_000_000

VALUES: tuple[bytes, ...] = (
    *(b"", b"0", b"1", b"2", b"3", b"-1", b"1000", b"99999999999", b"9" * 400, b"1.5", b"1e999", b"NaN", b"null"),
    *(b"true", b"[]", b"{}", b'"', b"'", b"../../etc/passwd", b"<script>alert(1)</script>", b"{{ 7 * 7 }}", b"%s%n"),
    *("٣".encode(), "ก".encode() * 300, "🎲".encode(), b"\x00", b"\xff", b"\xed\xa0\x80", b"\xc0\xaf", b"a" * 5000),
    *(b"accept", b"enter", b"ore", b"ore.ore.wool", b"watch", b"rotate", b"free", b"trust", b"manual", b"soft", b"th"),
    *(b"v_9_9_9", b"0,0,0", b"e_v_0_0_0_v_0_0_0", b"//example.com", b"http://[", b"javascript:alert(1)", b"\r\nX: y"),
)
NAMES = (
    *("do", "seat", "late", "entry", "at", "events", "seen", "note", "key", "next", "lang", "q", "number", "remove"),
    *("players", "layout", "brush", "roll", "preset", "tracking", "detail", "theme", "name", "name0", "colour", "code"),
    *(
        "verdict",
        "give",
        "want",
        "answer",
        "partner",
        "phrase",
        "to",
        "other",
        "on",
        "text",
        "case",
        "question",
        "rules",
    ),
    *(
        "turn_timer",
        "turn_seconds",
        "target_vp",
        "look",
        "board_turn",
        "address",
        "password",
        "card",
        "dry_run",
        "file",
    ),
)


def text(chance: Random) -> bytes:
    return chance.choice(VALUES)


def fields(chance: Random, events: bool = True) -> list[tuple[bytes, bytes]]:
    """Names that pages ask for, with values that they don't; some twice."""
    found = [(chance.choice(NAMES).encode(), text(chance)) for _ in range(chance.randrange(6))]
    if events and chance.random() < 0.5:
        found.append((b"events", chance.choice(LISTS)))
    if chance.random() < 0.3:
        found.append((b"seen", chance.choice((b"0", b"214", b"213", b"99999", b"x"))))
    return found


def written(pairs: list[tuple[bytes, bytes]], raw: bool) -> bytes:
    """A query or a form; raw, its bytes stand in it as they are."""
    if raw:
        return b"&".join(name + b"=" + value for name, value in pairs)
    return "&".join(f"{quote_from_bytes(name)}={quote_from_bytes(value)}" for name, value in pairs).encode()


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


LISTS: tuple[bytes, ...] = (
    *(_json([RULING]), _json([END]), _json([RULING] * 300), b"[]", b"{}", b"[7]", b"[null]", b"[" * 5000, b"[{"),
    *(_json([{**RULING, "time": time}]) for time in ("2026-05-01T12:00:00", "0001-01-01T00:00:00Z", "x", "")),
    *(_json([{**END, "seat": seat}]) for seat in (-1, 7, 1001, 10**30, 1.5, "0", None)),
    _json([{**RULING, "group": 10**9}]),
    _json([{"type": "taken_back", "to": 0}]),
    _json([{"type": "taken_back", "to": 10**9}]),
    _json([{"type": "amended", "entry": 1, "event": RULING}]),
    _json([{"type": "amended", "after": 0, "event": {"type": "amended", "entry": 1}}]),
    _json([{"type": "rule_changed", "key": "target_vp", "value": {"deep": [1]}}]),
    _json([{"type": "corrected", "what": "hand", "seat": 0, "value": 10**20}]),
    _json([{"type": "settlement_built", "seat": 0, "at": "v_9_9_9", "touches": [{"resource": "moon", "number": 7}]}]),
    _json([{"type": "monopoly_played", "seat": 0, "resource": "ore", "taken": {"0": 19, "9": 1}}]),
    b'[{"type":"turn_ended","type":"ruling_made","seat":0,"seat":1}]',
    b'[{"type":"ruling_made","case":"x","text":"\\ud800"}]',
    b'[{"type":"ruling_made","case":"x","text":"\xff"}]',
    b'[{"type":"turn_ended","seat":NaN}]',
    b'[{"type":"turn_ended","seat":1e400}]',
)
Body = Callable[[Random], tuple[bytes, bytes]]
"""A content type and what is sent under it."""


def _file(events: list[object]) -> bytes:
    players = [{"name": "Ana", "colour": "red"}, {"name": "Boris", "colour": "blue"}]
    return _json({"format": "narrator/1", "setup": {"players": players, "tracking": "script"}, "events": events})


def _multipart(content: bytes, boundary: bytes = b"x") -> tuple[bytes, bytes]:
    head = b'Content-Disposition: form-data; name="file"; filename="game.json"\r\n\r\n'
    return b"multipart/form-data; boundary=" + boundary, b"--x\r\n" + head + content + b"\r\n--x--\r\n"


def _api(chance: Random) -> bytes:
    return b'{"events":%s,"seen":%s}' % (chance.choice(LISTS), chance.choice((b"0", b"214", b"-1", b"null", b"9e99")))


BODIES: dict[str, Body] = {
    "an empty body": lambda chance: (FORM, b""),
    "a form": lambda chance: (FORM, written(fields(chance), raw=False)),
    "a form of raw bytes": lambda chance: (FORM, written(fields(chance), raw=True)),
    "a form of many fields": lambda chance: (FORM, b"&".join(b"f%d=1" % number for number in range(2000))),
    "a large form": lambda chance: (FORM, b"events=" + b"[" * (LARGEST - 5000)),
    "too large a form": lambda chance: (FORM, b"text=" + b"a" * (LARGEST + 5000)),
    "events": lambda chance: (JSON, _api(chance)),
    "a game file": lambda chance: (JSON, _file([RULING, *json_list(chance)])),
    "a file of a set-up that can't be": lambda chance: (JSON, _odd_setup(chance)),
    "broken JSON": lambda chance: (JSON, chance.choice((b"{", b'{"a"', b"]", b"\xff\xfe{", b"\xef\xbb\xbf{}", b"nul"))),
    "deep JSON": lambda chance: (JSON, b'{"events":' * 2000 + b"[" * chance.choice((1000, 100_000))),
    "too large a JSON": lambda chance: (JSON, b"[" + b"0," * (LARGEST // 2 + 5000) + b"0]"),
    "JSON as a form": lambda chance: (FORM, _api(chance)),
    "a form as JSON": lambda chance: (JSON, written(fields(chance), raw=False)),
    "no type": lambda chance: (b"", _api(chance)),
    "an odd type": lambda chance: (
        chance.choice((b"text/\xff", b"a", b"application/json; charset=moon")),
        _api(chance),
    ),
    "a file in a form": lambda chance: _multipart(_file([RULING, *json_list(chance)])),
    "a broken file in a form": lambda chance: _multipart(
        text(chance), chance.choice((b"x", b"", b"y", b"\xff", b"x" * 500))
    ),
}


def json_list(chance: Random) -> list[object]:
    try:
        found = json.loads(chance.choice(LISTS))
    except (ValueError, RecursionError):
        return []
    return found if isinstance(found, list) else []


def _odd_setup(chance: Random) -> bytes:
    setup = json.loads(_file([]))
    odd = [
        0,
        -1,
        "moon",
        None,
        [],
        {},
        10**30,
        "\ud800",
        [[]] * 50,
        {"layout": "manual", "hexes": []},
        {"layout": "spiral"},
    ]
    setup["setup"][chance.choice(("players", "board", "rules", "tracking", "theme", "language", "moon"))] = (
        chance.choice(odd)
    )
    return _json(setup)


HEADERS: dict[str, list[tuple[bytes, bytes]]] = {
    "a foreign origin": [(b"Origin", b"http://example.com")],
    "no origin at all": [(b"Origin", b"null")],
    "an origin that is none": [(b"Origin", b"http://[")],
    "a foreign host": [(b"Host", b"evil.example")],
    "an empty host": [(b"Host", b"")],
    "two hosts": [(b"Host", b"127.0.0.1"), (b"Host", b"evil.example")],
    "a host of raw bytes": [(b"Host", b"\xff\xfe")],
    "an upgrade": [(b"Upgrade", b"websocket"), (b"Connection", b"Upgrade"), (b"Sec-WebSocket-Key", b"x" * 24)],
    "a long header": [(b"X-Long", b"a" * 20_000)],
    "many headers": [(b"X-%d" % number, b"1") for number in range(300)],
    "a header of raw bytes": [(b"X-Odd", b"\xff\x80"), (b"Accept-Language", b"\xff"), (b"Referer", b"\xff")],
    "a cookie of raw bytes": [(b"Cookie", b"lang=\xff; host_\xff=\xff; me_=; =;")],
    "many cookies": [(b"Cookie", b"; ".join(b"host_%08d=x; me_%08d=x" % (n, n) for n in range(100)))],
    "an odd language": [(b"Accept-Language", b"zz;q=x, *, ,;;q=-1, en-" + b"a" * 500)],
    "an odd key": [(b"Idempotency-Key", b"\xff" * 50)],
    "a long key": [(b"Idempotency-Key", b"k" * 500)],
    "an odd token": [(b"Authorization", b"Bearer \xff\xff")],
    "a forwarded address": [(b"X-Forwarded-For", b"127.0.0.1"), (b"X-Forwarded-Host", b"evil.example")],
    "a tap's headers": [(b"HX-Request", b"true"), (b"HX-Current-URL", b"http://[\xff")],
    "a range": [(b"Range", b"bytes=0-0,5-2,-1"), (b"If-None-Match", b'"\xff')],
    "an expectation": [(b"Expect", b"100-continue")],
    "chunks": [(b"Transfer-Encoding", b"chunked")],
    "a length that is none": [(b"Content-Length", b"-1")],
}
