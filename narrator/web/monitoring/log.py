"""The server's log: start and stop, refusals, and errors with the number that the user saw. It contains no code, key
or name: of an error it logs where it happened, not its message."""

import logging
import sys
from traceback import extract_tb
from typing import TextIO

LOG = logging.getLogger("narrator")


class PrivateFormatter(logging.Formatter):
    """Log an exception's type and traceback without its message, which may contain what somebody typed."""

    def format(self, record: logging.LogRecord) -> str:
        """Drop the exception text that another formatter may have stored in the record."""
        return super().format(logging.makeLogRecord({**vars(record), "exc_text": None}))

    def formatException(self, info: object) -> str:
        _, error, _ = info if isinstance(info, tuple) else (None, None, None)
        return format_traceback(error) if isinstance(error, BaseException) else ""


def format_traceback(error: BaseException) -> str:
    """
    >>> try:
    ...     raise ValueError("a secret")
    ... except ValueError as error:
    ...     "ValueError" in format_traceback(error), "secret" in format_traceback(error)
    (True, False)
    """
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = [format_traceback(cause), "which led to"] if cause else []
    frames = [f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in extract_tb(error.__traceback__)]
    return "\n".join([*before, *frames, f"{type(error).__module__}.{type(error).__qualname__}"])


def configure_logging(level: str, stream: TextIO = sys.stderr) -> logging.Handler:
    """Send all log messages of this process to a stream: warnings for `quiet`, everything for `all`."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(PrivateFormatter("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%S"))
    logging.getLogger().addHandler(handler)
    LOG.setLevel(logging.INFO if level == "all" else logging.WARNING)
    return handler
