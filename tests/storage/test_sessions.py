"""Notes in the file: each number and each key once, every kind comes back as it was; phones' secrets beside them."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from narrator.core.message import msg
from narrator.core.table.events import BankTraded, CardStolen, TurnEnded
from narrator.session.events import (
    Answered,
    AnySessionEvent,
    AsidesMuted,
    BotIntended,
    BotPaced,
    BotSaid,
    BotSeated,
    Closed,
    ClubCard,
    ClubClosed,
    ClubHelp,
    CoHosted,
    DetailChosen,
    IntroPageTurned,
    NoPointsCards,
    Objected,
    Offered,
    PhraseSaid,
    PracticeStepped,
    ProgramReasoned,
    ProgramSeated,
    Proposed,
    QuizAnswered,
    QuizTurned,
    SeatAgreed,
    SeatAsked,
    SeatFreed,
    SeatTaken,
    StatsPageTurned,
    StoredSessionEvent,
    Trusted,
    VoiceTaken,
    VoteAsked,
    Voted,
    decode_session_event,
    encode_session_event,
)
from narrator.storage.errors import NumberTaken
from narrator.storage.storage import Storage
from narrator.storage.values import Secret, StoredGame
from tests.support.app import NOON, TOLD, log_in, ruling

EVERY_KIND: list[AnySessionEvent] = [
    Proposed(seat=0, events=[BankTraded(seat=0, give={"ore": 4}, receive={"wool": 1})], seen=3),
    Proposed(seat=1, events=[CardStolen(seat=1, victim=None)]),
    Closed(event_number=1, outcome="entered"),
    Offered(seat=0, give={"ore": 1}, want={}, seen=4),
    Answered(seat=2, offer_number=4, answer="counter", give={"brick": 2}, want={"ore": 1}),
    PhraseSaid(seat=2, phrase="wait"),
    SeatFreed(seat=1, phone="0" * 64),
    SeatAgreed(seat=2, request_number=3),
    SeatTaken(seat=1, device="phone", agreed=[2, 3], phone="0" * 64),
    PhraseSaid(seat=2, phrase="wait", to=0),
    Trusted(seat=2, on=True),
    CoHosted(seat=1, on=False),
    Answered(seat=1, offer_number=4, answer="accept", by=0),
    SeatAsked(seat=1, asker="ab" * 32),
    DetailChosen(detail="terse"),
    IntroPageTurned(page=2),
    AsidesMuted(on=True),
    VoiceTaken(device="0123456789abcdef"),
    VoteAsked(case="prompt.gift"),
    Voted(seat=1, vote_number=14, ruling="allowed"),
    Objected(seat=2, seen=7),
    QuizTurned(seed=7, at=1, seen=3),
    QuizTurned(seed=7, at=1, shown=True),
    QuizAnswered(seat=1, at=1, option="yes"),
    PracticeStepped(step=2),
    BotSeated(seat=2, level="friend"),
    BotSeated(seat=2, level="master", hand={"ore": 2}, development=["knight"], seen=4),
    BotPaced(pace="step"),
    BotSaid(
        seat=2, entry=5, event_type="turn_ended", why=msg("bot.why.end", seat=2), then=[TurnEnded(seat=2)], whys=[]
    ),
    BotIntended(seat=2, event=CardStolen(seat=2, victim=1), why=msg("bot.why.theft", seat=2, other=1), seen=4),
    NoPointsCards(seat=1, seen=9),
    StatsPageTurned(page="dice"),
    ClubHelp(state="called", seat=2),
    ClubHelp(state="coming"),
    ClubCard(place="Window 4", names=True),
    ClubClosed(on=True, seen=9),
    ProgramReasoned(seat=1, entry=12, text="Dos trigos y un mineral: quiero la ciudad."),
    ProgramSeated(key="c0ffee", dialect="clawtan"),
]


@pytest.fixture
def log(tmp_path: Path) -> Storage:
    log = log_in(tmp_path)
    for id, code in (("one", "CODE22"), ("two", "CODE33")):
        log.games.create(StoredGame(id, TOLD, code, NOON, Secret("host", "ab" * 32, NOON)), [])
    return log


def test_every_kind_of_session_event_comes_back_as_it_was(log: Storage, tmp_path: Path) -> None:
    assert {type(note) for note in EVERY_KIND} == set(get_args(AnySessionEvent))
    for number, note in enumerate(EVERY_KIND, start=1):
        log.sessions.append("one", number, note, f"key {number}", NOON)
    kept = log_in(tmp_path).sessions.events("one")
    assert kept == [StoredSessionEvent(number, note, NOON) for number, note in enumerate(EVERY_KIND, start=1)]
    assert [kept.number for kept in log.sessions.events("one", after=6)] == [*range(7, len(EVERY_KIND) + 1)]


@pytest.mark.storeless
@pytest.mark.parametrize(
    ("event", "stored"),
    [
        (Closed(event_number=7, outcome="refused"), b'{"type":"settled","note":7,"outcome":"refused"}'),
        (Answered(seat=1, offer_number=7, answer="accept"), b'{"type":"answered","seat":1,"note":7,"answer":"accept"}'),
        (SeatAgreed(seat=1, request_number=7), b'{"type":"seat_agreed","seat":1,"note":7}'),
        (Voted(seat=1, vote_number=7, ruling="allowed"), b'{"type":"voted","seat":1,"note":7,"way":"allowed"}'),
        (QuizAnswered(seat=1, at=1, option="yes"), b'{"type":"guessed","seat":1,"at":1,"way":"yes"}'),
        (
            BotSaid(seat=1, entry=5, event_type="turn_ended", why=msg("bot.why.end")),
            b'{"type":"bot_said","seat":1,"entry":5,"deed":"turn_ended","why":{"key":"bot.why.end","params":{}}}',
        ),
    ],
)
def test_session_events_are_stored_with_their_old_field_names(event: AnySessionEvent, stored: bytes) -> None:
    assert encode_session_event(event) == stored
    assert decode_session_event(stored) == event


def test_a_number_and_a_key_are_used_once_in_a_game(log: Storage) -> None:
    said = PhraseSaid(seat=0, phrase="wait")
    log.sessions.append("one", 1, said, "key", NOON)
    for number, key in ((1, "other key"), (2, "key")):
        with pytest.raises(NumberTaken):
            log.sessions.append("one", number, said, key, NOON)
    log.sessions.append("two", 1, said, "key", NOON)
    assert [len(log.sessions.events(game)) for game in ("one", "two", "three")] == [1, 1, 0]


def test_a_session_event_is_found_by_its_key(log: Storage) -> None:
    log.sessions.append("one", 1, PhraseSaid(seat=0, phrase="wait"), "key", NOON)
    assert log.sessions.number_for_key("one", "key") == 1
    assert log.sessions.number_for_key("one", "KEY") is None
    assert log.sessions.number_for_key("two", "key") is None


def test_session_events_are_no_part_of_the_game(log: Storage) -> None:
    log.games.append("one", 1, [ruling("a")], NOON)
    log.sessions.append("one", 1, PhraseSaid(seat=0, phrase="wait"), "key", NOON)
    assert len(log.games.entries("one")) == 1
    assert log.games.last_activities(["one"])[0].entries == 1


def test_a_session_event_needs_a_game(log: Storage) -> None:
    with pytest.raises(NumberTaken):
        log.sessions.append("nobodys1", 1, PhraseSaid(seat=0, phrase="wait"), "key", NOON)
    assert log.sessions.events("nobodys1") == []


@pytest.mark.parametrize(
    "note",
    [
        PhraseSaid(seat=0, phrase="x" * 31),
        PhraseSaid(seat=0, phrase="wait", to=1001),
        Trusted(seat=-1, on=True),
        Closed(event_number=0, outcome="entered"),
        Offered(seat=0, give={"gold": 1}, want={}),  # type: ignore[dict-item]
        Proposed(seat=0, events=[BankTraded(seat=0, give={"ore": -4}, receive={})]),
    ],
)
def test_a_session_event_that_could_not_be_read_again_is_not_written(log: Storage, note: AnySessionEvent) -> None:
    with pytest.raises(msgspec.ValidationError):
        log.sessions.append("one", 1, note, "key", NOON)
    assert log.sessions.events("one") == []


def test_people_change_chairs_with_their_phones_and_the_others_stay(log: Storage) -> None:
    for seat, sha256 in ((0, "a"), (1, "b"), (2, "c"), (0, "d")):
        log.secrets.add_secret("one", Secret("seat", sha256, NOON, seat))
        log.secrets.add_secret("two", Secret("seat", sha256, NOON, seat))
    log.secrets.add_secret("one", Secret("watch", "e", NOON))
    log.secrets.move_seat_secrets("one", 0, 2)
    assert [(secret.sha256, secret.seat) for secret in log.secrets.secrets("one", "seat")] == [
        ("a", 2),
        ("b", 1),
        ("c", 0),
        ("d", 2),
    ]
    assert [secret.seat for secret in log.secrets.secrets("two", "seat")] == [0, 1, 2, 0]
    assert [secret.seat for secret in log.secrets.secrets("one", "watch")] == [None]
