"""`python -m tools.secrets 10000`: in so many moments of games that the app deals, no answer tells a hidden card.

A second number is the seed after which it begins, so that it can run in pieces (about 24 moments of each); a third,
how many questions there are at each moment.

Two servers are alike in everything, their tokens included, but for cards that the one who asks may not know. Every
route is asked on both, and the answers are the same to the last byte. `ROUTES` names every route of the application:
one that is forgotten here fails `test_secrets`.
"""

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.test import TestResponse

from narrator.app.access.credentials import ALPHABET, hash_secret
from narrator.app.games.games import Games
from narrator.app.games.results import NoSuchGame
from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import (
    Amended,
    AnyEvent,
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    CityBuilt,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    KnightPlayed,
    MonopolyPlayed,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    TurnEnded,
    YearOfPlentyPlayed,
)
from narrator.core.table.phase import Over
from narrator.core.table.setup import Setup
from narrator.storage.files.keys import HOUSE_KEY_FILE, house_key_for
from narrator.storage.storage import open_storage
from narrator.storage.values import Secret, StoredGame
from narrator.web.app import create_app
from narrator.web.auth.config import UNLIMITED, AccessConfig
from narrator.web.panels.choose_panel import PANELS
from narrator.web.print.view import SHEETS
from tests.support.app import NOON, Clock
from tests.support.dealt import dealt_record, dealt_setup
from tests.support.swapped_hidden_cards import another_world, first_change

Form = dict[str, str]
PLAYERS = 3
A_GAME = 25
"""So many moments of each game."""
A_SERVER = 10
"""So many games on each pair of servers."""
ASKED = 4
"""So many questions at each moment: all are asked in turn, each of them some forty times in 10,000 moments."""
SHUT = {401, 403, 404, 405}
"""Whoever may not do it changes nothing: the page afterwards is the one before, and that is asked for by itself."""
VIEWERS = ("host", "seat", "watch", "stranger", "program", "seat's program", "passed")
"""The last is the host's tablet in the hands of another seat, its cards covered."""
SAVING = ("stage.download_game", "api.file", "recovery.download_intact_part")
"""Only what the host saves holds the locked seed."""
HOSTS = ("host", "program", "passed")
SEAL_PART = 40
"""Characters of a seal by which it is recognized, also where it is cut off."""


class Compiled(BytecodeCache):
    """Every server has the same templates: they are compiled once, not for each game anew."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


class Side:
    """One of the two servers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = open_storage(f"sqlite:///{folder}/games.db")
        luck = Random("tokens")
        self.games = Games(
            self.log, Clock(), lambda length: "".join(ALPHABET[int(luck.random() * 31)] for _ in range(length))
        )
        self.app = create_app(
            self.games,
            now=lambda: NOON,
            seconds=lambda: 1e6,
            random_below=lambda _: 0,
            access=AccessConfig(limits=UNLIMITED),
        )
        self.app.testing = True
        self.app.jinja_env.bytecode_cache = COMPILED
        self._number = count()

    def begin(self, setup: Setup, log: Sequence[AnyEvent], seat: int) -> "Moment":
        """A game at this moment, with a device for everybody who may look at it."""
        game, secret = f"secrets{next(self._number)}", self.games.access.new_token()
        host = Secret("host", hash_secret(secret), NOON)
        self.log.games.create(StoredGame(game, setup, self.games._token(6), NOON, host), log)
        phone, watcher = self.games.access.take_seat(game, seat), self.games.access.watch(game)
        return Moment(self, game, seat, secret, phone, watcher, setup.seal)


class Moment(Struct, frozen=True):
    side: Side
    game: str
    seat: int
    host: str
    phone: str
    watcher: str
    seal: str | None

    def client(self, viewer: str) -> FlaskClient:
        client = self.side.app.test_client()
        cookies = {"host": ("host_", self.host), "seat": ("me_", self.phone), "watch": ("me_", self.watcher)}
        if viewer in cookies:
            prefix, secret = cookies[viewer]
            client.set_cookie(f"{prefix}{self.game}", secret)
        if viewer == "passed":
            client.set_cookie(f"host_{self.game}", self.host)
            client.set_cookie(f"passed_{self.game}", str((self.seat + 1) % PLAYERS))
        return client

    def ask(self, viewer: str, method: str, path: str, form: Form | None, body: object = None) -> TestResponse:
        bearer = {"program": self.host, "seat's program": self.phone}.get(viewer)
        headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        return self.client(viewer).open(path, method=method, data=form, json=body, headers=headers)


class Question(Struct, frozen=True):
    """Something to ask: which route, by whom, with what."""

    endpoint: str
    method: str
    path: str
    viewer: str
    form: Form | None = None
    body: Any = None
    then: str | None = None
    """A page to look at afterwards."""


def answers_alike(one: Moment, other: Moment, question: Question) -> str | None:
    """What is told apart, if anything is."""
    sides = [
        moment.ask(question.viewer, question.method, question.path, question.form, question.body)
        for moment in (one, other)
    ]
    if question.then is not None and not {side.status_code for side in sides} <= SHUT:
        sides += [moment.ask(question.viewer, "GET", question.then, None) for moment in (one, other)]
    if not (question.endpoint in SAVING and question.viewer in HOSTS) and any(_has_seal(one, side) for side in sides):
        return f"{question}\nits answer has the seal"
    for first, second in zip(sides[::2], sides[1::2], strict=True):
        told = _apart(_read(one, first), _read(other, second))
        if told:
            return f"{question}\n{told}"
    return None


def _has_seal(moment: Moment, answer: TestResponse) -> bool:
    seal = moment.seal
    return seal is not None and seal[:SEAL_PART].encode() in answer.data + str(answer.headers).encode()


def _read(moment: Moment, answer: TestResponse) -> bytes:
    """All of an answer, but for where the games lie and when a cookie ends."""
    whole = f"{answer.status_code}\n{sorted(answer.headers)}\n".encode() + answer.data
    return re.sub(rb"Expires=[^;]*", b"", whole.replace(str(moment.side.folder).encode(), b"here"))


def _apart(one: bytes, other: bytes) -> str | None:
    if one == other:
        return None
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 200) : at + 200]!r}\n{other[max(0, at - 200) : at + 200]!r}"


# What is asked.


def probes(seat: int, last: int) -> list[AnyEvent]:
    """What would tell of a hand, if trying it did."""
    other = (seat + 1) % PLAYERS
    facts: list[AnyFact] = [
        RoadBuilt(seat=seat, at="e_v_1_1_-2_v_2_-1_-1"),
        CityBuilt(seat=seat, at="v_2_-1_-1"),
        DevelopmentBought(seat=seat),
        KnightPlayed(seat=seat),
        RoadBuildingPlayed(seat=seat),
        YearOfPlentyPlayed(seat=seat, cards={"ore": 2}),
        MonopolyPlayed(seat=seat, resource="ore", taken={}),
        MonopolyPlayed(seat=seat, resource="ore", taken={other: 1}),
        PointsRevealed(seat=seat, count=1),
        *(BankTraded(seat=seat, give={kind: 4}, receive={"ore": 1}) for kind in RESOURCES if kind != "ore"),
        *(PlayersTraded(seat=seat, partner=other, give={"ore": 1}, receive={kind: 1}) for kind in RESOURCES),
        *(CardsDiscarded(seat=seat, cards={kind: 1}) for kind in RESOURCES),
        CardStolen(seat=seat, victim=other),
        CardStolen(seat=seat, victim=other, resource="ore"),
        Corrected(what="hand", seat=seat, value=3),
        Corrected(what="bank", resource="ore", value=3),
        Corrected(what="development_cards", seat=seat, value=1),
        DiceRolled(seat=seat, total=7),
        TurnEnded(seat=seat),
    ]
    late = [replace(fact, late=True) for fact in facts]
    waived = [replace(fact, waived=True) for fact in facts]
    removed = [Amended(entry=number) for number in range(max(1, last - 8), last + 1)]
    return [*facts, *late, *waived, *removed, *(replace(event, waived=True) for event in removed)]


def _entered(moment: Moment, seats: Sequence[int], luck: Random) -> Form:
    last = len(moment.side.games.record_of(moment.game).log)
    events = probes(seats[int(luck.random() * len(seats))], last)
    event = events[int(luck.random() * len(events))]
    return {"events": msgspec.json.encode([event]).decode(), "seen": str(last)}


def _own(moment: Moment, luck: Random) -> Form:
    """What the phone may try of its own hand; what it draws, it may see, so the two may differ."""
    form = _entered(moment, [moment.seat], luck)
    drawing = ("development_bought", "card_stolen", "monopoly_played")
    return {**form, "events": "[]"} if any(kind in form["events"] for kind in drawing) else form


BODIES = (
    *("api.seats.link", "api.seats.offer", "api.seats.reply", "api.seats.confirm"),
    *("api.dialects.act_in_clawtan", "api.dialects.act_in_agente"),
)


def _body(endpoint: str, luck: Random) -> object:
    """What a program sends about its seat and about trades."""
    cards = {"give": {_cards(luck): 1}, "want": {_cards(luck): 1}}
    answer = {"answer": ("accept", "counter")[int(luck.random() * 2)], **cards}
    deeds = {"action": "END_TIDE", "value": None}, {"action": "end_turn"}
    bodies: tuple[object, ...] = ({"dialect": "narrator"}, cards, answer, {"partner": 1}, *deeds)
    return dict(zip(BODIES, bodies, strict=True))[endpoint]


def _cards(luck: Random) -> str:
    return RESOURCES[int(luck.random() * 5)]


GENERAL: Form = {"seat": "1", "note": "1", "to": "0", "at": "1", "page": "1", "answer": "accept", "verdict": "enter"}
GENERAL |= {
    "case": "prompt.short_bank",
    "way": "yes",
    "phrase": "thanks",
    "text": "so",
    "partner": "1",
    "detail": "terse",
}
"""Fields that some form has; what a route does not know it leaves alone."""
PARTS = {"id": "robber", "sheet": SHEETS[0], "secret": "x", "code": "x", "film": "x", "person": "x", "evening": "x"}
PARTS |= {"fingerprint": "x", "name": "hand.0", "rest": "nothing", "number": "1"}
ROUTES = (
    *("api.choose", "api.create", "api.enter", "api.file", "api.openapi", "api.script", "api.state"),
    *("api.draw", "api.shuffle", "api.unknown_path"),
    *("api.dialects.act_in_agente", "api.dialects.act_in_clawtan"),
    *("api.dialects.look_in_agente", "api.dialects.look_in_clawtan"),
    *("api.lookups.cards", "api.lookups.history", "api.lookups.library", "api.lookups.numbers"),
    *("api.lookups.one_number", "api.lookups.rules"),
    *("api.seats.cancel", "api.seats.confirm", "api.seats.enter", "api.seats.link", "api.seats.look"),
    *("api.seats.offer", "api.seats.reply", "api.seats.roll", "api.seats.unlink"),
    *(
        "assets.static_file",
        "export.export_page",
        "export.codes",
        "export.download_events",
        "export.read_photos",
        "export.photo_form",
    ),
    *(
        "export.download_results",
        "house_code.enter_code",
        "house_code.scanned_code",
        "dispute.ask_table",
        "dispute.dispute",
    ),
    *(
        "dispute.close_dispute",
        "dispute.record_ruling",
        "dispute.open_dispute",
        "dispute.stop_vote",
        "stats.show_on_television",
        "stats.stats",
    ),
    *("history.amend", "history.explain_number", "history.history", "home.alive", "home.home", "home.import_file"),
    *(
        "home.save_settings",
        "home.start_sample",
        "home.watch_file",
        "join.enter_code",
        "join.join",
        "join.scanned_code",
    ),
    *("join.take_seat", "library.library", "library.game_library", "live.live", "lobby.change_lobby", "lobby.handover"),
    *("guide.guide", "guide.game_guide"),
    *("lobby.lobby", "lobby.wifi", "new_game.create_game", "new_game.new_game", "people.confirm_delete_game"),
    *(
        "passed_tablet.take_back_tablet",
        "passed_tablet.give_tablet",
        "passed_tablet.hand",
        "people.confirm_delete_person",
        "people.make_backup",
        "people.everybody",
        "people.game",
        "people.games",
        "people.merge",
    ),
    *(
        "people.person_page",
        "people.split_person",
        "people.rematch",
        "people.remove_game",
        "people.remove_person",
        "phone.agree",
    ),
    *(
        "phone.answer_offer",
        "phone.choose_answer",
        "phone.co_host",
        "phone.public_copy",
        "phone.disagree",
        "phone.give_seat",
    ),
    *(
        "phone.make_offer",
        "phone.phone",
        "phone.propose",
        "phone.say_phrase",
        "television.television",
        "phone.cast_vote",
    ),
    *("phone.withdraw", "practice.practice", "practice.turn_practice", "print.contents", "print.game_contents"),
    *(
        "print.sheet",
        "print.game_sheet",
        "quiz.guess",
        "quiz.table_quiz",
        "quiz.solo_quiz",
        "quiz.control_quiz",
        "replay.demo",
    ),
    *(
        "replay.replay",
        "replay.watch",
        "recovery.continue_intact_part",
        "recovery.download_intact_part",
        "recovery.save_elsewhere",
        "rules.import_rules",
    ),
    *(
        "rules.change_rule",
        "rules.draft_rules",
        "rules.export_rules",
        "rules.game_rules",
        "rules.save_preset",
        "lobby.become_host",
    ),
    *(
        "stage.enter",
        "stage.download_game",
        "lobby.host_link",
        "stage.turn_introduction_page",
        "stage.deny_points",
        "stage.rematch",
    ),
    *(
        "stage.answer_request",
        "stage.stage",
        "stage.take_offer",
        "stage.set_narration",
        "stage.throw_dice",
        "story.download_story",
        "story.story",
    ),
    "stage.draw_first_player",
    *("club.call_for_help", "club.help_page", "club.set_card", "club.replace_address", "club.new_table", "club.change"),
    *("monitoring.health", "monitoring.metrics"),
    *("club.close_quiet", "club.new_code", "club.live", "club.scanned_code", "club.tables"),
    *(
        "voice.set_speaker",
        "bots.bots",
        "bots.change_seat",
        "stage.step_bot",
        "stage.set_pace",
        "programs.change_access",
        "programs.programs",
    ),
)
"""Every route of the application, looked at one by one: whether what it answers may be made of more than the asker's
own record."""
ELSEWHERE = frozenset(
    {"recovery.save_elsewhere", "people.make_backup", "home.start_sample", "new_game.new_game", "new_game.create_game"}
)
ELSEWHERE |= {"club.replace_address", "club.new_table", "monitoring.metrics"}
"""Not about a game that runs, and by chance or by the machine another each time."""
QUERIED = ("stage.stage", "phone.phone", "history.amend", "history.history")
"""Pages with panels."""


def routes(side: Side) -> list[tuple[str, str, str]]:
    """Every route: its endpoint, a method, its path with what it asks for still open."""
    found = []
    for rule in side.app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            found.append((rule.endpoint, method, str(rule)))
    return sorted(found)


def question(moment: Moment, route: tuple[str, str, str], viewer: str, luck: Random) -> Question:
    endpoint, method, rule = route
    path = rule.replace("<game>", moment.game)
    for part, value in PARTS.items():
        path = re.sub(rf"<(?:path:|int:)?{part}>", value, path)
    if method == "GET":
        return Question(endpoint, method, path + _query(moment, endpoint, luck), viewer)
    page = f"/g/{moment.game}/{'stage' if viewer == 'host' else 'phone'}"
    if endpoint in BODIES:
        return Question(endpoint, method, path, viewer, None, _body(endpoint, luck))
    if endpoint.startswith("api."):
        form = _own(moment, luck) if viewer == "seat's program" else _entered(moment, range(PLAYERS), luck)
        body = {"events": msgspec.json.decode(form["events"])}
        return Question(endpoint, method, path + ("?dry_run=1" if luck.random() < 0.5 else ""), viewer, None, body)
    form = dict(GENERAL)
    if endpoint == "stage.enter":
        form = _entered(moment, range(PLAYERS), luck)
    elif endpoint == "phone.propose":
        form = _own(moment, luck)
    elif endpoint in ("phone.make_offer", "phone.answer_offer"):
        form |= {"give": _cards(luck), "want": _cards(luck), "answer": ("accept", "counter")[int(luck.random() * 2)]}
    return Question(endpoint, method, path, viewer, form, then=page)


def _query(moment: Moment, endpoint: str, luck: Random) -> str:
    last = len(moment.side.games.record_of(moment.game).log)
    if endpoint in ("live.live", "club.live", "api.seats.look"):
        return "?since=0" if endpoint == "api.seats.look" else "?once=1"
    if endpoint == "history.explain_number":
        names = [f"hand.{int(luck.random() * PLAYERS)}", "bank.ore", "deck", f"points.{int(luck.random() * PLAYERS)}"]
        return f"?number={names[int(luck.random() * len(names))]}"
    if endpoint == "replay.replay":
        return f"?at={int(luck.random() * last)}"
    if endpoint not in QUERIED:
        return ""
    do = ["", *PANELS][int(luck.random() * (len(PANELS) + 1))]
    extra = ["", "&late=1", f"&seat={int(luck.random() * PLAYERS)}", "&remove=1", "&resource=ore"]
    more = extra[int(luck.random() * len(extra))]
    entry = f"&entry={last - int(luck.random() * 9)}" if endpoint == "history.amend" else ""
    return f"?do={do}{entry}{more}"


# Many moments.


def worlds(folder: Path, seed: int) -> Iterator[tuple[Setup, list[AnyEvent], list[AnyEvent], int]]:
    """The log of a game and of the same game in another world, for the eyes of each seat, cut at many moments."""
    setup = replace(
        dealt_setup(PLAYERS, seed), seal=house_key_for(f"{folder}/games.db").lock(f"secret {seed}".encode())
    )
    whole, luck = dealt_record(setup, seed, 260), Random(f"worlds {seed}")
    entries = range(1, len(whole.log) + 1)
    end = next((n for n in entries if isinstance(whole.snapshot_at(n).state.phase, Over)), len(entries) + 1)
    for seat in range(PLAYERS):
        other = another_world(whole, seat, luck)
        first = first_change(whole.log, other)
        if first is None or first >= end:
            continue
        for _ in range(A_GAME // PLAYERS):
            cut = first + int(luck.random() * (end - first))
            yield setup, whole.log[:cut], other[:cut], seat


def look_at(wanted: int, seed: int = 0, each: int = ASKED) -> Iterator[int]:
    """Ask at so many moments; the number of questions so far. Raises `AssertionError` where something shone through.

    Which question's turn it is follows from the seed, so that a run in pieces asks as a whole one does."""
    turn, asked, done = count(seed * A_GAME * each), 0, 0
    while done < wanted:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            house_key_for(f"{folder}/games.db").keys()  # both servers have the same key
            one, two = _side(folder, "one"), _side(folder, "two")
            for _ in range(A_SERVER):
                seed += 1
                luck = Random(f"questions {seed}")
                for setup, log, twin, seat in islice(worlds(folder, seed), wanted - done):
                    moments = one.begin(setup, log, seat), two.begin(setup, twin, seat)
                    told = _ask_some(moments, [next(turn) for _ in range(each)], luck)
                    assert told is None, f"seed {seed}, entry {len(log)}, seat {seat}: {told}"
                    asked, done = asked + each, done + 1
                    yield asked
            one.log.close()
            two.log.close()


def _ask_some(moments: tuple[Moment, Moment], numbers: list[int], luck: Random) -> str | None:
    """Each route in its turn, by everybody in theirs; at the end of a game all cards are open, and it is over."""
    known = [route for route in routes(moments[0].side) if route[0] not in ELSEWHERE]
    for number in numbers:
        viewer, route = VIEWERS[number // len(known) % len(VIEWERS)], known[number % len(known)]
        if viewer == "passed" and _uncovers(route):
            continue
        told = answers_alike(*moments, question(moments[0], route, viewer, luck))
        if told is not None:
            return told
        try:
            is_over = isinstance(moments[0].side.games.record_of(moments[0].game).state.phase, Over)
        except NoSuchGame:  # deleted, as asked
            return None
        if is_over:
            return None
    return None


def _uncovers(route: tuple[str, str, str]) -> bool:
    """Whoever has the tablet may look at their cards, and is told by kind what they can't do."""
    endpoint, method, _ = route
    return method != "GET" or endpoint == "passed_tablet.hand"


def _side(folder: Path, name: str) -> Side:
    (folder / name).mkdir()
    shutil.copy(folder / HOUSE_KEY_FILE, folder / name / HOUSE_KEY_FILE)
    return Side(folder / name)


def main(words: list[str]) -> None:
    wanted, seed, each = (int(word) for word in (*words, *("1000", "0", str(ASKED))[len(words) :]))
    for done, asked in enumerate(look_at(wanted, seed, each), 1):
        if done % 25 == 0 or done == wanted:
            print(f"{done} moments, {asked} questions, nothing shone through", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
