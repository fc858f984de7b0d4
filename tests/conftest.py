"""Properties try the same examples in every run, so that a change is what makes a test fail. To look for new ones:
`EXPLORE=1 .venv/bin/pytest`."""

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True)
settings.register_profile("explore", print_blob=True)
settings.load_profile("explore" if os.environ.get("EXPLORE") else "same")
