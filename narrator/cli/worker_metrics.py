"""Metrics of several worker processes, for the process that starts them.

Start and run the workers inside `shared_metrics()`, and call `worker_ended(pid)` for each worker that ended, for
example in gunicorn's `child_exit`. prometheus_client chooses its mode on import: a process that forks its workers must
not import it before `shared_metrics()`, hence the late import below.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import mkdtemp


@contextmanager
def shared_metrics() -> Iterator[None]:
    """Give the workers an empty folder for their numbers, and remove it at the end."""
    folder, owner = mkdtemp(prefix="narrator-metrics-"), os.getpid()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
    try:
        yield
    finally:
        if os.getpid() == owner:  # a forked worker that exits unwinds through here, too
            del os.environ["PROMETHEUS_MULTIPROC_DIR"]
            shutil.rmtree(folder, ignore_errors=True)


def worker_ended(pid: int) -> None:
    """Remove the gauges of a dead worker, such as its open streams; its counters stay in the sums."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(pid)
