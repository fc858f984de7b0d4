"""What happened, for who runs this server: that it began and ended, what was refused, and mistakes with the number that
the person saw, too. No code, no key, no name: of a mistake it tells where it happened, not with what."""

import logging
import sys
from traceback import walk_tb
from types import TracebackType
from typing import TextIO

LOG = logging.getLogger("narrator")


class Discreet(logging.Formatter):
    """A mistake's own words may hold what somebody typed, so only its kind and its way are told."""

    def format(self, record: logging.LogRecord) -> str:
        """Whatever another formatter has made of the mistake before is not kept."""
        return super().format(logging.makeLogRecord({**vars(record), "exc_text": None}))

    def formatException(self, info: object) -> str:
        _, error, _ = info if isinstance(info, tuple) else (None, None, None)
        return traced(error) if isinstance(error, BaseException) else ""


def traced(error: BaseException) -> str:
    """
    >>> try:
    ...     raise ValueError("a secret")
    ... except ValueError as error:
    ...     "ValueError" in traced(error), "secret" in traced(error)
    (True, False)
    """
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    way = [traced(before), "which led to"] if before else []
    return "\n".join([*way, *_places(error.__traceback__), f"{type(error).__module__}.{type(error).__qualname__}"])


def _places(trace: TracebackType | None) -> list[str]:
    """Where it went through."""
    return [f"  {frame.f_code.co_filename}:{line} {frame.f_code.co_name}" for frame, line in walk_tb(trace)]


def begin(level: str, stream: TextIO = sys.stderr) -> logging.Handler:
    """All that this process says goes here. `level` is `quiet`, only what went wrong, or `all`."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Discreet("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%S"))
    logging.getLogger().addHandler(handler)
    LOG.setLevel(logging.INFO if level == "all" else logging.WARNING)
    return handler
