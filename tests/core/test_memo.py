import gc
from typing import Any
from weakref import ref

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.memo import derived, memo


class Table(Struct, frozen=True, dict=True, weakref=True):
    number: int
    cards: dict[str, int] = {}
    """Has no hash, like a real table."""


def counting() -> tuple[Any, list[int]]:
    calls: list[int] = []

    @memo
    def doubled(table: Table, times: int = 2) -> list[int]:
        calls.append(table.number)
        return [table.number] * times

    return doubled, calls


def test_a_value_is_looked_at_once_for_the_same_arguments():
    doubled, calls = counting()
    one, equal = Table(1), Table(1)
    assert doubled(one) is doubled(one)
    assert doubled(one, 3) == [1, 1, 1]
    assert doubled(one, times=3) == [1, 1, 1]
    assert doubled(equal) == [1, 1]
    assert calls == [1, 1, 1, 1]


def test_a_changed_copy_starts_with_nothing():
    doubled, _ = counting()
    one = Table(1)
    doubled(one)
    assert doubled(replace(one, number=2)) == [2, 2]
    assert derived(replace(one)) == {}


def test_what_was_derived_goes_with_the_value():
    @memo
    def beside(table: Table) -> Table:
        return Table(table.number + 1)

    one = Table(1)
    found = ref(beside(one))
    assert found() is not None
    del one
    gc.collect()
    assert found() is None
