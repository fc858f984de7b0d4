"""A game that the app deals, saved while it runs: nobody reads a hand in it, and who has the key goes on with it."""

from pathlib import Path

import msgspec
import pytest

from narrator.app.doctor import begin_from_undamaged, rescued_file
from narrator.app.files.game_files import begin_from_file, folded_file, public_file
from narrator.app.sessions.end_of_game import rematch
from narrator.core.message import Refused
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent, CardStolen, Corrected, DevelopmentBought, TakenBack
from narrator.core.table.phase import Over
from narrator.storage.files.game_file import read_event, read_game, write_game
from narrator.storage.files.keys import house_key_for
from tests.support.app import games_in
from tests.support.dealt import dealt_record, dealt_setup
from tests.support.dealt_games import Night


def later(record: Record) -> bool:
    """Cards were bought, stolen and taken back."""
    drawn = [event for event in record.log if isinstance(event, DevelopmentBought | CardStolen)]
    return len(drawn) > 8 and len({type(event) for event in drawn}) == 2


def over(record: Record) -> bool:
    return isinstance(record.state.phase, Over)


@pytest.fixture
def night(tmp_path: Path) -> Night:
    found = Night(tmp_path / "here", later)
    last = len(found.whole.log)
    found.enter(TakenBack(to=last - 12))
    found.enter(TakenBack(to=last - 4))
    return found


@pytest.fixture(autouse=True)
def houses(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()


def events_in(text: bytes) -> list[AnyEvent]:
    return [read_event(raw) for raw in read_game(text).events]


def hidden(events: list[AnyEvent]) -> list[object]:
    found = [getattr(event, "card", None) or getattr(event, "resource", None) for event in _drawn(events)]
    return [value for value in found if value is not None]


def _drawn(events: list[AnyEvent]) -> list[AnyEvent]:
    return [event for event in events if isinstance(event, DevelopmentBought | CardStolen)]


def test_a_saved_file_names_no_card_that_was_drawn(night: Night) -> None:
    assert hidden(night.whole.log)
    for text in (
        night.games.file(night.id),
        public_file(night.games.setup(night.id), night.games.record_of(night.id)),
        rescued_file(night.games, night.id),
    ):
        assert not hidden(events_in(text))
        seed = night.games.dealer.seed(night.id, night.games.setup(night.id))
        assert seed not in text
        assert seed.hex().encode() not in text


def test_the_file_is_the_same_however_often_it_is_saved(night: Night, tmp_path: Path) -> None:
    """A game goes into several codes, which are photographed one after the other."""
    assert night.games.file(night.id) == games_in(tmp_path / "here").file(night.id)


def test_the_house_that_goes_on_with_it_has_every_card_again(night: Night) -> None:
    before, saved = night.whole, night.games.file(night.id)
    night.games.storage.maintenance.erase_game(night.id)
    again = begin_from_file(night.games, saved).id
    assert night.games.full_record(again).log == before.log
    assert night.games.full_record(again).state == before.state


def test_only_the_hosts_file_holds_the_seal_and_only_while_cards_are_hidden(night: Night, tmp_path: Path) -> None:
    setup, record = night.games.setup(night.id), night.games.record_of(night.id)
    assert read_game(night.games.file(night.id)).setup.seal == setup.seal
    assert read_game(public_file(setup, record)).setup.seal is None
    night.enter(Corrected(what="step", value="over"))
    assert read_game(night.games.file(night.id)).setup.seal is None


def test_an_old_file_of_a_game_whose_cards_are_open_needs_no_key(night: Night, tmp_path: Path) -> None:
    night.enter(Corrected(what="step", value="over"))
    setup = night.games.setup(night.id)
    there = games_in(tmp_path / "there")
    again = begin_from_file(there, write_game(setup, night.whole.log)).id
    assert there.setup(again).seal != setup.seal


@pytest.mark.storeless
@pytest.mark.parametrize("seed", range(4))
def test_a_phones_copy_opens_at_any_moment_with_cards_from_the_box(seed: int) -> None:
    whole = dealt_record(dealt_setup(3, seed), seed, 200)
    for entry in range(0, len(whole.log), 7):
        part = whole.copy_up_to(entry)
        again = folded_file(public_file(dealt_setup(3, seed), part))
        assert not again.game.is_dealt
        assert again.state.bank == part.state.bank
        assert [seat.hand_size for seat in again.state.seats] == [seat.hand_size for seat in part.state.seats]


def test_nobody_opens_a_game_beside_itself_to_sit_on_every_seat(night: Night) -> None:
    with pytest.raises(Refused, match=r"file\.still_played"):
        begin_from_file(night.games, night.games.file(night.id))


@pytest.mark.file
def test_another_house_needs_the_key(night: Night, tmp_path: Path) -> None:
    there = games_in(tmp_path / "there")
    with pytest.raises(Refused, match=r"file\.other_key"):
        begin_from_file(there, night.games.file(night.id))
    house_key_for(night.games.storage.database.path).copy_to(tmp_path / "key")
    house_key_for(there.storage.database.path).take_from(tmp_path / "key")
    again = begin_from_file(there, night.games.file(night.id)).id
    assert there.full_record(again).log == night.whole.log


def test_without_the_key_it_can_still_be_watched(night: Night) -> None:
    assert folded_file(night.games.file(night.id)).state == night.games.record_of(night.id).state


def test_hands_that_lie_open_in_a_running_game_are_not_played_on(night: Night, tmp_path: Path) -> None:
    text = write_game(night.games.setup(night.id), night.whole.log)
    with pytest.raises(Refused, match=r"file\.open_hands"):
        begin_from_file(games_in(tmp_path / "there"), text)


def test_what_is_whole_of_a_damaged_game_goes_on_with_the_same_cards(night: Night) -> None:
    again = begin_from_undamaged(night.games, night.id).id
    assert night.games.full_record(again).log == night.whole.log


@pytest.mark.file
def test_a_file_of_a_game_that_is_over_holds_every_card(tmp_path: Path) -> None:
    night = Night(tmp_path / "here", over, seed=3, players=2, target_vp=8)
    text = night.games.file(night.id)
    assert events_in(text) == night.whole.log
    assert events_in(public_file(night.games.setup(night.id), night.games.record_of(night.id))) == night.whole.log
    there = games_in(tmp_path / "there")
    assert there.record_of(begin_from_file(there, text).id).log == night.whole.log


@pytest.mark.long
def test_where_nothing_is_shown_it_stays_locked(tmp_path: Path) -> None:
    night = Night(tmp_path / "here", over, seed=3, players=2, target_vp=8, reveal_at_end="no")
    assert not hidden(events_in(night.games.file(night.id)))


@pytest.mark.long
def test_the_next_game_has_another_deck(tmp_path: Path) -> None:
    night = Night(tmp_path / "here", over, seed=3, players=2, target_vp=8)
    again = rematch(night.games, night.id).id
    setup = night.games.setup(again)
    assert setup.is_dealt
    assert setup.seal not in (None, night.games.setup(night.id).seal)


def test_a_set_up_says_who_deals_and_holds_no_seed_to_read(night: Night) -> None:
    setup = msgspec.json.decode(night.games.file(night.id))["setup"]
    assert setup["cards"] == "app"
    assert len(setup["seal"]) < 400
