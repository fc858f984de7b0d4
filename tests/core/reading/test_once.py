from narrator.core.reading.once import ROOM, once


class Thing:
    """Something without a hash that matters."""


def test_the_same_things_are_looked_at_once_and_others_anew():
    looked: list[object] = []

    @once
    def look(one: object, other: object) -> int:
        looked.append((one, other))
        return len(looked)

    first, second = Thing(), Thing()
    assert [look(first, second), look(first, second), look(second, first), look(first, second)] == [1, 1, 2, 1]


def test_nothing_that_came_later_is_taken_for_what_was_there_before():
    @once
    def same(thing: list[int]) -> list[int]:
        return [*thing]

    assert all(same([number]) == [number] for number in range(2 * ROOM))
