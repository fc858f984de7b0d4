"""A game that the app deals, in mid-play, with a phone in every seat and somebody who watches."""

from narrator.core.table.events import CardStolen, DevelopmentBought
from narrator.core.table.phase import Acting
from tests.service.dealt import dealt_setup, play_on
from tests.web.people import Device, Night, Server


class DealtNight(Night):
    def __init__(self, server: Server, players: int = 3) -> None:
        super().__init__(server, dealt_setup(players), ())
        self.phones = [self.phone(seat) for seat in range(players)]
        self.watcher = self.phone("watch")
        for _ in play_on(self.games, self.id, 3, most=400):
            if self._has_secrets():
                break
        self.start = len(self.record.log)

    def _has_secrets(self) -> bool:
        """Cards were bought and stolen, and whoever is on turn may act."""
        whole = self.games.whole(self.id)
        drawn = {type(event) for event in whole.log if isinstance(event, DevelopmentBought | CardStolen)}
        return len(drawn) == 2 and isinstance(whole.state.phase, Acting)

    def device(self, role: str) -> Device:
        return {"host": self.host, "seat": self.phones[0], "watcher": self.watcher}[role]
