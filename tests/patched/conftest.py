"""Tests that need gevent's patches, as a server has them: run by `tests/storage/test_patched.py`."""

from gevent import monkey

collect_ignore_glob = [] if monkey.is_module_patched("socket") else ["test_*.py"]
