"""Who hears that something was written by somebody else: in another process, or through another log."""

import logging
from collections.abc import Callable

import gevent
from gevent import Greenlet

NoticeHandler = Callable[[str | None], None]
"""Called with the game that something was written of; with none where it may be any."""


class Notices:
    """A greenlet of its own watches for as long as anybody listens."""

    def __init__(self, watch: Callable[[NoticeHandler], None]) -> None:
        """`watch` never returns and calls back whenever there is something to tell."""
        self._watch = watch
        self._listeners: list[NoticeHandler] = []
        self._watching: Greenlet | None = None

    def listen(self, heard: NoticeHandler) -> Callable[[], None]:
        """What comes back ends it."""
        self._listeners.append(heard)
        if self._watching is None:
            self._watching = gevent.spawn(self._watch, self._tell)

        def stop() -> None:
            if heard in self._listeners:
                self._listeners.remove(heard)
            if not self._listeners:
                self.close()

        return stop

    def _tell(self, game: str | None) -> None:
        for heard in list(self._listeners):
            try:
                heard(game)
            except Exception:  # the others hear of it, and what comes next is heard, too
                logging.getLogger(__name__).exception("A listener failed on %s", game)

    def close(self) -> None:
        self._listeners.clear()
        watching, self._watching = self._watching, None
        if watching is not None:
            watching.kill(block=False)
