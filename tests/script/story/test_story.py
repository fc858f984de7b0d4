"""Stories of small and of known games: what is chosen, and what is left out."""

from msgspec.structs import replace

from narrator.core.reading.night.model import Monopoly, Night, Pile, Swing, Trade
from narrator.core.reading.night.night import night_of
from narrator.core.record.record import Record
from narrator.core.table.cards import Cards
from narrator.script.story.dealings import find_dealings
from narrator.script.story.model import Story
from narrator.script.story.opening import find_opening
from narrator.script.story.story import story_of
from narrator.script.story.titles import find_titles
from narrator.script.story.wordings import Wordings
from narrator.text.render import Voice, say
from tests.kit import ANA, BORIS, CHAI, NAMES
from tests.make_games import FOLDER
from tests.script.story.test_story_properties import fold_of, played
from tests.web.kit import game_in


def sample(name: str) -> Record:
    return fold_of(*game_in(FOLDER / f"{name}.json"))


def story(name: str) -> Story:
    found = story_of(sample(name).head)
    assert found is not None
    return found


def kinds(found: Story) -> list[str]:
    return [sentence.kind for sentence in found.sentences]


def pile(**cards: int) -> Pile:
    return Pile(Cards(**cards))


def with_trades(*trades: Trade) -> Night:
    return replace(night_of(played(7, 4, 200).head), trades=trades)


def test_it_begins_with_who_sat_down_and_ends_with_the_win_and_an_afterword() -> None:
    told = story("title_aside_and_back")
    assert kinds(told)[0] == "players"
    assert "win" in [sentence.kind for sentence in told.paragraphs[-1]]
    assert kinds(told)[-1] == "after"


def test_what_is_told_between_stands_in_the_order_in_which_it_happened() -> None:
    told = story("title_aside_and_back")
    cut = next(sentence for sentence in told.sentences if sentence.kind == "road_cut")
    lead = next(sentence for sentence in told.sentences if sentence.kind == "for_good")
    assert cut.entries <= lead.entries
    assert kinds(told).index("road_cut") < kinds(told).index("for_good")


def test_who_came_from_far_behind_has_the_headline() -> None:
    told = story("title_aside_and_back")
    assert told.headline.kind == "head_comeback"
    assert NAMES[CHAI] in say(told.headline.message, Voice("en", NAMES))


def test_a_bold_trade_is_told_of_whoever_gave_more() -> None:
    bold = Trade(40, 3, ANA, BORIS, pile(ore=1), pile(wool=2, brick=1))
    plain = Trade(50, 4, ANA, CHAI, pile(ore=1), pile(wool=1))
    (found,) = [find for find in find_dealings(with_trades(plain, bold)) if find.kind == "trade"]
    assert found.entries == (40,)
    said = [say(Wordings(str(seed)).word(found).message, Voice("en", NAMES)) for seed in range(8)]
    assert "Boris gave Ana one brick and two wool for one ore." in said


def test_gifts_cards_that_nobody_saw_and_forced_trades_are_none() -> None:
    gift = Trade(40, 3, ANA, BORIS, pile(ore=4), pile())
    unseen = Trade(41, 3, ANA, BORIS, Pile(unknown=4), pile(ore=1))
    forced = Trade(42, 3, ANA, BORIS, pile(ore=4), pile(wool=1), forced=True)
    assert "trade" not in {find.kind for find in find_dealings(with_trades(gift, unseen, forced))}


def test_a_monopoly_that_brought_nothing_is_told_as_that() -> None:
    night = replace(with_trades(), monopolies=(Monopoly(9, 2, ANA, "ore", {}), Monopoly(10, 2, ANA, "ore", {BORIS: 3})))
    assert [find.kind for find in find_dealings(night)][:2] == ["monopoly_zero", "monopoly"]


def test_a_title_that_was_cut_off_is_not_told_as_built() -> None:
    head = sample("title_aside_and_back").head
    night = night_of(head)
    (cut,) = [find for find in find_titles(night, head) if find.kind == "road_cut"]
    swing = Swing(cut.entries[0], 27, "longest_road", BORIS, CHAI, 5, "settlement_built")
    found = find_titles(replace(night, swings=(swing,)), head)
    assert [find.kind for find in found] == ["road_cut"]


def test_without_a_board_the_opening_tells_what_the_host_said() -> None:
    names = [find.kind for find in find_opening(sample("two_players").head)]
    assert names[0] == "players"


def test_a_wording_is_given_out_once() -> None:
    night = replace(with_trades(), monopolies=tuple(Monopoly(n, 2, ANA, "ore", {BORIS: 3}) for n in range(4)))
    words = Wordings("a game")
    keys = [words.word(find).message.key for find in find_dealings(night) if find.kind == "monopoly"]
    assert len(set(keys)) == 4
