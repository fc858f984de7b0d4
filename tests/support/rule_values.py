"""Values of house rules to try."""

from typing import Any

from narrator.core.table.house_rules import allowed_values, number_range


def tried_values(key: str) -> list[Any]:
    """Every value of a rule; of a number only the smallest and the largest."""
    return list(number_range(key) or allowed_values(key))
