"""Every test runs with both stores."""

from tests.support.both_stores import pytest_generate_tests, store  # noqa: F401 (a hook and a fixture)
