"""Entries on the history page."""

import re

from werkzeug.test import TestResponse


def entries(answer: TestResponse) -> dict[int, str]:
    """The entries that a page shows, by their numbers, in its order."""
    found = re.findall(r'<li id="e(\d+)"(.*?)</li>', answer.text, re.DOTALL)
    return {int(entry): inside for entry, inside in found}
