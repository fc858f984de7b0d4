"""How often a property is tried: few times in `make test`, many where somebody looks for new cases with `EXPLORE=1`."""

import os

from hypothesis import settings

MORE = 10 if os.environ.get("EXPLORE") else 1


def examples(count: int) -> settings:
    """
    >>> examples(12).max_examples == 12 * MORE
    True
    """
    return settings(max_examples=count * MORE, deadline=None)
