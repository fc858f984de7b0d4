"""What the host lets a seat do beyond playing, and which seats bots play."""

from narrator.app.games.games import Games
from narrator.app.sessions.service import SessionService, check_seat
from narrator.session.events import BotSeated, CoHosted, Trusted
from narrator.session.table_session import bot_levels


def set_trusted(games: Games, sessions: SessionService, game: str, seat: int, on: bool, key: str) -> None:
    """Let a seat's legal proposals be entered without asking the host."""
    check_seat(games.record_of(game).state, seat)
    sessions.append(game, Trusted(seat=seat, on=on), key)


def set_co_host(games: Games, sessions: SessionService, game: str, seat: int, on: bool, key: str) -> None:
    """Let a seat's phone open the host's page, in case the tablet's battery runs out."""
    check_seat(games.record_of(game).state, seat)
    if not on:
        games.storage.secrets.drop_secrets(game, "host", seat)
    sessions.append(game, CoHosted(seat=seat, on=on), key)


def revoke_rights(games: Games, sessions: SessionService, game: str, seat: int) -> None:
    """Revoke a seat's rights when its player leaves."""
    session = sessions.session_of(game)
    if seat in session.trust.trusted:
        set_trusted(games, sessions, game, seat, False, f"left {session.number} {seat}")
    if seat in session.trust.co_hosts:
        set_co_host(games, sessions, game, seat, False, f"left too {session.number} {seat}")


def swap_rights(games: Games, sessions: SessionService, game: str, one: int, other: int) -> None:
    """Swap rights and bots when two players swap seats."""
    session = sessions.session_of(game)
    trusted, co_hosts = session.trust.trusted, session.trust.co_hosts
    for seat in (one, other):
        if (one in trusted) != (other in trusted):
            set_trusted(games, sessions, game, seat, seat not in trusted, f"chairs {session.number} {seat}")
        if (one in co_hosts) != (other in co_hosts):
            set_co_host(games, sessions, game, seat, seat not in co_hosts, f"chairs too {session.number} {seat}")
    bots = bot_levels(games.record_of(game).state, session)
    for seat, level in ((one, bots.get(other)), (other, bots.get(one))):
        if bots.get(seat) != level:
            sessions.append(game, BotSeated(seat=seat, level=level), f"chairs bot {session.number} {seat}")


def replace_bot(games: Games, sessions: SessionService, game: str, seat: int) -> None:
    """Replace a bot by the person who takes its seat; do nothing if there is no bot."""
    session = sessions.session_of(game)
    if seat in bot_levels(games.record_of(game).state, session):
        sessions.append(game, BotSeated(seat=seat), f"hand over {session.number} {seat}")
