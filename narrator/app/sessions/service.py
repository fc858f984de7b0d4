"""All use cases of a table's session: proposals and trades, trust and bots of seats, narration, phrases."""

from narrator.app.sessions.trades import Trades
from narrator.core.message import Refused, impossible
from narrator.session.events import (
    AsidesMuted,
    BotSeated,
    CoHosted,
    Detail,
    DetailChosen,
    IntroPageTurned,
    PhraseSaid,
    StatsPageTurned,
    Trusted,
    VoiceTaken,
)
from narrator.session.table_session import PHRASES, bot_levels


class SessionService(Trades):
    # Seats

    def trust(self, game: str, seat: int, on: bool, key: str) -> None:
        self._check_seat(game, seat)
        self.append(game, Trusted(seat=seat, on=on), key)

    def co_host(self, game: str, seat: int, on: bool, key: str) -> None:
        """Let a seat's phone open the host's page, in case the tablet's battery runs out."""
        self._check_seat(game, seat)
        if not on:
            self._storage.secrets.drop_secrets(game, "host", seat)
        self.append(game, CoHosted(seat=seat, on=on), key)

    def distrust(self, game: str, seat: int) -> None:
        """Withdraw a seat's rights when its player leaves."""
        session = self.session_of(game)
        if seat in session.trust.trusted:
            self.trust(game, seat, False, f"left {session.number} {seat}")
        if seat in session.trust.co_hosts:
            self.co_host(game, seat, False, f"left too {session.number} {seat}")

    def swap_seats(self, game: str, one: int, other: int) -> None:
        """Move rights and bots along when two players swap seats."""
        session = self.session_of(game)
        trusted, co_hosts = session.trust.trusted, session.trust.co_hosts
        for seat in (one, other):
            if (one in trusted) != (other in trusted):
                self.trust(game, seat, seat not in trusted, f"chairs {session.number} {seat}")
            if (one in co_hosts) != (other in co_hosts):
                self.co_host(game, seat, seat not in co_hosts, f"chairs too {session.number} {seat}")
        bots = bot_levels(self._games.record_of(game).state, session)
        for seat, level in ((one, bots.get(other)), (other, bots.get(one))):
            if bots.get(seat) != level:
                self.append(game, BotSeated(seat=seat, level=level), f"chairs bot {session.number} {seat}")

    def hand_over(self, game: str, seat: int) -> None:
        """Replace a bot by the person who takes its seat."""
        session = self.session_of(game)
        if seat in bot_levels(self._games.record_of(game).state, session):
            self.append(game, BotSeated(seat=seat), f"hand over {session.number} {seat}")

    # Narration

    def choose_detail(self, game: str, detail: Detail, key: str) -> None:
        """Change the detail; rules that were explained before are explained again in full."""
        self.append(game, DetailChosen(detail=detail, seen=len(self._games.record_of(game).log)), key)

    def turn_intro_page(self, game: str, page: int) -> None:
        session = self.session_of(game)
        if page != session.narration.page:
            self.append(game, IntroPageTurned(page=page), f"page {session.number} {page}")

    def turn_stats_page(self, game: str, page: str) -> None:
        session = self.session_of(game)
        if page != session.end.stats_page:
            self.append(game, StatsPageTurned(page=page), f"browsed {session.number} {page}")

    def mute(self, game: str, on: bool, key: str) -> None:
        self.append(game, AsidesMuted(on=on), key)

    def take_voice(self, game: str, device: str, is_first: bool, by_watcher: bool = False) -> bool:
        """Let a device read aloud, and silence any other; `""` is silence. With `is_first`, a device whose voice is
        still on from an earlier evening only gets it if no other device had it. A watcher can't take it from a device
        at the table; return False then."""
        speaker, number = self.session_of(game).speaker, self.session_of(game).number
        if by_watcher and speaker.device and not speaker.is_watcher:
            return False
        if speaker.device != device and not (is_first and speaker.device is not None):
            event = VoiceTaken(device=device, by_watcher=by_watcher)
            self.append(game, event, "voice" if is_first else f"voice {number} {device}")
        return True

    def say(self, game: str, said: PhraseSaid, key: str) -> None:
        if said.phrase not in PHRASES:
            raise Refused(impossible("phrase.unknown"))
        if said.to is not None:
            self._check_seat(game, said.to)
        self.append(game, said, key)
