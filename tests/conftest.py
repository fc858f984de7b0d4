"""Properties try the same examples in every run, so that a change is what makes a test fail. To look for new ones:
`EXPLORE=1 .venv/bin/pytest`.

Each test has an application of its own; the templates, which never change meanwhile, are compiled once for all of them.
"""

import os
from types import CodeType

from hypothesis import settings
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from narrator.web.app import Narrator

settings.register_profile("same", derandomize=True)
settings.register_profile("explore", print_blob=True)
settings.load_profile("explore" if os.environ.get("EXPLORE") else "same")


class Compiled(BytecodeCache):
    def __init__(self) -> None:
        self._known: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._known[bucket.key, bucket.checksum] = bucket.code


Narrator.jinja_options = {"bytecode_cache": Compiled()}
