"""Stories of small and of known games: what is chosen, and what is left out."""

import pytest
from msgspec.structs import replace

from narrator.core.reading.stats.game_stats import game_stats
from narrator.core.reading.stats.model import GameStats, Monopoly, Pile, PointSources, TitleSwing, Trade
from narrator.core.table.cards import Cards
from narrator.script.story.cards import find_trades, mark_counter_monopolies
from narrator.script.story.ending import find_headline, find_margin
from narrator.script.story.frame import find_beginning, last_sentence
from narrator.script.story.model import Find, Story
from narrator.script.story.race import find_race, find_titles
from narrator.script.story.story import story_of, vary_beginning
from narrator.script.story.wordings import Wordings
from narrator.text.render import TableLocale, say
from tests.support.games import ANA, BORIS, CHAI, NAMES
from tests.support.stories import played, sample

ENDS = ("end_settlement", "end_city", "end_road", "end_army", "end_cards", "end_leap")


def story(name: str) -> Story:
    found = story_of(sample(name).head)
    assert found is not None
    return found


def kinds(found: Story) -> list[str]:
    return [sentence.kind for sentence in found.sentences]


def pile(**cards: int) -> Pile:
    return Pile(Cards(**cards))


def with_trades(*trades: Trade) -> GameStats:
    return replace(game_stats(played(7, 4, 200).head), trades=trades)


def test_it_begins_with_who_sat_down_and_ends_with_the_win_and_an_afterword() -> None:
    told = story("title_aside_and_back")
    assert kinds(told)[0] == "players"
    assert any(sentence.kind.startswith(("win", "end_")) for sentence in told.paragraphs[-2])
    assert kinds(told)[-1].startswith("after")


def test_what_is_told_between_stands_in_the_order_in_which_it_happened() -> None:
    told = story("title_aside_and_back")
    cut = next(sentence for sentence in told.sentences if sentence.kind == "road_cut")
    behind = next(sentence for sentence in told.sentences if sentence.kind == "comeback")
    assert (cut.entries < behind.entries) == (kinds(told).index("road_cut") < kinds(told).index("comeback"))


def test_who_came_from_far_behind_may_have_the_headline() -> None:
    night = game_stats(sample("title_aside_and_back").head)
    told = [Find(one.kind, one.entries, one.message.params) for one in story("title_aside_and_back").sentences]
    drawn = [find_headline(night, told, f"game {seed}") for seed in range(20)]
    assert CHAI in [head.params["seat"] for head in drawn if head.kind == "head_comeback"]


def test_a_bold_trade_is_told_of_whoever_gave_more() -> None:
    bold = Trade(40, 3, ANA, BORIS, pile(ore=1), pile(wool=2, brick=1))
    plain = Trade(50, 4, ANA, CHAI, pile(ore=1), pile(wool=1))
    (found,) = [find for find in find_trades(with_trades(plain, bold)) if find.kind == "trade"]
    assert found.entries == (40,)
    said = [say(Wordings(str(seed)).sentence_for(found).message, TableLocale("en", NAMES)) for seed in range(8)]
    assert "Boris gave Ana one brick and two wool for one ore." in said


def test_gifts_cards_that_nobody_saw_and_forced_trades_are_none() -> None:
    gift = Trade(40, 3, ANA, BORIS, pile(ore=4), pile())
    unseen = Trade(41, 3, ANA, BORIS, Pile(unknown=4), pile(ore=1))
    forced = Trade(42, 3, ANA, BORIS, pile(ore=4), pile(wool=1), forced=True)
    assert "trade" not in {find.kind for find in find_trades(with_trades(gift, unseen, forced))}


def test_a_monopoly_that_brought_nothing_is_told_as_that() -> None:
    night = replace(with_trades(), monopolies=(Monopoly(9, 2, ANA, "ore", {}), Monopoly(10, 2, ANA, "ore", {BORIS: 3})))
    assert [find.kind for find in find_trades(night)][:2] == ["monopoly_zero", "monopoly"]


def test_a_title_that_was_cut_off_is_not_told_as_built() -> None:
    head = sample("title_aside_and_back").head
    night = game_stats(head)
    (cut,) = [find for find in find_titles(night, head) if find.kind == "road_cut"]
    swing = TitleSwing(cut.entries[0], 27, "longest_road", BORIS, CHAI, 5, "settlement_built")
    found = find_titles(replace(night, title_swings=(swing,)), head)
    assert [find.kind for find in found] == ["road_cut"]


def test_without_a_board_the_opening_tells_what_the_host_said() -> None:
    names = [find.kind for find in find_beginning(sample("two_players").head)]
    assert names[0] == "players_two"


def test_a_wording_is_given_out_once() -> None:
    night = replace(with_trades(), monopolies=tuple(Monopoly(n, 2, ANA, "ore", {BORIS: 3}) for n in range(3)))
    words = Wordings("a game")
    keys = [words.sentence_for(find).message.key for find in find_trades(night) if find.kind == "monopoly"]
    assert len(set(keys)) == 3


def test_who_waited_for_one_point_in_vain_is_not_told_of_again_as_one_point_behind() -> None:
    told = kinds(story("bank_short_for_one"))
    assert "match" in told
    assert "win_close" not in told


def test_whoever_led_until_the_last_turn_has_not_fallen_before_it() -> None:
    told = kinds(story("no_road_piece_left"))
    assert "end_behind" in told
    assert "long_lead" in told
    assert "fallen" not in told


def test_a_lead_taken_just_before_the_end_is_no_turning_point() -> None:
    night = game_stats(sample("six_partner_wins").head)
    assert night.leads[-1].seats == (night.winner,)
    assert "for_good" not in kinds(story("six_partner_wins"))


def test_a_win_is_told_once() -> None:
    for name in ("title_aside_and_back", "road_cut", "five_paired", "deck_empty"):
        told = [kind for kind in kinds(story(name)) if kind in ("win", *ENDS)]
        assert len(told) == 1


def test_a_lead_that_changed_since_the_middle_is_told_as_that() -> None:
    told = kinds(story("bank_short_for_one"))
    assert told.index("half") < told.index("lead_passed")
    assert "contender" not in told


def test_a_long_lead_names_the_round_that_it_had_come_to() -> None:
    night = game_stats(sample("no_road_piece_left").head)
    (led,) = [one for one in story("no_road_piece_left").sentences if one.kind == "long_lead"]
    assert led.message.params["round"] == max(one.number for one in night.rounds if one.entry == led.entries[-1])
    assert led.message.params["n"] <= led.message.params["round"]


def test_the_poorest_start_came_a_long_way_only_where_it_came_near() -> None:
    assert "poor_second_far" in kinds(story("six_target_in_a_window"))
    assert "poor_second" not in kinds(story("six_target_in_a_window"))


def test_of_two_players_nobody_is_second_and_no_corner_the_best() -> None:
    told = kinds(story("no_road_piece_left"))
    assert {"players_two", "best_two", "win_two"} <= set(told)
    assert not {"players", "best", "win_near", "win_far"} & set(told)


def monopolies(*played: Monopoly) -> list[str]:
    night = replace(with_trades(), monopolies=played)
    return [
        find.kind
        for find in mark_counter_monopolies(night, list(find_trades(night)))
        if find.kind.startswith("monopoly")
    ]


def test_only_a_great_haul_is_told_as_one() -> None:
    assert monopolies(Monopoly(9, 2, ANA, "ore", {BORIS: 5})) == ["monopoly"]
    assert monopolies(Monopoly(9, 2, ANA, "ore", {BORIS: 6})) == ["monopoly_big"]


def test_who_was_robbed_of_the_same_cards_strikes_back() -> None:
    first, answer = Monopoly(9, 2, ANA, "ore", {BORIS: 5}), Monopoly(10, 3, BORIS, "ore", {ANA: 7})
    assert monopolies(first, answer) == ["monopoly", "monopoly_back"]
    assert monopolies(first, replace(answer, resource="wool")) == ["monopoly", "monopoly_big"]
    assert monopolies(first, replace(answer, seat=CHAI)) == ["monopoly", "monopoly_big"]
    assert monopolies(first, replace(answer, taken={})) == ["monopoly", "monopoly_zero"]


def last_words(name: str, *told: str) -> set[str]:
    """Every last sentence that a game could have after these."""
    night = game_stats(sample(name).head)
    return {last_sentence(night, f"game {seed}", [Find(kind, ()) for kind in told]).kind for seed in range(60)}


def test_rolls_are_counted_once_at_the_end() -> None:
    assert "after_long" in last_words("bank_short_for_one")
    assert "after_long" not in last_words("bank_short_for_one", "hot")
    assert "after_long" not in last_words("bank_short_for_one", "cold")


def test_luck_is_no_excuse_where_the_winner_had_none() -> None:
    assert "after_luck" in last_words("road_cut")
    assert "after_luck" not in last_words("road_cut", "won_unlucky")


def test_a_clear_win_says_what_the_second_had() -> None:
    (margin,) = find_margin(game_stats(sample("bank_short_for_several").head))
    assert (margin.kind, margin.params["points"]) == ("win_far", 4)


def test_of_many_points_a_few_are_no_clear_win() -> None:
    night = game_stats(sample("bank_short_for_several").head)
    winner = night.winner
    assert winner is not None
    made = [PointSources(cities=10 if one.seat == winner else 8 if one.seat == 3 else 1) for one in night.seats]
    seats = tuple(replace(one, sources=what) for one, what in zip(night.seats, made, strict=True))
    (margin,) = find_margin(replace(night, seats=seats))
    assert (margin.kind, margin.params["n"]) == ("win_near", 4)


def test_a_start_that_the_end_recalls_is_never_left_out() -> None:
    record = sample("six_target_in_a_window")
    night, opening = game_stats(record.head), list(find_beginning(record.head))
    island = Find("rich", (), {"resource": "ore"})
    thinned = [{find.kind for find in vary_beginning([*opening, island], night, f"game {seed}")} for seed in range(20)]
    assert all("best" in one for one in thinned)
    assert {"rich" in one for one in thinned} == {True, False}


def test_one_that_it_does_not_recall_sometimes_is() -> None:
    record = sample("road_cut")
    night, opening = game_stats(record.head), list(find_beginning(record.head))
    thinned = [{find.kind for find in vary_beginning(opening, night, f"game {seed}")} for seed in range(20)]
    assert {"best" in one for one in thinned} == {"rich" in one for one in thinned} == {True, False}


@pytest.mark.parametrize(
    ("points", "kind", "who"),
    [((5, 4, 3, 2), "half", {"other": BORIS}), ((5, 3, 3, 3), "half_tied", {"names": (BORIS, CHAI, 3)})],
)
def test_of_several_who_are_tied_nobody_is_called_the_next(
    points: tuple[int, ...], kind: str, who: dict[str, object]
) -> None:
    night, head = game_stats(played(7, 4, 200).head), played(7, 4, 200).head
    rounds = tuple(replace(one, points=points, leaders=(ANA,)) for one in night.rounds)
    (found,) = [one for one in find_race(replace(night, rounds=rounds, winner=None), head) if "half" in one.kind]
    assert (found.kind, {name: found.params.get(name) for name in who}) == (kind, who)
    said = [say(Wordings(str(seed)).sentence_for(found).message, TableLocale("en", NAMES)) for seed in range(8)]
    assert all(NAMES[seat] in words for words in said for seat in range(4) if points[seat] >= points[1])
