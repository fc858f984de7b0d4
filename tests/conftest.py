"""Properties try the same examples in every run, so that a change is what makes a test fail: 30 of them, and 100 by
`make thorough`. To look for new ones: `EXPLORE=1 .venv/bin/pytest`.

Each test has an application of its own. Its templates are the same in all of them and compiled once: that
takes longer than what most tests do.
"""

import gc
import os
from types import CodeType

import pytest
from hypothesis import settings
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from narrator.web.app import Narrator
from tests.support import stores

settings.register_profile("same", derandomize=True, max_examples=30)
settings.register_profile("thorough", derandomize=True)
settings.register_profile("explore", print_blob=True)
settings.load_profile("explore" if os.environ.get("EXPLORE") else os.environ.get("PROPERTIES", "same"))


def pytest_collection_finish() -> None:
    """Thousands of tests stay to the end: whoever looks for what nobody holds any more need not look at them again and
    again, which in the middle of a test took a third of a second."""
    gc.collect()
    gc.freeze()


class Compiled(BytecodeCache):
    def __init__(self) -> None:
        self._known: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._known[bucket.key, bucket.checksum] = bucket.code


Narrator.jinja_options = {**Narrator.jinja_options, "bytecode_cache": Compiled()}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "thorough: walks through much that other tests sample, run by `make thorough`")
    config.addinivalue_line("markers", "file: about the SQLite file itself, so not run with PostgreSQL")
    config.addinivalue_line("markers", "storeless: keeps nothing anywhere, so run once and not with each store")
    config.addinivalue_line("markers", "long: asks the log thousands of times, so not run with PostgreSQL as well")
    if not hasattr(config, "workerinput"):
        stores.begin_run()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        stores.end_run()
