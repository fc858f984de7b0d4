"""Set-ups of games for tests of the storage."""

from narrator.storage.values import Secret, StoredGame
from tests.support.app import LAID, NOON, TOLD

ONE = StoredGame("one", TOLD, "CODE22", NOON, Secret("host", "ab" * 32, NOON))


TWO = StoredGame("two", LAID, "CODE33", NOON, Secret("host", "cd" * 32, NOON))
