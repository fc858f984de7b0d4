"""Requests as bytes on a socket: much of what is sent here no library would agree to send."""

import contextlib
import re
import socket
import time

from msgspec import Struct

SERVER = "127.0.0.1"
PIECE = 65536
LONGEST_BODY = 20_000_000
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.IGNORECASE)
BODILESS = re.compile(rb"HTTP/1\.[01] (204|304)")
GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
STREAM = re.compile(rb"\r\ncontent-type: *text/event-stream", re.IGNORECASE)


class Sent(Struct, frozen=True):
    """One request, and in words what is odd about it."""

    name: str
    data: bytes
    oddities: tuple[str, ...] = ()
    whole: bool = True
    """Whether an answer can be expected: nobody answers half a request."""


class Answer(Struct, frozen=True):
    status: int | None
    """None where the connection was closed without a word."""
    seconds: float
    hung: bool = False
    body: bytes = b""
    head: bytes = b""


def address(number: int) -> str:
    """One of some thousand loopback addresses, so that limits of one client don't hide what others may do."""
    return f"127.0.{1 + number // 200 % 20}.{1 + number % 200}"


def exchange(port: int, sent: Sent, source: str = SERVER, patience: float = 2.5) -> Answer:
    begun = time.monotonic()
    try:
        with socket.create_connection((SERVER, port), patience, (source, 0)) as wire:
            with contextlib.suppress(ConnectionError):  # refused before all of it was sent: the answer may be there
                wire.sendall(sent.data)
            if not sent.whole:
                return Answer(None, 0)
            head, body = _read(wire, begun + patience, sent.data.startswith(b"HEAD "))
    except TimeoutError:
        return Answer(None, time.monotonic() - begun, hung=True)
    except ConnectionError:
        return Answer(None, time.monotonic() - begun)
    found = STATUS.match(head)
    return Answer(int(found[1]) if found else None, time.monotonic() - begun, body=body, head=head)


def _read(wire: socket.socket, until: float, bodiless: bool) -> tuple[bytes, bytes]:
    """The head and the body of an answer; of a stream only the head."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = _piece(wire, until)
        if not piece:
            return data, b""
        data = (data + piece).removeprefix(GO_ON)
    head, _, body = data.partition(b"\r\n\r\n")
    if bodiless or STREAM.search(head) or BODILESS.match(head):
        return head, b""
    length, chunked = LENGTH.search(head), CHUNKED.search(head)
    wanted = int(length[1]) if length else LONGEST_BODY
    while len(body) < wanted and not (chunked and body.endswith(b"0\r\n\r\n")) and (piece := _piece(wire, until)):
        body += piece
    return head, body


def _piece(wire: socket.socket, until: float) -> bytes:
    wire.settimeout(max(0.01, until - time.monotonic()))
    return wire.recv(PIECE)


def request(method: str, target: str, body: bytes = b"", **headers: str) -> bytes:
    """A proper one."""
    lines = {"Host": SERVER, "Connection": "close", "Content-Length": str(len(body))}
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode() + body
