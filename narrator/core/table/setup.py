"""Setup of a game: players, box, board and rules; and the state before the first event."""

from collections.abc import Iterator
from random import Random
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from narrator.core.message import Refusal, Refused, impossible
from narrator.core.table.board import NO_BOARD, Board, adjacent_red_numbers, box_refusals, make_board
from narrator.core.table.box import BASE_BOX, LARGE_BOX, Box, Colour, HarbourKind, Terrain
from narrator.core.table.cards import NO_CARDS
from narrator.core.table.coordinates import Hex, Path
from narrator.core.table.events import Name, TokenNumber
from narrator.core.table.hands import Hands
from narrator.core.table.house_rules import PRESET_THEMES, HouseRules, make_house_rules
from narrator.core.table.layouts import Seed, beginner_board, random_board, random_harbours, spiral_board
from narrator.core.table.phase import SettingUp
from narrator.core.table.player_names import is_printable
from narrator.core.table.state import BotLevel, CardSource, Game, GameState, Seat, Tracking

Layout = Literal["beginner_5e", "beginner_6e", "beginner_56", "spiral", "random_tokens", "manual"]
RANDOM_LAYOUTS = ("spiral", "random_tokens")  # layouts that are generated from a seed
Language = Annotated[str, Meta(min_length=2, max_length=35)]
PlaceId = Annotated[str, Meta(max_length=60)]


class Player(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: Name
    colour: Colour
    language: Language | None = None
    bot: BotLevel | None = None  # character of the bot that plays this seat


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    at: PlaceId
    terrain: Terrain
    number: TokenNumber | None = None


class Harbour(Struct, frozen=True, forbid_unknown_fields=True):
    edge: PlaceId
    kind: HarbourKind


class BoardSetup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    layout: Layout
    seed: Annotated[int, Meta(ge=-(2**53), le=2**53)] | Annotated[str, Meta(max_length=100)] | None = None
    hexes: list[Tile] | None = None
    harbours: list[Harbour] | None = None
    robber: PlaceId | None = None
    # whether a random board keeps equal terrain apart; games from before this option have none of it, and their seeds
    # must still give the same islands
    mixed: bool = False

    @property
    def is_random(self) -> bool:
        return self.hexes is None and self.layout in RANDOM_LAYOUTS


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    players: list[Player]
    tracking: Tracking | None = None
    theme: Literal["classic", "clawtan"] | None = None
    detail: Literal["first_game", "normal", "terse"] = "normal"
    language: Language | None = None
    rules: dict[str, Any] = {}
    board: BoardSetup | None = None
    cards: CardSource = "table"
    seal: Annotated[str, Meta(max_length=400)] | None = None  # if the app deals: the encrypted seed of all draws

    @property
    def is_dealt(self) -> bool:
        """Whether the app deals the cards."""
        return self.cards == "app"


def initial_state(setup: Setup) -> GameState:
    """Return the state before the first event. Raises `Refused` with as many reasons as possible at once."""
    _raise_if_any(_player_refusals(setup))
    rules = make_house_rules(setup.rules, len(setup.players))
    box = box_for(len(setup.players), rules)
    board, layout = NO_BOARD, None
    tracking = tracking_of(setup)
    if tracking == "board":
        if setup.board is None:
            raise Refused(impossible("setup.board_missing"))
        layout = setup.board.layout
        board = board_for(setup.board, box, rules)
    game = Game(
        tracking=tracking,
        box=box,
        layout=layout,
        board=board,
        theme=setup.theme or PRESET_THEMES.get(setup.rules.get("preset", ""), "classic"),
        detail=setup.detail,
        bots={seat: player.bot for seat, player in enumerate(setup.players) if player.bot is not None},
        cards=setup.cards,
    )
    _raise_if_any(_dealing_refusals(game, rules, len(setup.players)))
    return GameState(
        game=game,
        rules=rules,
        seats=tuple(Seat(player.name, player.colour, player.language) for player in setup.players),
        phase=SettingUp(),
        bank=box.bank(),
        deck=box.deck(),
        hands=Hands(tuple(NO_CARDS for _ in setup.players)) if tracking != "script" else None,
        robber=board.robber or None,
    )


def tracking_of(setup: Setup) -> Tracking:
    """Return the tracking mode; by default `board` if the layout is known, else `counts`."""
    return setup.tracking or ("board" if setup.board is not None else "counts")


def _raise_if_any(reasons: Iterator[Refusal]) -> None:
    found = tuple(reasons)
    if found:
        raise Refused(*found)


def _player_refusals(setup: Setup) -> Iterator[Refusal]:
    if not 2 <= len(setup.players) <= 6:
        yield impossible("setup.players", found=len(setup.players))
    yield from (impossible("seat.name") for player in setup.players if not is_printable(player.name))
    colours = [player.colour for player in setup.players]
    for number, colour in enumerate(colours):
        if colour in colours[:number]:
            yield impossible("seat.colour_taken", colour=colour)
    for key in ("tracking", "theme", "detail", "language", "board_layout"):
        if key in setup.rules:
            yield impossible("rules.belongs_to_setup", key=key)


def _dealing_refusals(game: Game, rules: HouseRules, players: int) -> Iterator[Refusal]:
    """The app can deal only if it knows every hand. Catan for Two's forced trade is a draw and a reply in one entry,
    which a player could not choose without having seen the drawn cards."""
    if not game.is_dealt:
        return
    if game.tracking != "board":
        yield impossible("setup.cards_need_board")
    if players == 2 and rules.two_player_mode == "catan_for_two":
        yield impossible("setup.cards_not_for_two")


def box_for(players: int, rules: HouseRules) -> Box:
    if rules.component_set == "base_3_4":
        if players > 4:
            raise Refused(impossible("setup.box_too_small", players=players))
        return BASE_BOX
    return LARGE_BOX if players > 4 or rules.component_set == "ext_5_6" else BASE_BOX


def board_for(setup: BoardSetup, box: Box, rules: HouseRules) -> Board:
    """Return the board of this setup. Explicit pieces take precedence over the layout's own."""
    board = _board_from_pieces(setup, box, rules) if setup.hexes is not None else _board_of_layout(setup, box, rules)
    clashes = adjacent_red_numbers(board)
    if clashes and rules.red_numbers_apart == "enforce":
        raise Refused(*(impossible("board.red_numbers_touch", hexes=list(pair)) for pair in clashes))
    return board


def _board_from_pieces(setup: BoardSetup, box: Box, rules: HouseRules) -> Board:
    terrain: dict[Hex, Terrain] = {tile.at: tile.terrain for tile in setup.hexes or ()}
    if len(terrain) != len(setup.hexes or ()):
        raise Refused(impossible("board.hex_twice"))
    numbers = {tile.at: tile.number for tile in setup.hexes or () if tile.number is not None}
    harbours = _explicit_harbours(setup)
    _raise_if_any(box_refusals(box, terrain, numbers, harbours, setup.robber, with_harbours=rules.harbours == "on"))
    board = make_board(terrain, numbers, harbours, setup.robber)
    if setup.layout.startswith("beginner"):
        drawn = beginner_board(setup.layout)
        if (board.terrain, board.numbers) != (drawn.terrain, drawn.numbers):
            raise Refused(impossible("board.not_the_booklets", layout=setup.layout))
    return board


def _explicit_harbours(setup: BoardSetup) -> dict[Path, HarbourKind]:
    harbours = {harbour.edge: harbour.kind for harbour in setup.harbours or ()}
    if len(harbours) != len(setup.harbours or ()):
        raise Refused(impossible("board.harbour_twice"))
    return harbours


def _board_of_layout(setup: BoardSetup, box: Box, rules: HouseRules) -> Board:
    if setup.layout == "manual":
        raise Refused(impossible("board.hexes_missing"))
    if setup.layout.startswith("beginner"):
        drawn = beginner_board(setup.layout)
        if len(drawn.terrain) != box.hexes:
            raise Refused(impossible("board.layout_of_another_box", layout=setup.layout))
        return _with_harbours_and_robber(drawn, setup, box, rules)
    if setup.layout == "spiral" and box is not BASE_BOX:
        raise Refused(impossible("board.no_spiral"))
    seed: Seed = 0 if setup.seed is None else setup.seed
    frame = rules.harbour_setup or ("shuffle_tokens" if rules.edition == "5e" else "shuffle_frame")
    if setup.layout == "spiral":
        board = spiral_board(box, seed, setup.mixed, rules.spiral_direction, frame)
    else:
        board = random_board(box, seed, setup.mixed, rules.red_numbers_apart == "enforce", frame)
    return _with_harbours_and_robber(board, setup, box, rules)


def _with_harbours_and_robber(board: Board, setup: BoardSetup, box: Box, rules: HouseRules) -> Board:
    harbours = dict(board.harbours)
    if setup.harbours is not None:
        harbours = _explicit_harbours(setup)
    elif rules.harbour_setup == "manual" and not setup.layout.startswith("beginner"):
        raise Refused(impossible("board.harbours_missing"))
    elif rules.harbour_setup not in (None, "printed", "manual") and setup.layout.startswith("beginner"):
        harbours = random_harbours(box, rules.harbour_setup, Random(setup.seed or 0))
    robber = setup.robber
    if robber is None and rules.robber_start_desert == "random":
        deserts = board.deserts()
        robber = deserts[int(Random(f"desert {setup.seed}").random() * len(deserts))]
    with_harbours = rules.harbours == "on"
    _raise_if_any(box_refusals(box, board.terrain, board.numbers, harbours, robber, with_harbours))
    return make_board(board.terrain, board.numbers, harbours, robber)


def board_warnings(board: Board, rules: HouseRules) -> tuple[Refusal, ...]:
    """Return adjacent red numbers if the rules only warn about them."""
    if rules.red_numbers_apart != "warn":
        return ()
    return tuple(impossible("board.red_numbers_touch", hexes=list(pair)) for pair in adjacent_red_numbers(board))


def board_setup_of(board: Board, layout: Layout) -> BoardSetup:
    """Return a board with all its pieces, as exports contain it."""
    return BoardSetup(
        layout=layout,
        hexes=[Tile(at, board.terrain[at], board.numbers.get(at)) for at in board.island.hexes],
        harbours=[Harbour(path, kind) for path, kind in board.harbours.items()],
        robber=board.robber,
    )
