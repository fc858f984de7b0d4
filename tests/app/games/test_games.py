"""Games of a server: begun, entered into once and in order, durable before anybody is told."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from narrator.app.access.credentials import ALPHABET
from narrator.app.games.games import Games
from narrator.app.games.record_cache import GAME_OVERHEAD, RecordCache
from narrator.app.games.results import EntryRefused, KeyReused, NoSuchGame, Stale, TooManyWriters
from narrator.core.message import Refusal, Refused
from narrator.core.table.events import AnyEvent, DiceRolled, FirstPlayerChosen, SettlementBuilt, StepDone, TakenBack
from narrator.core.table.setup import Setup, initial_state
from narrator.storage.errors import NumberTaken
from narrator.storage.files.game_file import read_event, read_game
from narrator.storage.stores.games import GameStore
from tests.support.app import LAID, NOON, RANDOM, TOLD, TRIO, Clock, games_in, impossible_roll, log_in, ruling, texts
from tests.support.games import NAMES


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return games_in(tmp_path)


@pytest.fixture
def game(games: Games) -> str:
    return games.create(TOLD).id


# Beginning.


def test_a_new_game_has_an_id_a_secret_and_a_join_code_that_can_be_read_out(games: Games) -> None:
    new = games.create(LAID)
    assert len(new.id) == 8
    assert len(new.secret) >= 26
    assert len(new.join_code) == 6
    assert set(new.id.upper() + new.secret + new.join_code) <= set(ALPHABET)
    assert not set("01OIL") & set(ALPHABET)
    assert games.setup(new.id).players == TRIO
    assert games.record_of(new.id).state == initial_state(LAID)


def test_a_board_that_chance_lays_is_another_one_each_time_and_then_stays(games: Games, tmp_path: Path) -> None:
    first, second = games.create(RANDOM).id, games.create(RANDOM).id
    boards = [games.record_of(game).state.game.board for game in (first, second)]
    assert boards[0] != boards[1]
    assert games_in(tmp_path).record_of(first).state.game.board == boards[0]


def test_a_seed_or_hexes_that_are_given_stay(games: Games) -> None:
    assert RANDOM.board is not None
    seeded = msgspec.structs.replace(RANDOM, board=msgspec.structs.replace(RANDOM.board, seed=5))
    assert games.setup(games.create(seeded).id) == seeded
    written = read_game(games.file(games.create(RANDOM).id)).setup
    assert games.setup(games.create(written).id) == written


def test_a_game_begins_with_what_happened_already(games: Games, tmp_path: Path) -> None:
    happened: list[AnyEvent] = [FirstPlayerChosen(seat=1), ruling("one")]
    game = games.create(TOLD, happened).id
    assert games.record_of(game).log == happened
    assert games_in(tmp_path).record_of(game).log == happened


def test_a_refused_set_up_or_event_begins_no_game(games: Games, tmp_path: Path) -> None:
    with pytest.raises(Refused):
        games.create(Setup(TRIO[:1]))
    with pytest.raises(EntryRefused) as caught:
        games.create(TOLD, [ruling("one"), impossible_roll()])
    assert caught.value.number == 2
    assert caught.value.reasons[0].code == "seat.unknown"
    assert log_in(tmp_path).games.all_games() == []


def test_an_unknown_game_is_none(games: Games) -> None:
    lookups = (
        games.record_of,
        games.setup,
        games.file,
        games.access.join_code,
        games.access.new_host_secret,
        games.access.rotate_join_code,
    )
    for ask in lookups:
        with pytest.raises(NoSuchGame):
            ask("nobodys1")
    with pytest.raises(NoSuchGame):
        games.enter_events("nobodys1", [ruling("one")])
    assert not games.access.is_host("nobodys1", "x")


# Entering.


def test_what_was_entered_is_there_after_a_restart(games: Games, game: str, tmp_path: Path) -> None:
    entered = games.enter_events(game, [ruling("one")], last_seen_entry=0)
    assert (entered.numbers, entered.repeated, texts(entered.record.log)) == ((1,), False, ["one"])
    again = games_in(tmp_path).record_of(game)
    assert again.log == entered.record.log
    assert again.state == entered.record.state


def test_the_time_is_set_where_none_is_given(games: Games, game: str) -> None:
    told = ruling("old")
    told = msgspec.structs.replace(told, time=NOON)
    log = games.enter_events(game, [told, ruling("new")]).record.log
    assert log[0].time == NOON
    assert log[1].time is not None
    assert log[1].time > NOON


def test_several_are_a_group_and_one_is_none(games: Games, game: str) -> None:
    games.enter_events(game, [ruling("one")])
    log = games.enter_events(game, [ruling("two"), ruling("three")]).record.log
    assert [event.group for event in log] == [None, 2, 2]
    with pytest.raises(EntryRefused) as caught:
        games.enter_events(game, [TakenBack(to=2)])
    assert caught.value.reasons[0].code == "taken_back.splits_group"
    history = games.enter_events(game, [TakenBack(to=1)]).record.head.history()
    assert texts([snapshot.fact for snapshot in history if snapshot.fact]) == ["one"]


def test_all_are_entered_or_none(games: Games, game: str, tmp_path: Path) -> None:
    with pytest.raises(EntryRefused) as caught:
        games.enter_events(game, [ruling("one"), impossible_roll(), ruling("three")], key="k")
    assert caught.value.number == 2
    assert games.record_of(game).log == games_in(tmp_path).record_of(game).log == []
    assert games.enter_events(game, [ruling("one")], last_seen_entry=0, key="k").numbers == (1,)


def test_each_event_is_judged_after_the_one_before(games: Games) -> None:
    game = games.create(LAID).id
    events: list[AnyEvent] = [FirstPlayerChosen(seat=1), SettlementBuilt(seat=1, at=a_corner(games, game))]
    alone, after = games.judge(game, events[1:])[0], games.judge(game, events)[1]
    assert "turn.not_yours" in codes(alone)
    assert "turn.not_yours" not in codes(after)


def test_what_is_irregular_is_let_stand_where_the_host_says_so(games: Games) -> None:
    game = games.create(LAID).id
    odd = DiceRolled(seat=0, total=8)
    (reasons,) = games.judge(game, [odd])
    assert {reason.kind for reason in reasons} == {"irregular"}
    with pytest.raises(EntryRefused) as caught:
        games.enter_events(game, [odd])
    assert caught.value.reasons == reasons
    let_stand = msgspec.structs.replace(odd, waived=True)
    assert games.judge(game, [let_stand]) == [reasons]
    assert games.enter_events(game, [let_stand]).numbers == (1,)


def test_judging_changes_nothing_takes_the_irregular_to_stand_and_leaves_out_the_impossible(games: Games) -> None:
    game = games.create(LAID).id
    before = games.record_of(game)
    odd = FirstPlayerChosen(seat=1, rolls={0: 9, 1: 3})
    reasons = games.judge(game, [odd, impossible_roll(), SettlementBuilt(seat=1, at=a_corner(games, game))])
    assert codes(reasons[0]) == ["first_player.not_highest"]
    assert codes(reasons[1]) == ["seat.unknown"]
    assert "turn.not_yours" not in codes(reasons[2])
    assert games.record_of(game) is before
    assert before.log == []


def a_corner(games: Games, game: str) -> str:
    board = games.record_of(game).state.game.board
    return board.island.intersections[20]


def codes(reasons: tuple[Refusal, ...]) -> list[str]:
    return [reason.code for reason in reasons]


def test_a_record_that_was_handed_out_never_changes(games: Games, game: str) -> None:
    before = games.record_of(game)
    after = games.enter_events(game, [ruling("one")]).record
    assert before.log == []
    assert games.record_of(game) is after
    games.enter_events(game, [ruling("two")])
    assert texts(after.log) == ["one"]


def test_somebody_who_has_not_seen_the_last_entry_is_told_so(games: Games, game: str) -> None:
    games.enter_events(game, [ruling("one")], last_seen_entry=0)
    for seen in (0, 2):
        with pytest.raises(Stale) as caught:
            games.enter_events(game, [ruling("two")], last_seen_entry=seen)
        assert (caught.value.last_seen_entry, caught.value.last_entry) == (seen, 1)
    assert texts(games.record_of(game).log) == ["one"]
    assert games.enter_events(game, [ruling("two")]).numbers == (2,)


# Coming again.


def test_a_key_that_comes_again_is_answered_as_before_also_after_a_restart(
    games: Games, game: str, tmp_path: Path
) -> None:
    events = [ruling("one"), ruling("two")]
    first = games.enter_events(game, events, last_seen_entry=0, key="tap 1")
    games.enter_events(game, [ruling("three")], last_seen_entry=2)
    for same in (games, games_in(tmp_path)):
        again = same.enter_events(game, events, last_seen_entry=0, key="tap 1")
        assert (again.numbers, again.repeated) == (first.numbers, True)
        assert again.record.snapshot_at(2).state == first.record.state
        assert texts(same.record_of(game).log) == ["one", "two", "three"]


def test_a_key_with_other_events_is_a_mistake(games: Games, game: str) -> None:
    games.enter_events(game, [ruling("one")], key="tap 1")
    with pytest.raises(KeyReused):
        games.enter_events(game, [ruling("two")], key="tap 1")
    assert texts(games.record_of(game).log) == ["one"]


def test_keys_of_different_games_have_nothing_to_do_with_each_other(games: Games, game: str) -> None:
    other = games.create(TOLD).id
    games.enter_events(game, [ruling("one")], key="tap 1")
    assert not games.enter_events(other, [ruling("two")], key="tap 1").repeated


# Two processes.


def test_two_processes_on_one_file_see_each_others_entries(games: Games, game: str, tmp_path: Path) -> None:
    other = games_in(tmp_path)
    other.record_of(game)
    before = games.enter_events(game, [ruling("one")], last_seen_entry=0).record
    other.enter_events(game, [ruling("two")], last_seen_entry=1)
    assert texts(games.record_of(game).log) == ["one", "two"]
    assert texts(before.log) == ["one"]


@pytest.mark.file
@pytest.mark.parametrize("key", [None, "tap 2"])
def test_who_is_overtaken_between_judging_and_writing_is_stale(game: str, tmp_path: Path, key: str | None) -> None:
    slow, quick = Overtakable(tmp_path), games_in(tmp_path)
    slow.meanwhile = lambda: quick.enter_events(game, [ruling("quick")], key="tap 1")
    with pytest.raises(Stale) as caught:
        slow.games.enter_events(game, [ruling("slow")], last_seen_entry=0, key=key)
    assert caught.value.last_entry == 1
    assert texts(slow.games.record_of(game).log) == ["quick"]
    assert slow.games.enter_events(game, [ruling("slow")], last_seen_entry=1, key=key).numbers == (2,)


@pytest.mark.file
def test_who_is_overtaken_without_having_seen_anything_is_judged_anew(game: str, tmp_path: Path) -> None:
    slow, quick = Overtakable(tmp_path), games_in(tmp_path)
    slow.meanwhile = lambda: quick.enter_events(game, [ruling("quick")])
    assert slow.games.enter_events(game, [ruling("slow")]).numbers == (2,)
    assert texts(quick.record_of(game).log) == ["quick", "slow"]


@pytest.mark.file
def test_who_is_always_overtaken_is_told_that_the_table_is_busy(
    games: Games, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(*_: object) -> None:
        raise NumberTaken

    monkeypatch.setattr(games.storage.games, "append", lose)
    with pytest.raises(TooManyWriters):
        games.enter_events(game, [ruling("slow")])


@pytest.mark.file
def test_who_is_overtaken_by_their_own_second_call_is_answered_as_it_was(game: str, tmp_path: Path) -> None:
    slow, quick = Overtakable(tmp_path), games_in(tmp_path)
    slow.meanwhile = lambda: quick.enter_events(game, [ruling("same")], last_seen_entry=0, key="tap 1")
    again = slow.games.enter_events(game, [ruling("same")], last_seen_entry=0, key="tap 1")
    assert (again.numbers, again.repeated) == ((1,), True)
    assert texts(quick.record_of(game).log) == ["same"]


class Overtakable(GameStore):
    """Lets something happen right before it writes, once."""

    def __init__(self, folder: Path) -> None:
        storage = log_in(folder)
        super().__init__(storage.database)
        storage.games = self
        self.meanwhile: Callable[[], object] = lambda: None
        self.games = Games(storage, Clock(), lambda length: "A" * length)

    def append(self, *args: Any) -> None:
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        super().append(*args)


# Listening.


def test_listeners_are_called_once_an_entry_is_durable(games: Games, game: str, tmp_path: Path) -> None:
    heard: list[tuple[str, int, int]] = []
    games.listen(lambda which, number: heard.append((which, number, len(games_in(tmp_path).record_of(game).log))))
    games.enter_events(game, [ruling("one")], key="tap 1")
    games.enter_events(game, [ruling("two"), ruling("three")])
    games.enter_events(game, [ruling("one")], key="tap 1")
    with pytest.raises(EntryRefused):
        games.enter_events(game, [impossible_roll()])
    assert heard == [(game, 1, 1), (game, 3, 3)]


def test_a_listener_that_fails_keeps_nobody_from_hearing(games: Games, game: str) -> None:
    heard: list[int] = []
    games.listen(lambda which, number: [][number])
    games.listen(lambda which, number: heard.append(number))
    assert games.enter_events(game, [ruling("one")]).numbers == (1,)
    assert heard == [1]


# Hosts and codes.


@pytest.mark.file
def test_only_the_secret_makes_a_host_and_it_is_not_in_the_file(games: Games, tmp_path: Path) -> None:
    one, other = games.create(TOLD), games.create(TOLD)
    assert games.access.is_host(one.id, one.secret)
    for wrong in ("", one.secret[:-1], one.secret.lower(), other.secret, "ไทย", "\ud800"):
        assert not games.access.is_host(one.id, wrong)
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert one.id.encode() in kept
    assert one.secret.encode() not in kept


def test_a_fresh_secret_lets_another_device_in_and_keeps_the_first(games: Games, tmp_path: Path) -> None:
    new = games.create(TOLD)
    fresh = games_in(tmp_path).access.new_host_secret(new.id)
    assert fresh != new.secret
    assert games.access.is_host(new.id, fresh)
    assert games.access.is_host(new.id, new.secret)


def test_a_join_code_finds_its_game_however_it_is_typed_until_there_is_another(games: Games) -> None:
    new = games.create(TOLD)
    code = games.access.join_code(new.id)
    assert code == new.join_code
    assert games.access.find_by_join_code(f" {code[:3].lower()}-{code[3:]} ") == new.id
    rotated = games.access.rotate_join_code(new.id)
    assert games.access.find_by_join_code(code) is None
    assert games.access.find_by_join_code(rotated) == new.id
    assert games.access.find_by_join_code("") is None


def test_an_id_or_a_code_that_is_taken_is_drawn_anew(tmp_path: Path) -> None:
    drawn = iter(
        ["AAAAAAAA", "S1", "CODE22", "AAAAAAAA", "S2", "CODE33", "BBBBBBBB", "S3", "CODE22", "CCCCCCCC", "S4", "CODE44"]
    )
    games = Games(log_in(tmp_path), Clock(), lambda length: next(drawn))
    assert games.create(TOLD).id == "aaaaaaaa"
    assert games.create(TOLD).id == "cccccccc"


# Lists and files.


def test_games_are_listed_the_last_played_first(games: Games) -> None:
    first, second, third = (games.create(TOLD).id for _ in range(3))
    games.enter_events(first, [ruling("one"), ruling("two")])
    found = games.last_played([second, "nobodys1", first, third])
    assert [game.id for game in found] == [first, third, second]
    assert (found[0].names, found[0].colours) == (NAMES[:3], ("red", "blue", "white"))
    assert [game.entries for game in found] == [2, 0, 0]
    assert not found[0].is_over
    assert games.last_played([]) == []


def test_a_file_makes_the_same_game_again(games: Games) -> None:
    game = games.create(RANDOM).id
    games.enter_events(game, [StepDone(step="frame"), FirstPlayerChosen(seat=2)])
    games.enter_events(game, [TakenBack(to=0)])
    sent = read_game(games.file(game))
    again = games.create(sent.setup, [read_event(event) for event in sent.events]).id
    assert games.record_of(again).state == games.record_of(game).state
    assert read_game(games.file(again)).events == sent.events


def test_only_so_many_games_stay_folded(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    games = Games(log, Clock(), iter_tokens())
    records = RecordCache(log, max_entries=2 * GAME_OVERHEAD)
    made = [games.create(TOLD).id for _ in range(3)]
    kept = [records.full_record(game) for game in made]
    assert records.full_record(made[2]) is kept[2]
    assert records.full_record(made[0]) is not kept[0]
    assert records.full_record(made[0]).state == kept[0].state


def test_a_long_game_takes_the_room_of_several(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    games = Games(log, Clock(), iter_tokens())
    records = RecordCache(log, max_entries=4 * GAME_OVERHEAD)
    short, other = games.create(TOLD).id, games.create(TOLD).id
    long = games.create(LAID, [ruling(str(n)) for n in range(2 * GAME_OVERHEAD)]).id
    kept = {game: records.full_record(game) for game in (short, other, long)}
    assert records.full_record(long) is kept[long]
    assert records.full_record(other) is kept[other]
    assert records.full_record(short) is not kept[short]


def iter_tokens() -> Callable[[int], str]:
    numbers = iter(range(10**6))
    return lambda length: f"{next(numbers):0{length}d}"
