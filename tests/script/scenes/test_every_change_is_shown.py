"""Over random games: what an entry changes in hands, titles and points is in its scene."""

from collections import Counter
from collections.abc import Iterable

import pytest

from narrator.core.message import Msg
from narrator.core.table.state import longest_road_seat, points
from narrator.script.scenes.model import PicturedPlayer, Scene
from tests.support.scene_walks import GAMES, scenes

# What a scene says.


def cards_moved_in_picture(players: Iterable[PicturedPlayer]) -> Counter[int]:
    found: Counter[int] = Counter()
    for player in players:
        takes, gives = (
            sum(player.takes.values()) + player.takes_unseen,
            sum(player.gives.values()) + player.gives_unseen,
        )
        found[player.seat] += takes - gives
    return found


def moved_by_lines(lines: Iterable[Msg]) -> Counter[int]:
    """What the sentences say of cards, each as its key has it."""
    found: Counter[int] = Counter()
    for line in lines:
        about = line.params
        if line.key.startswith("scene.built."):
            found[about["seat"]] -= sum(about["price"].values())
        elif line.key == "event.cards_discarded":
            found[about["seat"]] -= sum(about["cards"].values())
        elif line.key == "event.cards_discarded_unseen":
            found[about["seat"]] -= about["n"]
        elif line.key in ("event.income", "event.starting_cards", "event.year_of_plenty_played"):
            found[about["seat"]] += sum(about["cards"].values())
    return found


def names(scene: Scene, seat: int) -> bool:
    """Whether a scene tells something of the points of a seat: in its picture, or by name."""
    shown = any(player.seat == seat and player.points is not None for player in scene.picture.players)
    lines = (*scene.hero, *scene.more_lines)
    return shown or any(seat in (line.params.get("seat"), line.params.get("other")) for line in lines)


def speaks_of_title(scene: Scene, title: str) -> bool:
    keys = [line.key for line in (*scene.hero, *scene.more_lines)]
    shown = any(player.title == title for player in scene.picture.players)
    return shown or any(
        key.startswith((f"event.{title}.", f"scene.title.{title}", "scene.title.neutral")) for key in keys
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_change_of_a_hand_a_title_or_a_point_is_in_the_scene_of_its_entry(game: str) -> None:
    changes: Counter[str] = Counter()
    for record, before, _, scene in scenes(game):
        after, entry = record.state, (len(record.log), record.log[-1], scene)
        hands = Counter(
            {seat: after.seats[seat].hand_size - before.seats[seat].hand_size for seat in range(len(after.seats))}
        )
        in_picture = cards_moved_in_picture(scene.picture.players)
        shown = in_picture if any(in_picture.values()) else moved_by_lines(scene.more_lines)
        if scene.kind in ("trade", "discard"):  # an even trade moves cards and changes no number
            shown = in_picture
        assert {seat: n for seat, n in hands.items() if n} == {seat: n for seat, n in shown.items() if n}, entry
        for seat in range(len(after.seats)):
            if points(after, seat) != points(before, seat):
                assert names(scene, seat), entry
        for title, holder in (("longest_road", longest_road_seat), ("largest_army", lambda state: state.largest_army)):
            if holder(before) != holder(after):
                assert speaks_of_title(scene, title), entry
                changes[title] += 1
        changes[scene.kind] += 1
    assert {"instruction", "options", "payout"} <= set(changes)


def test_a_voice_that_came_late_says_the_last_entries_and_no_more() -> None:
    *_, (_, _, _, scene) = scenes("a deck of numbers")
    assert 3 <= len(scene.spoken) <= 6
