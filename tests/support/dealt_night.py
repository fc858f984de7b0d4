"""A game that the app deals, in mid-play, with a phone in every seat and somebody who watches."""

from narrator.core.table.events import CardStolen, DevelopmentBought, SeatJoined
from narrator.core.table.phase import Acting
from tests.support.dealt import dealt_setup, play_on
from tests.support.games import COLOURS
from tests.support.web_people import Device, Night, Server


class DealtNight(Night):
    def __init__(self, server: Server, players: int = 3, late: int = 0) -> None:
        """So many come `late`: their chairs are added to a game that is already there."""
        super().__init__(server, dealt_setup(players), ())
        for seat in range(players, players + late):
            self.enter(SeatJoined(seat=seat, name=f"Late {seat}", colour=COLOURS[seat], language="en"))
        self.phones = [self.phone(seat) for seat in range(players + late)]
        self.watcher = self.phone("watch")
        for _ in play_on(self.games, self.id, 3, most=400):
            if self._has_secrets():
                break
        self.start = len(self.record.log)

    def _has_secrets(self) -> bool:
        """Cards were bought and stolen, and whoever is on turn may act."""
        whole = self.games.full_record(self.id)
        drawn = {type(event) for event in whole.log if isinstance(event, DevelopmentBought | CardStolen)}
        return len(drawn) == 2 and isinstance(whole.state.phase, Acting)

    def device(self, role: str) -> Device:
        return {"host": self.host, "seat": self.phones[0], "watcher": self.watcher}[role]
