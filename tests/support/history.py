"""Entries on the history page."""

from werkzeug.test import TestResponse

from tests.support.html import Element, page_of


def entries(answer: TestResponse) -> dict[int, Element]:
    """The entries that a page shows, by their numbers, in its order."""
    found = {one.get("id").removeprefix("e"): one for one in page_of(answer).every("li")}
    return {int(entry): one for entry, one in found.items() if entry.isdecimal()}
