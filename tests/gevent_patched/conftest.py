"""Tests that need gevent's patches, as a server has them: run by `tests/storage/test_patched_gevent.py`."""

from gevent import monkey

from tests.support.faults import log, server, url  # noqa: F401 (fixtures)

collect_ignore_glob = [] if monkey.is_module_patched("socket") else ["test_*.py"]
