"""Checks of rendered sentences."""

import re


def check_said(text: str) -> None:
    assert text
    assert not re.search(r"[{}]|  |\bNone\b", text), text
    assert text == text.strip()
