"""How the table is spoken to: detail, asides and pages of the narration, the voice, and phrases between players."""

from msgspec.structs import replace

from narrator.app.bots.next_bot import bot_scene_of, has_asked
from narrator.app.sessions.service import SessionService, check_seat
from narrator.core.message import Refused, impossible
from narrator.core.record.record import Record
from narrator.core.table.state import GameState
from narrator.script.scenes.director import NarrationOptions
from narrator.session import events
from narrator.session.table_session import PHRASES, TableSession


def narration_options(record: Record, session: TableSession, detail: str | None = None) -> NarrationOptions:
    """Return how a page is narrated: as the table chose, or with another `detail` for one reader."""
    options = session.narration.options(detail)
    return replace(options, bot=bot_scene_of(record, session), is_interrupted=has_asked(record, session))


def choose_detail(sessions: SessionService, record: Record, game: str, detail: events.Detail, key: str) -> None:
    """Change the detail; rules that were explained before are explained again in full."""
    sessions.append(game, events.DetailChosen(detail=detail, seen=record.last_entry), key)


def mute_asides(sessions: SessionService, game: str, on: bool, key: str) -> None:
    sessions.append(game, events.AsidesMuted(on=on), key)


def turn_intro_page(sessions: SessionService, game: str, page: int) -> None:
    session = sessions.session_of(game)
    if page != session.narration.page:
        sessions.append(game, events.IntroPageTurned(page=page), f"page {session.number} {page}")


def turn_stats_page(sessions: SessionService, game: str, page: str) -> None:
    session = sessions.session_of(game)
    if page != session.end.stats_page:
        sessions.append(game, events.StatsPageTurned(page=page), f"browsed {session.number} {page}")


def take_voice(sessions: SessionService, game: str, device: str, is_first: bool, by_watcher: bool = False) -> bool:
    """Let a device read aloud, and silence any other; `""` is silence. With `is_first`, a device whose voice is still
    on from an earlier evening only gets it if no other device had it. A watcher can't take it from a device at the
    table; return False then."""
    session = sessions.session_of(game)
    speaker = session.speaker
    if by_watcher and speaker.device and not speaker.is_watcher:
        return False
    if speaker.device != device and not (is_first and speaker.device is not None):
        event = events.VoiceTaken(device=device, by_watcher=by_watcher)
        sessions.append(game, event, "voice" if is_first else f"voice {session.number} {device}")
    return True


def say_phrase(sessions: SessionService, state: GameState, game: str, phrase: events.PhraseSaid, key: str) -> None:
    """Raises `Refused` for an unknown phrase or seat."""
    if phrase.phrase not in PHRASES:
        raise Refused(impossible("phrase.unknown"))
    if phrase.to is not None:
        check_seat(state, phrase.to)
    sessions.append(game, phrase, key)
