"""The examples in docstrings are true: every module that has one is found and tried."""

import doctest
import importlib
from pathlib import Path

import pytest

import narrator

PACKAGE = Path(narrator.__file__).parent
WITH_EXAMPLES = sorted(
    ".".join(("narrator", *path.relative_to(PACKAGE).with_suffix("").parts))
    for path in PACKAGE.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_in_the_code_are_true(module: str) -> None:
    found = doctest.testmod(importlib.import_module(module))
    assert (found.failed, found.attempted > 0) == (0, True)


def test_the_examples_are_found() -> None:
    assert len(WITH_EXAMPLES) > 10
