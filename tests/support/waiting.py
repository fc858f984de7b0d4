"""Waiting for a condition instead of for a time: machines differ, and other work slows them down."""

from collections.abc import Callable
from time import monotonic

import gevent

PATIENCE = 60.0
"""Seconds after which a test fails, however busy the machine is."""


def wait_until(is_so: Callable[[], object]) -> None:
    """Let other greenlets run until this is true."""
    deadline = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < deadline, f"not true after {PATIENCE} seconds"
        gevent.sleep(0.01)
