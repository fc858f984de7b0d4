"""docs/rulings.md §1, row by row: the box, how the island is laid, who begins, the first settlements and roads."""

from collections import Counter
from typing import Any

import pytest

from narrator.core.message import Refused
from narrator.core.play.placement import booklet_roads, booklet_settlements, is_placement, placement_mode
from narrator.core.record.choices import legal_events
from narrator.core.record.judging import refusals
from narrator.core.table.board import Board, adjacent_red_numbers, harbours_from_text
from narrator.core.table.box import BASE_BOX, CITIES, COLOURS, ROADS, SETTLEMENTS, HarbourKind, Terrain
from narrator.core.table.cards import NO_CARDS, RESOURCES, Cards
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CityBuilt,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    KnightPlayed,
    MonopolyPlayed,
    PlayersTraded,
    RoadBuildingPlayed,
    RoadBuilt,
    SeatJoined,
    SettlementBuilt,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.house_rules import HouseRules, allowed_values
from narrator.core.table.layouts import LETTERS, beginner_board, clumps, colours_offered, spiral, spiral_numbers
from narrator.core.table.phase import PlacingRoad, PlacingSettlement
from narrator.core.table.setup import (
    BoardSetup,
    Harbour,
    Layout,
    Player,
    Setup,
    Tile,
    board_setup_of,
    board_warnings,
    initial_state,
)
from narrator.core.table.state import GameState, points
from tests.support import games
from tests.support.games import (
    ANA,
    BORIS,
    CHAI,
    DANA,
    NAMES,
    SMALL,
    all_of,
    board_of,
    codes,
    fifth_edition_board,
    given,
    hexagon,
    kinds,
    new_game,
    path,
    play,
    spot,
)

F5_ROWS = """\
mountains10 pasture2 forest9
fields12 hills6 pasture4 hills10
fields9 forest11 desert forest3 mountains8
forest8 mountains3 fields4 pasture5
hills5 fields6 pasture11"""
BEFORE_MIXING = """\
fields4 pasture8 fields3
forest5 fields3 hills5 forest11
mountains12 forest6 pasture11 hills8 fields2
pasture9 pasture4 desert mountains10
forest10 hills6 mountains9"""
"""Everything at random from the seed 7."""
F5_HARBOURS = harbours_from_text(
    SMALL, "A1 NW any, A2 NE grain, B4 NE ore, C5 E any, D4 SE wool, E2 SE any, E1 SW any, D1 W brick, B1 W lumber"
)
F5_STARTS = {
    "red": ("A1-A2-B2", "A2|B2", "C1-C2-D1", "C2|D1", Cards(grain=1, lumber=2)),
    "orange": ("A3-B3-B4", "A3|B3", "D2-D3-E2", "D3|E2", Cards(ore=1, grain=2)),
    "blue": ("D3-D4-E3", "D3|D4", "D1-D2-E1", "D2|E1", Cards(lumber=1, ore=1, brick=1)),
    "white": ("B1-B2-C2", "B1|C2", "C4-C5-D4", "C4|C5", Cards(lumber=1, ore=1, wool=1)),
}
F6_ROWS = """\
desert fields8 pasture11
hills6 pasture3 forest4 mountains9
forest10 fields5 hills12 forest11 pasture5
fields2 hills9 mountains4 forest8
mountains6 fields3 pasture10"""
F6_HARBOURS = harbours_from_text(
    SMALL, "A1 NW any, A3 NW wool, B4 NE any, C5 E any, E3 E brick, E2 SE lumber, E1 SW any, D1 W grain, B1 W ore"
)
F6_STARTS = {
    "red": ("D1-D2-E1", "D1|E1", "A2-A3-B3", "A2|B3", Cards(grain=1, wool=1, lumber=1)),
    "blue": ("C4-C5-D4", "C4|D4", "D2-D3-E2", "D2|E2", Cards(brick=1, ore=1, grain=1)),
    "orange": ("B3-B4-C4", "B3|B4", "B1-B2-C2", "B1|C2", Cards(brick=1, wool=1, grain=1)),
    "white": ("D3-D4-E3", "D3|E3", "C2-C3-D2", "C2|D2", Cards(grain=1, brick=2)),
}
F56_ROWS = """\
hills10 pasture6 desert
hills6 fields2 mountains9 hills11
forest3 mountains11 forest5 fields10 pasture4
desert pasture5 fields4 mountains6 pasture3 fields8
forest12 mountains10 pasture2 hills4 forest11
forest8 fields3 forest9 fields5
hills9 pasture12 mountains8"""

COAST = ["A1", "B1", "C1", "D1", "E1", "E2", "E3", "D4", "C5", "B4", "A3", "A2"]
"""Counter-clockwise; every second one is a corner of the island. The ring inside it turns with it."""
INNER = ["B2", "C2", "D2", "D3", "C4", "B3"]
CORNERS = range(6)
DIRECTIONS = ("ccw", "cw")
ONE_OF_EACH: dict[HarbourKind, int] = dict.fromkeys(RESOURCES, 1)


def numbers_of(board: Board, names: str) -> list[int | None]:
    return [board.numbers.get(hexagon(name)) for name in names.split()]


def harbours_of(board: Board) -> Counter[str]:
    return Counter(board.harbours.values())


def walk(corner: int, direction: str) -> list[str]:
    """The hexes by name, from a corner round the coast, then the inner ring, then the middle."""
    way = 1 if direction == "ccw" else -1
    coast = [COAST[(2 * corner + way * i) % 12] for i in range(12)]
    inner = [INNER[(corner + way * i) % 6] for i in range(6)]
    return [*coast, *inner, "C3"]


def tiles(**changes: tuple[Terrain, int | None]) -> list[Tile]:
    """The fifth edition's hexes, some of them replaced: `B2=("hills", 8)`."""
    board = fifth_edition_board()
    changed = {hexagon(name): piece for name, piece in changes.items()}
    return [Tile(at, *changed.get(at, (board.terrain[at], board.numbers.get(at)))) for at in board.island.hexes]


def ports(**changes: str) -> list[Harbour]:
    """Its harbours, some of them on other paths: `A2_NE="B2|C3"`."""
    moved = {path(name.replace("_", " ")): path(to) for name, to in changes.items()}
    return [Harbour(moved.get(at, at), kind) for at, kind in F5_HARBOURS.items()]


def laid(
    hexes: list[Tile] | None = None,
    harbours: list[Harbour] | None = None,
    layout: Layout = "manual",
    players: int = 4,
    robber: str | None = None,
    seed: int | str | None = None,
    mixed: bool = False,
    **rules: Any,
) -> GameState:
    people = [Player(NAMES[i], COLOURS[i]) for i in range(players)]
    board = BoardSetup(layout, hexes=hexes, harbours=harbours, robber=robber, seed=seed, mixed=mixed)
    return initial_state(Setup(people, board=board, rules=rules))


def why_not(**described: Any) -> list[str]:
    """The codes for which a board is turned down; all of them speak of pieces and places."""
    with pytest.raises(Refused) as refused:
        laid(**described)
    assert {reason.kind for reason in refused.value.reasons} == {"impossible"}
    return [reason.code for reason in refused.value.reasons]


def pieces(board: Board) -> tuple[Any, ...]:
    return board.terrain, board.numbers, board.harbours, board.robber


def placed(seat: int, settlement: str, road: str) -> list[AnyFact]:
    return [SettlementBuilt(seat=seat, at=spot(settlement)), RoadBuilt(seat=seat, at=path(road))]


def drawn_placement(starts: dict[str, tuple[str, str, str, str, Cards]]) -> list[AnyFact]:
    """Ana red, Boris blue, Chai white, Dana orange, each as the booklet draws it."""
    colours = games.COLOURS[:4]
    first = [placed(seat, *starts[colour][:2]) for seat, colour in enumerate(colours)]
    second = [placed(seat, *starts[colour][2:4]) for seat, colour in enumerate(colours)]
    return [event for events in [*first, *second[::-1]] for event in events]


def place_anything(state: GameState) -> tuple[GameState, list[tuple[int, int]]]:
    """Take the first legal spot each time, until the first turn; also who placed a settlement, in which round."""
    order = []
    while is_placement(state):
        event = next(e for e in legal_events(state) if isinstance(e, SettlementBuilt | RoadBuilt))
        state = play(state, event)
        if isinstance(event, SettlementBuilt):
            order.append((event.seat, int(state.phase.part_of_game[-1])))
    return state, order


def hands(state: GameState) -> list[int]:
    return [seat.hand_size for seat in state.seats]


# S-01 and S-02: the box and the board.


def test_S_01_a_game_for_four_holds_what_the_box_holds():
    state = new_game(4)
    board = board_of(state)

    assert state.bank == Cards(19, 19, 19, 19, 19)
    assert state.bank.total() == 95
    assert state.deck == 25
    lands = {"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "desert": 1}
    assert Counter(board.terrain.values()) == lands
    assert len(board.numbers) == 18
    assert Counter(board.numbers.values()) == {2: 1, 12: 1, **dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 2)}
    assert harbours_of(board) == {"any": 4, **ONE_OF_EACH}
    assert (ROADS, SETTLEMENTS, CITIES) == (15, 5, 4)
    assert [(s.roads_left, s.settlements_left, s.cities_left) for s in state.seats] == [(15, 5, 4)] * 4


@pytest.mark.parametrize(
    ("players", "component_set", "hexes", "of_each", "deck"),
    [
        (3, "auto", 19, 19, 25),
        (4, "auto", 19, 19, 25),
        (5, "auto", 30, 24, 34),
        (6, "auto", 30, 24, 34),
        (4, "base_3_4", 19, 19, 25),
        (4, "ext_5_6", 30, 24, 34),
    ],
)
def test_S_01_the_box_goes_by_the_number_of_players_unless_the_table_says_otherwise(
    players, component_set, hexes, of_each, deck
):
    state = new_game(players, layout="random_tokens", component_set=component_set)

    assert (len(board_of(state).terrain), state.bank, state.deck) == (hexes, Cards(*[of_each] * 5), deck)


def test_S_01_the_smaller_box_has_no_place_for_five():
    assert why_not(players=5, layout="random_tokens", component_set="base_3_4") == ["setup.box_too_small"]


@pytest.mark.parametrize("players", [1, 7])
def test_S_01_two_to_six_can_play(players):
    people = [Player(f"Player {i}", COLOURS[i % 6]) for i in range(players)]
    with pytest.raises(Refused) as refused:
        initial_state(Setup(people, board=BoardSetup("spiral")))
    assert refused.value.reasons[0].code == "setup.players"


def board_to_text(board: Board) -> str:
    """The rows, without harbors, as `board_from_text` reads them."""
    rows = ([f"{board.terrain[at]}{board.numbers.get(at, '')}" for at in row] for row in board.island.rows)
    return "\n".join(map(" ".join, rows))


@pytest.mark.parametrize(
    ("layout", "players", "rows"),
    [("beginner_5e", 4, F5_ROWS), ("beginner_6e", 4, F6_ROWS), ("beginner_56", 5, F56_ROWS)],
)
def test_S_02_the_booklets_islands_are_as_they_are_drawn(layout, players, rows):
    board = board_of(new_game(players, layout=layout))

    assert board_to_text(board) == rows


@pytest.mark.parametrize(
    ("layout", "players", "reason"),
    [
        ("beginner_56", 4, "board.layout_of_another_box"),
        ("beginner_5e", 5, "board.layout_of_another_box"),
        ("beginner_6e", 6, "board.layout_of_another_box"),
        ("spiral", 5, "board.no_spiral"),
        ("manual", 4, "board.hexes_missing"),
    ],
)
def test_S_02_a_layout_that_this_box_cannot_lay_is_refused(layout, players, reason):
    assert why_not(layout=layout, players=players) == [reason]


def test_S_02_a_tracked_board_must_be_described():
    with pytest.raises(Refused) as refused:
        initial_state(Setup([Player("Ana", "red"), Player("Boris", "blue"), Player("Chai", "white")], tracking="board"))
    assert [reason.code for reason in refused.value.reasons] == ["setup.board_missing"]


@pytest.mark.parametrize(
    ("key", "values", "default"),
    [
        ("component_set", ["auto", "base_3_4", "ext_5_6"], "auto"),
        ("spiral_direction", ["ccw", "cw"], "ccw"),
        ("red_numbers_apart", ["enforce", "warn", "off"], "enforce"),
        ("harbour_setup", ["printed", "shuffle_tokens", "shuffle_frame", "manual"], None),
        ("first_player", ["highest_roll", "random", "oldest", "youngest", "manual"], "highest_roll"),
        ("first_player_tie", ["reroll_tied", "reroll_all"], "reroll_tied"),
    ],
)
def test_S_01_to_S_12_the_options_have_these_values_and_this_default(key, values, default):
    assert allowed_values(key) == values
    assert getattr(HouseRules(), key) == default


# S-03 to S-05: the beginner boards.


def test_S_03_the_fifth_editions_board_has_its_harbours_and_the_robber_on_c3():
    board = board_of(new_game(layout="beginner_5e"))

    assert board.harbours == F5_HARBOURS
    assert board.robber == hexagon("C3")


def test_S_03_a_six_on_the_fifth_editions_board_pays_red_and_white_brick_and_orange_grain():
    state = play(new_game(layout="beginner_5e"), *drawn_placement(F5_STARTS))
    assert hands(state) == [3, 3, 3, 3]
    assert state.bank == Cards(lumber=15, brick=18, wool=18, grain=16, ore=16)

    state = play(state, DiceRolled(seat=ANA, total=6))

    assert hands(state) == [4, 3, 4, 4]
    assert state.bank == Cards(lumber=15, brick=16, wool=18, grain=15, ore=16)


def test_S_04_the_sixth_editions_board_has_its_harbours_and_the_robber_on_a1():
    board = board_of(new_game(layout="beginner_6e"))

    assert board.harbours == F6_HARBOURS
    assert board.robber == hexagon("A1")


def test_S_04_a_nine_on_the_sixth_editions_board_pays_orange_ore_and_the_others_brick():
    state = play(new_game(layout="beginner_6e"), *drawn_placement(F6_STARTS))
    assert hands(state) == [3, 3, 3, 3]
    assert state.bank == Cards(lumber=18, brick=15, wool=17, grain=15, ore=18)

    state = play(state, DiceRolled(seat=ANA, total=9))

    assert hands(state) == [4, 4, 4, 4]
    assert state.bank == Cards(lumber=18, brick=12, wool=17, grain=15, ore=17)


def by_the_booklet() -> GameState:
    """Ana has placed as it draws her."""
    return play(
        new_game(layout="beginner_5e"),
        SettlementBuilt(seat=ANA, at=spot("A1-A2-B2")),
        RoadBuilt(seat=ANA, at=path("A2|B2")),
    )


@pytest.mark.parametrize("layout", ["beginner_5e", "beginner_6e"])
def test_S_25_the_first_settlement_stands_on_its_mark_or_anywhere(layout):
    state = new_game(layout=layout)
    free = {event.at for event in legal_events(state) if isinstance(event, SettlementBuilt)}

    assert free == set(board_of(state).island.intersections)
    assert len(booklet_settlements(state, ANA)) == 1


def test_S_25_one_free_placement_makes_free_placement_legal_for_all():
    state = play(
        new_game(layout="beginner_5e"),
        SettlementBuilt(seat=ANA, at=spot("C3-C4-D3")),
        RoadBuilt(seat=ANA, at=path("C3|C4")),
    )

    assert codes(state, SettlementBuilt(seat=BORIS, at=spot("B1-B2-C2"))) == []
    assert booklet_settlements(state, BORIS) == ()


def test_S_25_a_first_road_beside_the_drawn_one_is_a_free_placement_too():
    state = play(new_game(layout="beginner_5e"), SettlementBuilt(seat=ANA, at=spot("A1-A2-B2")))
    assert booklet_roads(state, ANA) == (path("A2|B2"),)

    state = play(state, RoadBuilt(seat=ANA, at=path("A1|A2")))

    assert codes(state, SettlementBuilt(seat=BORIS, at=spot("C3-C4-D3"))) == []


def test_S_25_the_settlement_that_the_booklet_means_for_later_is_a_free_placement_too():
    state = play(
        new_game(layout="beginner_5e"),
        SettlementBuilt(seat=ANA, at=spot("C1-C2-D1")),
        RoadBuilt(seat=ANA, at=path("C2|D1")),
    )

    assert codes(state, SettlementBuilt(seat=BORIS, at=spot("C3-C4-D3"))) == []


def test_S_25_after_a_drawn_placement_another_spot_or_road_is_irregular():
    state = by_the_booklet()
    elsewhere = SettlementBuilt(seat=BORIS, at=spot("C3-C4-D3"))
    assert codes(state, elsewhere) == ["placement.not_as_drawn"]
    assert kinds(state, elsewhere) == ["irregular"]
    assert codes(state, SettlementBuilt(seat=BORIS, at=spot("D1-D2-E1"))) == ["placement.not_as_drawn"], "her second"

    state = play(state, SettlementBuilt(seat=BORIS, at=spot("D3-D4-E3")))

    assert codes(state, RoadBuilt(seat=BORIS, at=path("D4|E3"))) == ["placement.not_as_drawn"]
    assert codes(state, RoadBuilt(seat=BORIS, at=path("D3|D4"))) == []


def test_S_25_a_table_that_lets_one_settlement_stand_elsewhere_is_asked_once():
    state = play(
        by_the_booklet(),
        SettlementBuilt(seat=BORIS, at=spot("C3-C4-D3"), waived=True),
        RoadBuilt(seat=BORIS, at=path("C3|C4")),
    )

    assert codes(state, SettlementBuilt(seat=CHAI, at=spot("C1-C2-D1"))) == []


def test_S_25_a_colour_that_the_booklet_does_not_draw_decides_nothing():
    state = play(
        new_game(3, layout="beginner_5e", colours=("green", "blue", "white")),
        SettlementBuilt(seat=ANA, at=spot("C3-C4-D3")),
        RoadBuilt(seat=ANA, at=path("C3|C4")),
    )

    assert [placement_mode(state, seat) for seat in (ANA, BORIS, CHAI)] == ["free", "open", "open"]


@pytest.mark.parametrize(
    ("layout", "players", "offered"),
    [
        ("beginner_5e", 3, ("blue", "white", "orange")),
        ("beginner_6e", 3, ("red", "blue", "orange")),
        ("beginner_5e", 4, ("red", "blue", "white", "orange")),
        ("beginner_6e", 4, ("red", "blue", "white", "orange")),
        ("spiral", 3, ("red", "blue", "white", "orange")),
    ],
)
def test_S_05_with_three_players_a_beginner_board_leaves_one_colour_out(layout, players, offered):
    assert colours_offered(layout, players, BASE_BOX.colours) == offered


def test_S_05_with_three_players_all_hexes_and_cards_stay_in():
    state = new_game(3, layout="beginner_5e", colours=("blue", "white", "orange"))

    assert state.bank == Cards(19, 19, 19, 19, 19)
    assert state.deck == 25
    assert board_to_text(board_of(state)) == F5_ROWS


# S-26: land of one kind.


@pytest.mark.parametrize(("layout", "players"), [("spiral", 4), ("random_tokens", 4), ("random_tokens", 6)])
def test_S_26_no_three_hexes_of_one_kind_lie_together(layout, players):
    for seed in range(200):
        board = board_of(laid(layout=layout, players=players, seed=seed, mixed=True))
        assert max(map(len, clumps(board.island, board.terrain))) <= 2, seed
        assert Counter(board.terrain.values()) == Counter(new_game(players, layout="random_tokens").game.box.terrain)


def test_S_26_a_seed_mixes_the_same_land_every_time():
    boards = [pieces(board_of(laid(layout="random_tokens", seed=seed, mixed=True))) for seed in (1, 1, 2)]

    assert boards[0] == boards[1] != boards[2]


def test_S_26_the_island_of_a_game_from_before_stays_as_its_seed_laid_it():
    board = board_of(laid(layout="random_tokens", seed=7))

    assert board_to_text(board) == BEFORE_MIXING


# S-06 to S-08: number tokens.


def test_S_06_the_letters_carry_these_numbers():
    assert LETTERS == (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)


def test_S_06_letters_from_a1_round_a_desert_in_the_middle():
    terrain = fifth_edition_board().terrain

    numbers = spiral_numbers(terrain, 0)

    written = "A1=5 B1=2 C1=6 D1=3 E1=8 E2=10 E3=9 D4=12 C5=11 B4=4 A3=8 A2=10 B2=9 C2=4 D2=5 D3=6 C4=3 B3=11"
    assert numbers == {hexagon(word[:2]): int(word[3:]) for word in written.split()}


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("corner", CORNERS)
def test_S_06_the_spiral_goes_from_any_corner_along_the_coast_and_inward(corner, direction):
    assert spiral(corner, direction) == [hexagon(name) for name in walk(corner, direction)]


def test_S_07_a_desert_on_the_first_hex_passes_its_letter_on():
    terrain = {**fifth_edition_board().terrain, hexagon("A1"): "desert", hexagon("C3"): "mountains"}

    numbers = spiral_numbers(terrain, 0)

    assert [numbers[hexagon(name)] for name in ("B1", "C1", "C3")] == [5, 2, 11]
    assert hexagon("A1") not in numbers


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("desert", [*COAST, *INNER, "C3"])
def test_S_07_S_08_wherever_the_desert_lies_the_letters_skip_it_and_no_red_numbers_touch(desert, corner, direction):
    """All 228 spirals, each laid as a board that would be refused if two red numbers touched."""
    f5 = fifth_edition_board()
    terrain = {**f5.terrain, hexagon("C3"): f5.terrain[hexagon(desert)], hexagon(desert): "desert"}

    numbers = spiral_numbers(terrain, corner, direction)

    land = [hexagon(name) for name in walk(corner, direction) if name != desert]
    assert numbers == dict(zip(land, LETTERS, strict=True))
    board = board_of(laid([Tile(at, terrain[at], numbers.get(at)) for at in f5.island.hexes], ports()))
    assert adjacent_red_numbers(board) == []


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_S_06_a_spiral_board_has_its_letters_in_the_tables_direction_from_every_corner(direction):
    begun: Counter[int] = Counter()
    for seed in range(60):
        board = board_of(new_game(layout="spiral", seed=seed, spiral_direction=direction))
        corners = [i for i in CORNERS if board.numbers == spiral_numbers(board.terrain, i, direction)]
        assert len(corners) == 1
        begun[corners[0]] += 1
        assert Counter(board.terrain.values()) == BASE_BOX.terrain
        assert board.terrain[board.robber] == "desert"
    assert set(begun) == set(CORNERS)


def test_S_06_the_same_seed_lays_the_same_spiral_everywhere():
    board = board_of(new_game(layout="spiral", seed=7))

    assert board_to_text(board).splitlines() == [
        "fields11 pasture12 fields9",
        "forest4 fields6 hills5 forest10",
        "mountains8 forest3 pasture11 hills4 fields8",
        "pasture10 pasture9 desert mountains3",
        "forest5 hills2 mountains6",
    ]


@pytest.mark.parametrize("layout", ["spiral", "random_tokens"])
def test_S_02_a_seed_decides_the_whole_board(layout):
    boards = [pieces(board_of(laid(layout=layout, seed=seed))) for seed in (1, 1, 2, "a word", "a word", "another")]

    assert boards[0] == boards[1]
    assert boards[3] == boards[4]
    assert all(boards[i] != boards[j] for i in (0, 2, 3, 5) for j in (0, 2, 3, 5) if i < j)


@pytest.mark.parametrize("players", [4, 6])
def test_S_08_random_tokens_are_the_boxs_and_keep_red_numbers_apart(players):
    for seed in range(40):
        state = new_game(players, layout="random_tokens", seed=seed)
        board, box = board_of(state), state.game.box
        assert Counter(board.terrain.values()) == box.terrain
        assert Counter(board.numbers.values()) == box.numbers
        assert harbours_of(board) == box.harbours
        assert sorted(at for at in board.terrain if at not in board.numbers) == sorted(board.deserts())
        assert adjacent_red_numbers(board) == []


@pytest.mark.parametrize("choice", ["warn", "off"])
def test_S_08_random_tokens_may_touch_where_the_table_lets_them(choice):
    boards = [board_of(new_game(layout="random_tokens", seed=s, red_numbers_apart=choice)) for s in (1, 3)]

    assert [len(adjacent_red_numbers(board)) for board in boards] == [2, 0]


# B2 carries a six, D1 an eight, C2 an eleven: three tokens change places.
EIGHT_ON_B2_SIX_ON_C2: dict[str, tuple[Terrain, int | None]] = {
    "B2": ("hills", 8),
    "C2": ("forest", 6),
    "D1": ("forest", 11),
}


def test_S_08_enforced_an_eight_on_b2_beside_a_six_on_c2_is_rejected():
    with pytest.raises(Refused) as refused:
        laid(tiles(**EIGHT_ON_B2_SIX_ON_C2), ports())

    assert [(reason.code, reason.params) for reason in refused.value.reasons] == [
        ("board.red_numbers_touch", {"hexes": [hexagon("B2"), hexagon("C2")]})
    ]


def test_S_08_warned_an_eight_on_b2_beside_a_six_on_c2_is_named():
    state = laid(tiles(**EIGHT_ON_B2_SIX_ON_C2), ports(), red_numbers_apart="warn")

    assert numbers_of(board_of(state), "B2 C2 D1") == [8, 6, 11]
    assert [(warning.code, warning.params) for warning in board_warnings(board_of(state), state.rules)] == [
        ("board.red_numbers_touch", {"hexes": [hexagon("B2"), hexagon("C2")]})
    ]


def test_S_08_off_nobody_minds_an_eight_on_b2_beside_a_six_on_c2():
    state = laid(tiles(**EIGHT_ON_B2_SIX_ON_C2), ports(), red_numbers_apart="off")

    assert numbers_of(board_of(state), "B2 C2 D1") == [8, 6, 11]
    assert board_warnings(board_of(state), state.rules) == ()


def test_S_08_a_board_without_a_clash_is_not_warned_about():
    state = laid(tiles(), ports(), red_numbers_apart="warn")

    assert board_warnings(board_of(state), state.rules) == ()


@pytest.mark.parametrize(
    ("changes", "clashes"),
    [
        pytest.param({"A2": ("pasture", 6), "E2": ("fields", 2)}, [("A2", "B2")], id="6-6"),
        pytest.param({"A2": ("pasture", 8), "C5": ("mountains", 2)}, [("A2", "B2")], id="6-8"),
        pytest.param({"C1": ("fields", 8), "C5": ("mountains", 9)}, [("C1", "D1")], id="8-8"),
        pytest.param(
            {"C2": ("forest", 8), "C5": ("mountains", 11)}, [("B2", "C2"), ("C2", "D1")], id="6-8-8, two pairs"
        ),
    ],
)
def test_S_08_sixes_and_eights_all_count(changes, clashes):
    state = laid(tiles(**changes), ports(), red_numbers_apart="off")

    assert adjacent_red_numbers(board_of(state)) == [(hexagon(one), hexagon(other)) for one, other in clashes]
    assert why_not(hexes=tiles(**changes), harbours=ports()) == ["board.red_numbers_touch"] * len(clashes)


# S-09 and S-10: harbours and the robber.


@pytest.mark.parametrize("harbour_setup", ["printed", "shuffle_tokens", "shuffle_frame"])
@pytest.mark.parametrize("layout", ["beginner_5e", "beginner_6e", "spiral", "random_tokens"])
def test_S_09_however_they_are_laid_nine_harbours_serve_two_corners_each(layout, harbour_setup):
    for seed in range(40):
        board = board_of(new_game(layout=layout, seed=seed, harbour_setup=harbour_setup))
        assert harbours_of(board) == {"any": 4, **ONE_OF_EACH}
        assert set(board.harbours) <= set(board.island.coast)
        assert len(board.harbour_at) == 18
        assert all(
            board.harbour_at[end] == kind for at, kind in board.harbours.items() for end in board.island.ends_of[at]
        )


@pytest.mark.parametrize("edition", ["5e", "6e"])
@pytest.mark.parametrize("layout", ["beginner_5e", "beginner_6e"])
def test_S_09_a_beginner_board_keeps_its_printed_harbours_unless_told(layout, edition):
    for seed in range(5):
        assert board_of(new_game(layout=layout, seed=seed, edition=edition)).harbours == beginner_board(layout).harbours


@pytest.mark.parametrize(("edition", "usual"), [("5e", "shuffle_tokens"), ("6e", "shuffle_frame")])
@pytest.mark.parametrize("layout", ["spiral", "random_tokens"])
def test_S_09_other_boards_shuffle_them_as_the_edition_does(layout, edition, usual):
    for seed in range(5):
        silent = board_of(new_game(layout=layout, seed=seed, edition=edition))
        spoken = board_of(new_game(layout=layout, seed=seed, edition=edition, harbour_setup=usual))
        assert pieces(silent) == pieces(spoken)


def test_S_09_shuffled_tokens_lie_on_the_printed_places():
    found = set()
    for seed in range(20):
        harbours = board_of(new_game(layout="spiral", seed=seed, edition="5e")).harbours
        assert set(harbours) == set(F5_HARBOURS)
        found.add(tuple(harbours[at] for at in F5_HARBOURS))
    assert len(found) == 20


def test_S_09_a_shuffled_frame_moves_six_pieces_of_five_paths():
    frames = []
    for seed in range(60):
        harbours = board_of(new_game(layout="spiral", seed=seed, harbour_setup="shuffle_frame")).harbours
        coast = [harbours.get(at) for at in SMALL.coast]
        frames.append([tuple(coast[first : first + 5]) for first in range(0, 30, 5)])

    pieces_of_the_box = set(frames[0])
    assert len(pieces_of_the_box) == 6
    assert [set(frame) for frame in frames] == [pieces_of_the_box] * 60
    assert [set(seen) for seen in zip(*frames, strict=True)] == [pieces_of_the_box] * 6


def test_S_09_printed_in_the_fifth_edition_means_its_own_frame():
    board = board_of(new_game(layout="spiral", seed=3, edition="5e", harbour_setup="printed"))

    assert board.harbours == F5_HARBOURS


def test_S_09_harbours_laid_by_hand_are_those_that_were_written_down():
    state = laid(layout="spiral", harbours=ports(A2_NE="A2 NW"), harbour_setup="manual")

    assert board_of(state).harbours[path("A2 NW")] == "grain"
    assert path("A2 NE") not in board_of(state).harbours
    assert why_not(layout="spiral", harbour_setup="manual") == ["board.harbours_missing"]


@pytest.mark.parametrize(("layout", "players"), [("spiral", 4), ("random_tokens", 4), ("random_tokens", 5)])
def test_S_10_the_robber_starts_on_a_desert(layout, players):
    state = new_game(players, layout=layout, seed=4)

    assert state.robber in board_of(state).deserts()
    assert state.robber not in board_of(state).numbers


def test_S_10_the_robber_on_the_desert_keeps_nobody_from_producing():
    given_state = given(new_game(), step="roll", settlements={ANA: ["C2-C3-D2"]})
    assert given_state.robber == hexagon("C3")

    for total, gained in {11: 1, 3: 1, 6: 0}.items():
        assert play(given_state, DiceRolled(seat=ANA, total=total)).seats[ANA].hand_size == gained


def test_S_10_on_a_manual_board_the_robber_stands_where_the_host_says_or_on_the_desert():
    assert laid(tiles(), ports()).robber == hexagon("C3")
    assert laid(tiles(), ports(), robber=hexagon("D1")).robber == hexagon("D1")


# Manual boards and everything that is refused about them.


def test_S_02_a_manual_board_is_laid_as_it_is_written():
    board = board_of(laid(tiles(), ports()))

    assert board_to_text(board) == F5_ROWS
    assert board.harbours == F5_HARBOURS


@pytest.mark.parametrize(
    ("described", "reasons"),
    [
        pytest.param({"hexes": tiles()[:-1]}, ["board.hexes"], id="eighteen hexes"),
        pytest.param({"hexes": [*tiles(), Tile("3,-3,0", "forest", 6)]}, ["board.hexes"], id="twenty hexes"),
        pytest.param({"hexes": [*tiles()[:-1], Tile("3,-3,0", "pasture", 11)]}, ["board.hexes"], id="a hex at sea"),
        pytest.param({"hexes": [*tiles()[:-1], Tile("E3", "pasture", 11)]}, ["board.hexes"], id="no hex's id"),
        pytest.param({"hexes": [*tiles(), tiles()[0]]}, ["board.hex_twice"], id="a hex twice"),
        pytest.param({"hexes": []}, ["board.hexes"], id="no hexes"),
        pytest.param(
            {"hexes": tiles(A3=("pasture", 9))}, ["board.terrain", "board.terrain"], id="three forests, five pastures"
        ),
        pytest.param(
            {"hexes": tiles(A1=("desert", None))},
            ["board.terrain", "board.terrain", "board.numbers"],
            id="two deserts, one token too few",
        ),
        pytest.param(
            {"hexes": tiles(C3=("hills", None))},
            ["board.terrain", "board.terrain", "board.number_missing"],
            id="no desert",
        ),
        pytest.param(
            {"hexes": tiles(A1=("mountains", 6))}, ["board.numbers", "board.numbers"], id="three sixes, one ten"
        ),
        pytest.param({"hexes": tiles(A1=("mountains", 7))}, ["board.numbers", "board.numbers"], id="a seven"),
        pytest.param(
            {"hexes": tiles(A1=("mountains", None))}, ["board.numbers", "board.number_missing"], id="a token missing"
        ),
        pytest.param(
            {"hexes": tiles(A1=("mountains", None), C3=("desert", 10))},
            ["board.number_missing", "board.number_on_desert"],
            id="a token on the desert",
        ),
        pytest.param({"harbours": ports(A2_NE="B2|C3")}, ["board.harbour_not_coastal"], id="a harbour inland"),
        pytest.param(
            {"harbours": [*ports()[:-1], Harbour("e_v_9_9_9_v_8_8_8", "lumber")]},
            ["board.harbour_not_coastal"],
            id="a harbour on no path",
        ),
        pytest.param({"harbours": ports(A2_NE="A1 W")}, ["board.harbours_touch"], id="two harbours at one corner"),
        pytest.param({"harbours": ports(A2_NE="A1 NE")}, ["board.harbours_touch"], id="the next path round the bend"),
        pytest.param({"harbours": ports(A2_NE="A1 NW")}, ["board.harbour_twice"], id="two harbours on one path"),
        pytest.param({"harbours": ports()[1:]}, ["board.harbours"], id="three harbours for anything"),
        pytest.param({"harbours": ports()[:-1]}, ["board.harbours"], id="no lumber harbour"),
        pytest.param(
            {"harbours": [*ports()[:-1], Harbour(path("B1 W"), "any")]},
            ["board.harbours", "board.harbours"],
            id="five harbours for anything",
        ),
        pytest.param(
            {"harbours": [*ports(), Harbour(path("C1 W"), "any")]}, ["board.harbours"], id="ten harbours, far apart"
        ),
        pytest.param({"harbours": None}, ["board.harbours"] * 6, id="no harbours"),
        pytest.param({"robber": "3,-3,0"}, ["place.unknown"], id="the robber at sea"),
        pytest.param({"players": 5}, ["board.hexes"], id="the small island for five"),
    ],
)
def test_S_09_a_manual_board_with_other_pieces_than_the_box_has_is_refused(described, reasons):
    assert why_not(**{"hexes": tiles(), "harbours": ports(), **described}) == reasons


def test_S_09_a_refused_board_says_what_was_expected_and_found():
    with pytest.raises(Refused) as refused:
        laid(tiles(A3=("pasture", 9)), ports()[:-1])

    assert [(reason.code, reason.params) for reason in refused.value.reasons] == [
        ("board.terrain", {"piece": "forest", "expected": 4, "found": 3}),
        ("board.terrain", {"piece": "pasture", "expected": 4, "found": 5}),
        ("board.harbours", {"piece": "lumber", "expected": 1, "found": 0}),
    ]


def test_S_09_a_table_without_harbours_need_not_write_them_down():
    people = [Player(NAMES[i], COLOURS[i]) for i in range(4)]

    state = initial_state(Setup(people, board=BoardSetup("manual", hexes=tiles()), rules={"harbours": "off"}))

    assert board_of(state).harbours == {}


@pytest.mark.parametrize(
    "swapped",
    [
        {"A1": ("mountains", 2), "A2": ("pasture", 10)},
        {"A1": ("pasture", 10), "A2": ("mountains", 2)},
    ],
    ids=["tokens", "terrain"],
)
def test_S_03_a_beginner_board_that_is_not_the_booklets_is_refused(swapped):
    assert why_not(layout="beginner_5e", hexes=tiles(**swapped), harbours=ports()) == ["board.not_the_booklets"]


def test_S_04_the_two_beginner_boards_do_not_mix():
    assert why_not(layout="beginner_6e", hexes=tiles(), harbours=ports()) == ["board.not_the_booklets"]


@pytest.mark.parametrize(
    ("layout", "players", "rules"),
    [
        ("beginner_5e", 4, {}),
        ("beginner_6e", 4, {}),
        ("beginner_56", 6, {}),
        ("spiral", 4, {}),
        ("spiral", 4, {"spiral_direction": "cw", "edition": "5e"}),
        ("random_tokens", 4, {}),
        ("random_tokens", 5, {}),
        ("random_tokens", 4, {"red_numbers_apart": "warn"}),
        ("spiral", 4, {"harbour_setup": "printed"}),
        ("beginner_5e", 4, {"harbour_setup": "shuffle_tokens"}),
        ("beginner_5e", 4, {"harbour_setup": "shuffle_frame"}),
        ("beginner_6e", 4, {"harbour_setup": "shuffle_tokens"}),
    ],
)
def test_S_02_a_board_that_was_written_down_is_laid_again_the_same(layout, players, rules):
    board = board_of(new_game(players, layout=layout, seed=5, **rules))

    people = [Player(NAMES[i], COLOURS[i]) for i in range(players)]
    again = initial_state(Setup(people, board=board_setup_of(board, layout), rules=rules))

    assert pieces(board_of(again)) == pieces(board)


def test_S_09_a_beginner_board_with_its_harbours_laid_by_hand_is_laid_again_the_same():
    board = board_of(laid(layout="beginner_5e", harbours=ports(A2_NE="A2 NW"), harbour_setup="manual"))

    written = board_setup_of(board, "beginner_5e")
    again = laid(written.hexes, written.harbours, layout="beginner_5e", robber=written.robber, harbour_setup="manual")

    assert pieces(board_of(again)) == pieces(board)


# S-11 to S-13: who begins.


def test_S_11_the_highest_roll_starts():
    state = play(new_game(), FirstPlayerChosen(seat=BORIS, rolls={ANA: 6, BORIS: 9, CHAI: 4, DANA: 7}))

    assert (state.first_seat, state.turn, state.phase.part_of_game, state.round) == (BORIS, BORIS, "setup", 0)
    assert codes(state, SettlementBuilt(seat=ANA, at=spot("B2-C2-C3"))) == ["turn.not_yours"]
    assert codes(state, SettlementBuilt(seat=BORIS, at=spot("B2-C2-C3"))) == []


def test_S_11_without_a_choice_the_first_seat_starts():
    assert (new_game().first_seat, new_game().turn) == (ANA, ANA)


def test_S_11_with_the_highest_roll_nobody_else_starts():
    chosen = FirstPlayerChosen(seat=ANA, rolls={ANA: 6, BORIS: 9, CHAI: 4, DANA: 7})

    assert codes(new_game(), chosen) == ["first_player.not_highest"]
    assert kinds(new_game(), chosen) == ["irregular"]


@pytest.mark.parametrize("way", ["random", "oldest", "youngest", "manual"])
def test_S_11_where_the_table_chooses_otherwise_rolls_decide_nothing(way):
    state = play(new_game(first_player=way), FirstPlayerChosen(seat=ANA, rolls={ANA: 6, BORIS: 9, CHAI: 4, DANA: 7}))

    assert state.first_seat == ANA


def test_S_11_nobody_is_chosen_once_the_first_settlement_stands():
    state = play(new_game(), SettlementBuilt(seat=ANA, at=spot("A1-A2-B2")))

    assert codes(state, FirstPlayerChosen(seat=BORIS)) == ["step.not_now"]


@pytest.mark.parametrize("tie", ["reroll_tied", "reroll_all"])
def test_S_12_a_tie_for_the_highest_roll_starts_nobody(tie):
    state = new_game(3, first_player_tie=tie)
    (reason,) = refusals(state, FirstPlayerChosen(seat=ANA, rolls={ANA: 9, BORIS: 9, CHAI: 5}))

    assert (reason.code, reason.kind) == ("first_player.tie", "irregular")
    assert reason.params == {"seats": [ANA, BORIS], "total": 9}


def test_S_12_the_tied_players_roll_again_and_the_third_does_not():
    state = play(new_game(3), FirstPlayerChosen(seat=BORIS, rolls={ANA: 4, BORIS: 8}))

    assert state.first_seat == BORIS


def test_S_13_the_order_is_clockwise_by_seat_from_the_first_player():
    state = play(new_game(), FirstPlayerChosen(seat=CHAI))

    state, order = place_anything(state)
    assert [seat for seat, _ in order] == [CHAI, DANA, ANA, BORIS, BORIS, ANA, DANA, CHAI]

    turns = []
    for _ in range(5):
        turns.append(state.turn)
        state = play(state, DiceRolled(seat=state.turn, total=12), TurnEnded(seat=state.turn))
    assert turns == [CHAI, DANA, ANA, BORIS, CHAI]


# S-14 to S-19: the first settlements and roads.


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_S_14_placement_goes_round_and_back_like_a_snake(players):
    layout: Layout = "beginner_56" if players > 4 else "spiral"
    state = new_game(players, layout=layout, two_player_mode="plain")

    state, order = place_anything(state)

    there = list(range(players))
    assert order == [(seat, 1) for seat in there] + [(seat, 2) for seat in there[::-1]]
    assert (state.turn, state.phase.part_of_game, state.phase.step, state.round) == (ANA, "turn", "roll", 1)


def test_S_14_nobody_places_before_their_go():
    state = new_game()
    early = SettlementBuilt(seat=BORIS, at=spot("A1-A2-B2"))
    assert (codes(state, early), kinds(state, early)) == (["turn.not_yours"], ["irregular"])

    state = play(state, *placed(ANA, "A1-A2-B2", "A2|B2"))
    assert codes(state, SettlementBuilt(seat=ANA, at=spot("D3-D4-E3"))) == ["turn.not_yours"]
    assert codes(state, SettlementBuilt(seat=BORIS, at=spot("D3-D4-E3"))) == []


def test_S_15_after_the_settlement_comes_its_road_and_then_the_next_player():
    state = play(new_game(), SettlementBuilt(seat=ANA, at=spot("A1-A2-B2")))
    assert (state.phase.part_of_game, state.phase.step, state.turn) == ("placement_1", "road", ANA)
    assert codes(state, SettlementBuilt(seat=ANA, at=spot("D3-D4-E3"))) == ["step.not_now"]
    assert codes(state, SettlementBuilt(seat=BORIS, at=spot("D3-D4-E3"))) == ["step.not_now", "turn.not_yours"]

    state = play(state, RoadBuilt(seat=ANA, at=path("A2|B2")))
    assert (state.phase.part_of_game, state.phase.step, state.turn) == ("placement_1", "settlement", BORIS)


def test_S_15_a_road_does_not_come_before_its_settlement():
    state = given(new_game(), step=PlacingSettlement(2), round=0, settlements={ANA: ["A1-A2-B2"]})

    assert codes(state, RoadBuilt(seat=ANA, at=path("A2|B2"))) == ["step.not_now"]


def test_S_15_both_are_free():
    state = play(new_game(), *placed(ANA, "A1-A2-B2", "A2|B2"))

    assert (state.seats[ANA].hand_size, state.bank) == (0, Cards(19, 19, 19, 19, 19))
    assert (state.seats[ANA].settlements_left, state.seats[ANA].roads_left) == (4, 14)


def second_road(settlement: str) -> GameState:
    """Ana has her first settlement and road, and has just placed the second settlement."""
    return given(
        new_game(),
        step=PlacingRoad(2, spot(settlement)),
        round=0,
        settlements={ANA: ["A1-A2-B2", settlement]},
        roads={ANA: ["A1|A2"]},
    )


def test_S_16_the_second_road_does_not_leave_from_the_first_settlement():
    state = second_road("D3-D4-E3")
    elsewhere = RoadBuilt(seat=ANA, at=path("A2|B2"))

    assert codes(state, elsewhere) == ["placement.road_elsewhere"]
    assert kinds(state, elsewhere) == ["irregular"]


@pytest.mark.parametrize(
    ("settlement", "roads"),
    [
        ("D3-D4-E3", ["D3|D4", "D3|E3", "D4|E3"]),
        ("E3 SE", ["E3 E", "E3 SE"]),
        ("E2 SE", ["E2 SE", "E3 SW", "E2|E3"]),
    ],
)
def test_S_16_it_leaves_from_the_second_one_in_any_of_its_directions(settlement, roads):
    offered = [event.at or "" for event in all_of(RoadBuilt, legal_events(second_road(settlement)))]

    assert sorted(offered) == sorted(path(road) for road in roads)


@pytest.mark.parametrize(
    ("road", "reasons"),
    [
        ("A1|A2", ["road.occupied", "placement.road_elsewhere"]),
        ("C1 W", ["road.not_connected", "placement.road_elsewhere"]),
    ],
)
def test_S_16_nor_does_it_lie_on_another_or_far_away(road, reasons):
    assert codes(second_road("D3-D4-E3"), RoadBuilt(seat=ANA, at=path(road))) == reasons


def boris_on_a1_a2_b2(**pieces: Any) -> GameState:
    return given(new_game(), step=PlacingSettlement(1), round=0, **(pieces or {"settlements": {BORIS: ["A1-A2-B2"]}}))


def test_S_17_one_path_from_a_settlement_is_too_close_and_two_are_enough():
    state = boris_on_a1_a2_b2()
    near, far = (SettlementBuilt(seat=ANA, at=spot(at)) for at in ("A2-B2-B3", "B2-B3-C3"))

    assert (codes(state, near), kinds(state, near)) == (["settlement.too_close"], ["irregular"])
    assert codes(state, far) == []


@pytest.mark.parametrize("near", ["A2-B2-B3", "A1 NE", "A1-B1-B2"])
@pytest.mark.parametrize(
    "standing",
    [
        {"settlements": {BORIS: ["A1-A2-B2"]}},
        {"cities": {BORIS: ["A1-A2-B2"]}},
        {"settlements": {ANA: ["A1-A2-B2"]}},
    ],
)
def test_S_17_no_next_corner_is_free_whoever_stands_there_with_whatever(near, standing):
    assert codes(boris_on_a1_a2_b2(**standing), SettlementBuilt(seat=ANA, at=spot(near))) == ["settlement.too_close"]


def test_S_17_a_taken_corner_is_impossible():
    taken = SettlementBuilt(seat=ANA, at=spot("A1-A2-B2"))

    assert codes(boris_on_a1_a2_b2(), taken) == ["settlement.occupied"]
    assert kinds(boris_on_a1_a2_b2(), taken) == ["impossible"]


@pytest.mark.parametrize(("at", "reason"), [("v_9_9_9", "place.unknown"), (None, "place.missing")])
def test_S_17_a_corner_that_is_none_is_impossible(at, reason):
    event = SettlementBuilt(seat=ANA, at=at)

    assert (codes(new_game(), event), kinds(new_game(), event)) == ([reason], ["impossible"])


@pytest.mark.parametrize("at", ["E2 S", "E1 SW", "C3-D2-D3", "D2-E1-E2", "A3 NE"])
def test_S_18_the_second_settlement_needs_no_link_and_may_stand_on_coast_harbour_and_desert(at):
    state = given(
        new_game(),
        step=PlacingSettlement(2),
        round=0,
        settlements={ANA: ["A1-A2-B2"]},
        roads={ANA: ["A1|A2"]},
    )

    assert codes(state, SettlementBuilt(seat=ANA, at=spot(at))) == []


def second_settlement(at: str, board: Board | None = None) -> GameState:
    """Dana, last in round 1, puts her second settlement down."""
    state = given(
        new_game(board=board),
        turn=DANA,
        step=PlacingSettlement(2),
        round=0,
        settlements={ANA: ["A1 NW"], BORIS: ["C1 NW"], CHAI: ["E3 SE"], DANA: ["C5 SE"]},
        roads={ANA: ["A1 W"], BORIS: ["C1 W"], CHAI: ["E3 SE"], DANA: ["C5 SE"]},
    )
    return play(state, SettlementBuilt(seat=DANA, at=spot(at)))


DESERT_ON_THE_COAST = laid(tiles(A2=("desert", None), C3=("pasture", 2)), ports()).game.board


@pytest.mark.parametrize(
    ("at", "board", "gained"),
    [
        pytest.param("D2-D3-E2", None, Cards(ore=1, grain=2), id="mountains, fields, fields"),
        pytest.param("A2 NE", DESERT_ON_THE_COAST, Cards(lumber=1), id="forest, desert, coast"),
        pytest.param("D1-D2-E1", None, Cards(lumber=1, ore=1, brick=1), id="three kinds"),
        pytest.param("C2-C3-D2", None, Cards(lumber=1, ore=1), id="beside the desert"),
        pytest.param("E2 S", None, Cards(grain=1), id="one hex on the coast"),
        pytest.param("A2 N", DESERT_ON_THE_COAST, NO_CARDS, id="only the desert"),
    ],
)
def test_S_19_the_second_settlement_takes_a_card_of_each_hex_at_once(at, board, gained):
    state = second_settlement(at, board)

    assert state.seats[DANA].hand_size == gained.total()
    assert state.bank == Cards(19, 19, 19, 19, 19).minus(gained)
    assert (state.phase.part_of_game, state.phase.step, state.turn) == ("placement_2", "road", DANA)


def test_S_19_the_first_settlement_gives_nothing():
    state = play(new_game(), SettlementBuilt(seat=ANA, at=spot("D2-D3-E2")))

    assert (state.seats[ANA].hand_size, state.bank) == (0, Cards(19, 19, 19, 19, 19))


# S-20 to S-24: cards of the beginner boards, manners, points, colours.


@pytest.mark.parametrize("colour", ["red", "blue", "orange", "white"])
@pytest.mark.parametrize(("layout", "starts"), [("beginner_5e", F5_STARTS), ("beginner_6e", F6_STARTS)])
def test_S_20_the_settlement_that_pays_on_a_beginner_board(layout, starts, colour):
    first, road, second, other_road, cards = starts[colour]
    others = [c for c in games.COLOURS[:4] if c != colour]
    state = new_game(layout=layout, colours=(*others, colour))
    events = [e for seat, c in enumerate(others) for e in placed(seat, *starts[c][:2])]
    state = play(state, *events, *placed(DANA, first, road))
    assert state.bank == Cards(19, 19, 19, 19, 19)

    state = play(state, *placed(DANA, second, other_road))

    assert state.bank == Cards(19, 19, 19, 19, 19).minus(cards)
    assert hands(state) == [0, 0, 0, 3]


@pytest.mark.parametrize(
    ("first", "second", "cards"),
    [
        (("B1-B2-C2", "B1|C2"), ("C4-C5-D4", "C4|C5"), Cards(lumber=1, ore=1, wool=1)),
        (("C4-C5-D4", "C4|C5"), ("B1-B2-C2", "B1|C2"), Cards(grain=1, brick=1, lumber=1)),
    ],
)
def test_S_20_whites_star_of_the_fifth_edition_is_the_tables_choice(first, second, cards):
    state = new_game(3, layout="beginner_5e", colours=("blue", "orange", "white"))
    state = play(state, *placed(ANA, "D3-D4-E3", "D3|D4"), *placed(BORIS, "A3-B3-B4", "A3|B3"))

    state = play(state, *placed(CHAI, *first), *placed(CHAI, *second))

    assert state.bank == Cards(19, 19, 19, 19, 19).minus(cards)


@pytest.mark.parametrize(
    "event",
    [
        PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={"wool": 1}),
        BankTraded(seat=ANA, give={"ore": 4}, receive={"wool": 1}),
        DevelopmentBought(seat=ANA),
        CityBuilt(seat=ANA, at=spot("D3-D4-E3")),
        KnightPlayed(seat=ANA),
        RoadBuildingPlayed(seat=ANA),
        YearOfPlentyPlayed(seat=ANA, cards={"ore": 2}),
        MonopolyPlayed(seat=ANA, resource="ore", taken={}),
        DiceRolled(seat=ANA, total=8),
        TurnEnded(seat=ANA),
    ],
    ids=lambda event: event.type,
)
@pytest.mark.parametrize("step", [PlacingSettlement(2), PlacingRoad(2, spot("D3-D4-E3"))], ids=["settlement", "road"])
def test_S_21_during_placement_nobody_trades_buys_plays_rolls_or_passes(event, step):
    state = given(
        new_game(),
        step=step,
        round=0,
        hands={ANA: 5, BORIS: 5},
        settlements={ANA: ["A1-A2-B2", "D3-D4-E3"]},
        roads={ANA: ["A1|A2"]},
        seats={ANA: {"development_cards": 1}},
    )

    assert (codes(state, event), kinds(state, event)) == (["step.not_now"], ["irregular"])


def test_S_21_during_placement_nobody_wins():
    assert codes(new_game(), VictoryDeclared(seat=ANA)) == ["step.not_now", "victory.too_few_points"]


def test_S_22_points_count_as_the_settlements_go_down():
    state = new_game(layout="beginner_5e")
    found = [[0, 0, 0, 0]]
    for event in drawn_placement(F5_STARTS):
        state = play(state, event)
        if isinstance(event, SettlementBuilt):
            found.append([points(state, seat) for seat in range(4)])

    assert found == [
        [0, 0, 0, 0],
        [1, 0, 0, 0],
        [1, 1, 0, 0],
        [1, 1, 1, 0],
        [1, 1, 1, 1],
        [1, 1, 1, 2],
        [1, 1, 2, 2],
        [1, 2, 2, 2],
        [2, 2, 2, 2],
    ]


def test_S_23_whoever_began_the_placement_rolls_first():
    state, _ = place_anything(play(new_game(), FirstPlayerChosen(seat=CHAI)))

    assert (state.turn, state.phase.step, state.round) == (CHAI, "roll", 1)
    assert codes(state, DiceRolled(seat=BORIS, total=8)) == ["turn.not_yours"]
    assert codes(state, DiceRolled(seat=CHAI, total=8)) == []


def test_S_24_two_players_cannot_both_be_red():
    with pytest.raises(Refused) as refused:
        new_game(colours=("red", "red", "blue", "white"))

    assert [(reason.code, reason.kind, reason.params) for reason in refused.value.reasons] == [
        ("seat.colour_taken", "impossible", {"colour": "red"})
    ]


def test_S_24_nor_can_one_who_joins():
    state = new_game(3)
    red = SeatJoined(seat=DANA, name="Dana", colour="red")
    assert (codes(state, red), kinds(state, red)) == (["seat.colour_taken"], ["impossible"])

    state = play(state, SeatJoined(seat=DANA, name="Dana", colour="orange"))
    assert [seat.colour for seat in state.seats] == ["red", "blue", "white", "orange"]


def test_S_24_a_seated_player_may_change_to_a_free_colour():
    state = play(new_game(3), SeatJoined(seat=ANA, name="Ana", colour="orange"))

    assert [seat.colour for seat in state.seats] == ["orange", "blue", "white"]


def test_S_24_the_larger_box_adds_green_and_brown():
    state = new_game(6, layout="beginner_56")

    assert [seat.colour for seat in state.seats] == ["red", "blue", "white", "orange", "green", "brown"]
