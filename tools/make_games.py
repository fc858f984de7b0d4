"""Makes the sample games in tests/games: `python -m tools.make_games`.

Each is the first seeded game in which what its name says really happens; what it comes to is written beside it, to be
read once by a person and kept by the tests.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from narrator.core.play.production import income_owed, short_resources
from narrator.core.play.roll_and_discard import is_repeated_roll
from narrator.core.play.titles import LONGEST_ROAD_MIN
from narrator.core.reading.public_view import state_for_api
from narrator.core.record.record import Record, fold
from narrator.core.table.box import Colour
from narrator.core.table.events import (
    AnyEvent,
    Corrected,
    DiceRolled,
    KnightGivenUp,
    PlayerLeft,
    RuleChanged,
    RulesAgreed,
    RulingMade,
    SeatJoined,
    SettlementBuilt,
    TakenBack,
    TokensSpent,
    TurnEnded,
    VictoryDeclared,
)
from narrator.core.table.phase import (
    Acting,
    Interlude,
    Over,
    PartnerActing,
    PlacingNeutral,
    SpecialBuilding,
    interlude_of,
)
from narrator.core.table.setup import BoardSetup, Layout, Player, Setup, initial_state
from narrator.core.table.state import GameState, Tracking, is_neutral, points
from narrator.storage.files.game_file import read_event, read_game, write_game
from tests.support.games import COLOURS, NAMES
from tests.support.player import Policy, TrueTable

FOLDER = Path(__file__).parents[1] / "tests" / "games"
Steps = list[tuple[GameState, AnyEvent, GameState]]


def setup(players: int, layout: Layout = "spiral", seed: int = 0, tracking: Tracking = "board", **rules: Any) -> Setup:
    colours: dict[Layout, tuple[Colour, ...]] = {
        "beginner_5e": ("orange", "blue", "white", "red"),
        "beginner_6e": ("red", "blue", "orange", "white"),
    }
    people = [
        Player(NAMES[i], colours.get(layout, COLOURS)[i], ("th", "ru", "es", "en")[i % 4]) for i in range(players)
    ]
    return Setup(people, tracking=tracking, board=BoardSetup(layout, seed=seed), rules=rules)


def play(setup: Setup, seed: int, policy: Policy, extras: bool) -> Record:
    """A whole game; with extras, one in which the table also talks about its rules and the host mends things."""
    record = Record(initial_state(setup))
    table = TrueTable(record.state, seed, policy)
    while len(record.log) < 1500:
        if extras:
            for extra in _extras(record, table):
                record.add(extra)
            table.state = record.state
        event = table.next_event()
        if event is None:
            break
        record.add(event)
        table.enter(event)
        table.state = record.state
    return record


def _extras(record: Record, table: TrueTable) -> Iterator[AnyEvent]:
    state, number = record.state, len(record.log)
    if number == 0:
        yield SeatJoined(seat=1, name="Борис", colour=state.seats[1].colour, language="ru")
        yield from (RulesAgreed(seat=seat) for seat in range(len(state.seats)))
    if number == 60:
        yield RuleChanged(key="discard_limit", value=9)
        yield from (RulesAgreed(seat=seat) for seat in range(len(state.seats)))
    if number == 80:
        yield RulingMade(case="T-07", text="A die that leans on a card is rolled again.")
    if number % 50 == 40:
        yield TakenBack(to=number - 1)
        yield TakenBack(to=number)
    if number == 100:
        yield Corrected(what="hand", seat=0, value=state.seats[0].hand_size, note="counted")
        yield Corrected(what="bank", resource="ore", value=state.bank.ore)


def steps(record: Record) -> Steps:
    history = record.head.history()
    return [(snapshot.before.state, snapshot.fact, snapshot.state) for snapshot in history]  # type: ignore[misc, union-attr]


# What a game must show.


def short_for(claimants: Callable[[int], bool]) -> Callable[[Steps], bool]:
    def shown(steps: Steps) -> bool:
        for before, event, _ in steps:
            if isinstance(event, DiceRolled) and event.sum != 7:
                for resource in short_resources(before, event.sum):
                    place = ("lumber", "brick", "wool", "grain", "ore").index(resource)
                    if claimants(sum(1 for counts in income_owed(before, event.sum) if counts[place])):
                        return True
        return False

    return shown


def cut_road(steps: Steps) -> bool:
    """A settlement cuts the holder's road and the title goes straight to another."""
    return any(
        isinstance(event, SettlementBuilt)
        and before.longest_road is not None
        and after.longest_road not in (None, before.longest_road)
        for before, event, after in steps
    )


def aside_and_back(steps: Steps) -> bool:
    """Several tie after a cut, the title lies aside, and later somebody has it again."""
    aside = False
    for before, _, after in steps:
        if before.longest_road is not None and after.longest_road is None:
            aside = max(seat.road_length for seat in after.seats) >= LONGEST_ROAD_MIN
        if aside and after.longest_road is not None:
            return True
    return False


def empty_deck(steps: Steps) -> bool:
    return any(after.deck == 0 for _, _, after in steps)


def no_road_piece(steps: Steps) -> bool:
    return any(seat.roads_left == 0 for _, _, after in steps for seat in after.seats)


def target_on_anothers_turn(steps: Steps) -> bool:
    """Somebody has enough points while it is not their turn, and wins when it comes, before rolling."""
    for (before, _, _), (now, event, after) in pairwise(steps):
        winner = getattr(after.phase, "winner", None)
        if winner is not None and isinstance(event, TurnEnded) and before.turn != winner:
            return points(now, winner) >= now.rules.target_vp and now.turn != winner
    return False


def declared(steps: Steps) -> bool:
    return any(isinstance(event, VictoryDeclared) for _, event, _ in steps)


def neutral_colours_and_tokens(steps: Steps) -> bool:
    """All that Catan for Two has: a neutral colour with Longest Road, a roll repeated, tokens spent both ways, a knight
    given up."""
    titles = any(after.longest_road is not None and is_neutral(after.longest_road) for _, _, after in steps)
    repeated = any(isinstance(event, DiceRolled) and is_repeated_roll(before, event.sum) for before, event, _ in steps)
    spent = {event.action for _, event, _ in steps if isinstance(event, TokensSpent)}
    instead = any(
        isinstance(event, SettlementBuilt) and after.phase == PlacingNeutral("road", Acting())
        for _, event, after in steps
    )
    gives_up = any(isinstance(event, KnightGivenUp) for _, event, _ in steps)
    return titles and repeated and instead and gives_up and spent == {"forced_trade", "robber_home"}


def between(steps: Steps, kind: type[Interlude]) -> set[str]:
    """Kinds of events in parts between two turns."""
    return {event.type for before, event, _ in steps if isinstance(interlude_of(before.phase), kind)}


def partners_play(steps: Steps) -> bool:
    """A partner does everything that a partner may, a knight's theft and free roads included."""
    everything = {"settlement_built", "city_built", "development_bought", "bank_traded", "card_stolen"}
    return between(steps, PartnerActing) >= everything | {"road_built", "road_building_played", "turn_ended"}


def partner_wins(steps: Steps) -> bool:
    before, _, after = next(step for step in steps if step[2].phase.part_of_game == "over")
    part = interlude_of(before.phase)
    return isinstance(part, PartnerActing) and after.phase == Over(part.seat)


def windows_are_used(steps: Steps) -> bool:
    return between(steps, SpecialBuilding) == {
        "settlement_built",
        "city_built",
        "road_built",
        "development_bought",
        "turn_ended",
    }


def target_in_a_window(steps: Steps) -> bool:
    """Somebody gets there between two turns and wins when their own turn begins."""
    for before, event, after in steps:
        if isinstance(before.phase, SpecialBuilding) and after.phase.part_of_game == "over":
            winner = getattr(after.phase, "winner", None)
            return isinstance(event, TurnEnded) and winner == after.turn != before.turn
    return False


def anything(steps: Steps) -> bool:
    return True


BUILDERS = Policy(road=8, settlement=30, card=1, cutter=200)
CUTTERS = Policy(road=15, settlement=20, city=20, card=0.2, cutter=2000, end=1)
BUYERS = Policy(road=0.3, card=40, settlement=2, city=1, end=1)
HOARDERS = Policy(road=0.1, settlement=1, city=10, card=0.1, bank_trade=0.2, player_trade=0.2, end=30)
TRADERS = Policy(road=6, tokens=1.5, card=8)
WINDOWS = Policy(road=2, settlement=40, city=40, card=10, end=8)
ROADS = Policy(road=40, settlement=3, city=1, card=0.2, end=1)

GAMES: dict[str, tuple[Callable[[int], Setup], Policy, Callable[[Steps], bool], bool]] = {
    "two_players": (lambda s: setup(2, seed=s, two_player_mode="plain"), Policy(), anything, False),
    "three_on_the_fifth_editions_island": (lambda s: setup(3, "beginner_5e"), Policy(), anything, True),
    "four_claim_their_win": (
        lambda s: setup(4, "beginner_6e", auto_win="claim", vp_cards="any_time_own_turn"),
        Policy(unseen_discard=0.3),
        declared,
        True,
    ),
    "bank_short_for_one": (
        lambda s: setup(3, seed=s, discards="off"),
        HOARDERS,
        short_for(lambda claimants: claimants == 1),
        False,
    ),
    "bank_short_for_several": (
        lambda s: setup(4, seed=s, discards="off"),
        HOARDERS,
        short_for(lambda claimants: claimants > 1),
        False,
    ),
    "road_cut": (lambda s: setup(4, "random_tokens", seed=s), BUILDERS, cut_road, False),
    "title_aside_and_back": (lambda s: setup(4, "random_tokens", seed=s), BUILDERS, aside_and_back, False),
    "deck_empty": (lambda s: setup(3, seed=s, target_vp=20), BUYERS, empty_deck, False),
    "no_road_piece_left": (
        lambda s: setup(2, seed=s, two_player_mode="plain", target_vp=12),
        ROADS,
        no_road_piece,
        False,
    ),
    "target_on_anothers_turn": (lambda s: setup(4, seed=s, target_vp=8), CUTTERS, target_on_anothers_turn, False),
    "two_play_catan_for_two": (lambda s: setup(2, seed=s), TRADERS, neutral_colours_and_tokens, False),
    "two_in_a_duel": (lambda s: setup(2, seed=s, two_player_mode="duel"), Policy(), anything, False),
    "five_paired": (lambda s: setup(5, "beginner_56"), Policy(), partners_play, True),
    "six_partner_wins": (lambda s: setup(6, "random_tokens", seed=s), Policy(), partner_wins, False),
    "five_special_building": (
        lambda s: setup(5, "random_tokens", seed=s, five_six_turns="special_build"),
        WINDOWS,
        windows_are_used,
        False,
    ),
    "six_target_in_a_window": (
        lambda s: setup(6, "random_tokens", seed=s, five_six_turns="special_build"),
        WINDOWS,
        target_in_a_window,
        False,
    ),
}


def find(name: str) -> tuple[Setup, Record]:
    made, policy, shows, extras = GAMES[name]
    for seed in range(20_000):
        record = play(made(seed), seed, policy, extras)
        if record.state.phase.part_of_game == "over" and shows(steps(record)):
            return made(seed), record
    raise SystemExit(f"no game shows {name}")


def with_a_leaver(record: Record) -> None:
    """One player of this game goes home when it is over for them; entered so that every kind of event is there."""
    record.add(PlayerLeft(seat=2, waived=True))


def write_finals() -> None:
    """What each game comes to, one line a game."""
    finals = []
    for path in sorted(FOLDER.glob("*.json")):
        if path.stem != "finals":
            game = read_game(path.read_bytes())
            record = fold(initial_state(game.setup), map(read_event, game.events))
            finals.append(f'"{path.stem}": {msgspec.json.encode(state_for_api(record.state)).decode()}')
    (FOLDER / "finals.json").write_text("{\n" + ",\n".join(finals) + "\n}\n")


def main(names: list[str]) -> None:
    for name in names or GAMES:
        made, record = find(name)
        if name == "three_on_the_fifth_editions_island":
            with_a_leaver(record)
        text = write_game(made, record.log)
        (FOLDER / f"{name}.json").write_bytes(msgspec.json.format(text, indent=0) + b"\n")
        print(f"{name}: {len(record.log)} entries")
    write_finals()


if __name__ == "__main__":
    main(sys.argv[1:])
