"""How often somebody may do something: guess a code, begin a game, say a thing. At all servers together."""

from narrator.storage.shared_state.limits import RateCounter


class RateLimit:
    """What each client has tried of one kind within the last minute."""

    def __init__(self, counter: RateCounter, kind: str, most: int) -> None:
        self._counter = counter
        self._kind = kind
        self._most = most

    def may_try(self, client: str) -> bool:
        return self._counter.number(self._kind, client) < self._most

    def count(self, client: str) -> bool:
        """False where it was one too many: somebody may be trying at several servers at once."""
        return self._counter.add_within(self._kind, client, self._most)
