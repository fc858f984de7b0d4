"""Codes in photographs. What reads them is an extra (`narrator[photos]`): most evenings need none of it."""

import json
import sys
from importlib.util import find_spec
from pathlib import Path

from gevent.lock import BoundedSemaphore

from narrator.core.message import Refused, impossible

READER = Path(__file__).with_name("code_reader.py")
MOST_SECONDS = 8.0
"""A photograph takes a fraction of one; a picture that was made to be slow would take minutes."""
ONE_AT_A_TIME = BoundedSemaphore()
"""However many come, the rest of the machine is the games'."""


def can_read() -> bool:
    return find_spec("zxingcpp") is not None and find_spec("PIL") is not None


def codes_in(photograph: bytes, seconds: float = MOST_SECONDS) -> list[str]:
    """What the codes in a photograph say, in whatever order; everybody else is answered meanwhile. Raises `Refused`."""
    from gevent import subprocess  # only who sends a photograph waits for it

    command = [sys.executable, "-P", str(READER)]
    with ONE_AT_A_TIME:
        try:
            done = subprocess.run(command, input=photograph, capture_output=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            raise Refused(impossible("photo.no_code")) from None
    found: list[str] | str = json.loads(done.stdout) if done.returncode == 0 else "unreadable"
    if isinstance(found, str):
        raise Refused(impossible(f"photo.{found}"))
    return found
