"""The past changed: what is undone is said in a word and never told again, and what was paid wrong is put right."""

from narrator.core.message import msg
from narrator.core.record.record import Record
from narrator.core.table.events import Amended, CardStolen, Corrected, DiceRolled, RoadBuilt, TakenBack, TurnEnded
from narrator.core.table.phase import Acting, Stealing
from narrator.script.announcements.announce import action_label
from narrator.script.scenes.director import current_scene
from narrator.script.scenes.model import PicturedPlayer, Scene
from tests.support.games import ANA, BORIS, given, new_game, path, record_of
from tests.support.roads import lined, road
from tests.support.scenes import keys, rolled


def scene_of(record: Record) -> Scene:
    return current_scene(record)[1]


def paid() -> Record:
    """Ana has taken ore for an eight and built a road."""
    pieces = {ANA: ["C5 N"], BORIS: ["C1-C2-D1"]}
    table = given(new_game(), step="roll", settlements=pieces, roads={ANA: ["C5 NE"]}, hands={ANA: 4})
    return record_of(table, rolled(8), RoadBuilt(seat=ANA, at=path("B4|C5")))


def test_an_undone_build_leads_back_to_the_scene_before_it_and_is_said_in_a_word() -> None:
    record = paid()
    before = scene_of(record_of(record.snapshot_at(0).state, rolled(8)))
    record.add(TakenBack(to=1))
    scene = scene_of(record)
    undone = msg("scene.undone", deed=action_label(record.log[1]))
    assert (scene.kind, scene.hero, scene.picture) == ("payout", before.hero, before.picture)
    assert scene.more_lines == (undone,)
    assert [said.entry for said in scene.spoken] == [1, 3]
    assert scene.spoken[-1].clauses[0] == undone
    assert keys(scene.spoken[-1].clauses[1:]) == ["step.actions_no_cards.normal"]


def test_what_is_brought_back_is_said_in_a_word_too() -> None:
    record = paid()
    record.add(TakenBack(to=1))
    record.add(TakenBack(to=2))
    scene = scene_of(record)
    assert keys(scene.more_lines) == ["scene.redone", "scene.built.road"]
    assert [keys(said.clauses)[0] for said in scene.spoken[-2:]] == ["scene.undone", "scene.redone"]


def test_several_entries_that_are_undone_together_are_not_counted_up() -> None:
    record = paid()
    record.add(TakenBack(to=0))
    assert keys(scene_of(record).more_lines) == ["event.taken_back"]


def test_a_roll_that_is_undone_has_its_cards_put_back_for_that_one_entry() -> None:
    record = paid()
    record.add(TakenBack(to=1))
    record.add(TakenBack(to=0))
    scene = scene_of(record)
    assert (scene.kind, scene.is_moment, scene.hero) == ("repayment", False, (msg("scene.repayment"),))
    assert scene.picture.players == (
        PicturedPlayer(ANA, gives={"ore": 1}),
        PicturedPlayer(BORIS, gives={"lumber": 1}),
    )
    assert scene.instruction is not None
    assert scene.instruction.id == "turn.roll"
    said = keys(scene.spoken[-1].clauses)
    assert said == ["scene.undone", "undo.puts_back", "undo.puts_back", "step.roll.normal"]
    record.add(rolled(3))
    assert scene_of(record).kind == "payout"
    assert 1 not in [said.entry for said in scene_of(record).spoken]


def test_an_amended_roll_shows_who_gives_back_and_who_takes() -> None:
    record = paid()
    record.add(Amended(entry=1, event=DiceRolled(seat=ANA, total=11)))
    scene = scene_of(record)
    assert scene.kind == "repayment"
    assert scene.picture.players == (PicturedPlayer(ANA, gives={"ore": 1}),)
    assert keys(scene.more_lines) == ["event.amended", "event.dice_rolled"]
    assert keys(scene.spoken[-1].clauses)[:3] == ["event.amended", "event.dice_rolled", "undo.puts_back"]


def test_a_paid_piece_that_is_removed_gives_its_cards_back_and_comes_off_the_board() -> None:
    record = paid()
    record.add(TurnEnded(seat=ANA))
    record.add(Amended(entry=2, event=None))
    scene = scene_of(record)
    assert scene.kind == "repayment"
    assert scene.picture.players == (PicturedPlayer(ANA, takes={"lumber": 1, "brick": 1}),)
    assert keys(scene.more_lines) == ["event.amended", "scene.lifted.road"]


def test_a_piece_that_was_moved_elsewhere_costs_what_it_cost() -> None:
    record = paid()
    record.add(Amended(entry=2, event=RoadBuilt(seat=ANA, at=path("B3|C4"), waived=True)))
    scene = scene_of(record)
    assert scene.kind != "repayment"
    assert "scene.lifted.road" not in keys(scene.more_lines)


def test_a_title_that_an_amendment_takes_away_is_a_moment() -> None:
    record = record_of(lined(4), road(ANA, 5), TurnEnded(seat=ANA))
    assert scene_of(record).kind == "options"
    record.add(Amended(entry=1, event=None))
    scene = scene_of(record)
    assert (scene.kind, scene.is_moment, scene.hero) == ("title", True, (msg("scene.title.longest_road.aside"),))
    assert keys(scene.spoken[-1].clauses)[:2] == ["event.amended", "event.longest_road.lost"]


def test_a_title_that_goes_back_with_an_undo_is_said_and_is_no_moment() -> None:
    record = record_of(lined(4), road(ANA, 5))
    assert scene_of(record).is_moment
    record.add(TakenBack(to=0))
    scene = scene_of(record)
    assert (scene.kind, scene.is_moment) == ("options", False)
    assert keys(scene.more_lines) == ["scene.undone", "event.longest_road.lost"]
    record.add(TakenBack(to=1))
    again = scene_of(record)
    assert (again.kind, again.is_moment) == ("title", False)


def test_what_was_forgotten_is_told_when_it_is_entered() -> None:
    record = paid()
    record.add(TurnEnded(seat=ANA))
    record.add(Amended(after=2, event=RoadBuilt(seat=ANA, at=path("B3|B4"), waived=True), waived=True))
    assert keys(scene_of(record).more_lines)[:2] == ["event.amended", "scene.built.road"]


def test_a_card_that_only_two_have_seen_is_not_named_by_an_undo() -> None:
    table = given(new_game(), hands={BORIS: 3}, step=Stealing((BORIS,), Acting()))
    record = record_of(table, CardStolen(seat=ANA, victim=BORIS, resource="ore"), TakenBack(to=0))
    assert "'ore'" not in str(scene_of(record))


def test_a_hand_that_was_counted_anew_moves_no_cards() -> None:
    record = paid()
    record.add(Corrected(what="hand", seat=BORIS, value=5))
    scene = scene_of(record)
    assert (scene.kind, scene.picture.players, keys(scene.more_lines)) == ("options", (), ["event.corrected.hand"])
