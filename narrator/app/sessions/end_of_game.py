"""The end of a game: ask for hidden victory point cards, and start a rematch."""

from collections.abc import Mapping

from msgspec.structs import asdict, replace

from narrator.app.games.games import Games
from narrator.app.games.results import NewGame
from narrator.app.sessions.service import SessionService
from narrator.core.play.checklist import is_script_only
from narrator.core.play.development import remaining_count
from narrator.core.record.record import Record
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import FirstPlayerChosen, PointsRevealed
from narrator.core.table.house_rules import make_house_rules
from narrator.core.table.phase import Over
from narrator.core.table.setup import RANDOM_LAYOUTS, BoardSetup, Player, Setup
from narrator.core.table.state import BotLevel, GameState, points
from narrator.session.events import NoPointsCards
from narrator.session.table_session import TableSession


def seats_to_ask_for_points(record: Record, session: TableSession) -> tuple[int, ...]:
    """Return seats that may still hold victory point cards: fewest points first, the winner last."""
    state = record.state
    if not _shows(state) or state.game.is_dealt:  # the app has shown them already
        return ()
    end, shown = _since_the_end(record.head)
    denied = {seat for seat, seen in session.end.no_points.items() if seen >= end}
    winner = state.phase.winner if isinstance(state.phase, Over) else None
    holders = [n for n, seat in enumerate(state.seats) if seat.development_cards and not seat.has_left]
    asked = [number for number in holders if number not in denied | shown]
    return tuple(sorted(asked, key=lambda number: (number == winner, points(state, number), number)))


def report_no_points(sessions: SessionService, record: Record, game: str, seat: int) -> None:
    """Note that a seat has no victory point cards; it may still reveal some later."""
    if seat in seats_to_ask_for_points(record, sessions.session_of(game)):
        seen = record.last_entry
        sessions.append(game, NoPointsCards(seat=seat, seen=seen), f"no points {seat} {seen}")


def _shows(state: GameState) -> bool:
    is_won = isinstance(state.phase, Over) and state.phase.winner is not None
    return (
        is_won
        and not is_script_only(state)
        and state.rules.reveal_at_end == "yes"
        and remaining_count(state, "points") > 0
    )


def _since_the_end(head: Snapshot) -> tuple[int, set[int]]:
    """Return the number of the entry that ended the game, and the seats that revealed points after it."""
    shown, snapshot = set(), head
    while snapshot.before is not None and isinstance(snapshot.before.state.phase, Over):
        if isinstance(snapshot.fact, PointsRevealed) and not snapshot.left_out:
            shown.add(snapshot.fact.seat)
        snapshot = snapshot.before
    return snapshot.number, shown


def rematch(games: Games, game: str, bots: Mapping[int, BotLevel] = {}) -> NewGame:
    """Start a game with the same people and rules; the player after the last first player begins."""
    state = games.record_of(game).state
    return games.create(rematch_setup(games.setup(game), state, bots), [FirstPlayerChosen(seat=next_to_begin(state))])


def next_to_begin(state: GameState) -> int:
    return (state.first_seat + 1) % len(state.seats)


def rematch_setup(setup: Setup, state: GameState, bots: Mapping[int, BotLevel] = {}) -> Setup:
    """Return the setup of a rematch, with the current names and rules and `bots`; random boards are drawn again."""
    players = [Player(seat.name, seat.colour, seat.language, bots.get(index)) for index, seat in enumerate(state.seats)]
    before = asdict(make_house_rules(setup.rules, len(setup.players)))
    changed = {key: value for key, value in asdict(state.rules).items() if value != before[key]}
    setup = replace(setup, players=players, rules={**setup.rules, **changed}, seal=None)
    board = setup.board
    if board is None or board.layout not in RANDOM_LAYOUTS:
        return setup
    return replace(setup, board=BoardSetup(board.layout))
