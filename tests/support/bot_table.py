"""A table with bots, and the people round it who throw dice, draw cards and say what they see."""

from pathlib import Path
from random import Random

from msgspec.structs import replace

from narrator.app.bots.bots import Bots
from narrator.app.bots.next_bot import BotToMove, bot_to_move
from narrator.app.sessions.proposals import ProposalService
from narrator.app.sessions.service import SessionService
from narrator.app.sessions.trades import TradeService
from narrator.core.record.choices import legal_events
from narrator.core.record.record import Record
from narrator.core.table.cards import RESOURCES, DevelopmentKind
from narrator.core.table.events import (
    AnyEvent,
    AnyFact,
    CardStolen,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    MonopolyPlayed,
    RoadBuilt,
    SettlementBuilt,
    StepDone,
)
from narrator.core.table.phase import Over, Rolling
from narrator.core.table.setup import BoardSetup, Player, Setup
from narrator.core.table.state import CardSource, GameState
from narrator.script.steps.setup import needed_checklist
from narrator.session.table_session import TableSession
from tests.support.app import NOON, games_in

ANA, BORIS, CHAI, ROBO = range(4)
PEOPLE = [Player("Ana", "red"), Player("Boris", "blue"), Player("Chai", "white")]
BOARD = BoardSetup("random_tokens", seed="bots")


def with_bots(*levels: str, people: int = 3, cards: CardSource = "table", **rules: object) -> Setup:
    colours = ("orange", "green", "brown", "red", "blue", "white")
    seated = PEOPLE[:people]
    free = [colour for colour in colours if colour not in {player.colour for player in seated}]
    bots = [Player(f"Robo {n}", free[n], bot=level) for n, level in enumerate(levels)]  # type: ignore[arg-type]
    return Setup([*seated, *bots], rules=rules, board=BOARD, cards=cards)


class BotTable:
    """A game with bots; what only people can see comes from a seed."""

    def __init__(self, folder: Path, setup: Setup, *events: AnyEvent) -> None:
        self.games = games_in(folder)
        self.luck = Random(7)
        self.sessions = SessionService(self.games, lambda: NOON)
        self.proposals = ProposalService(self.games, self.sessions)
        self.trades = TradeService(self.games, self.sessions, self.proposals, lambda: NOON)
        self.bots = Bots(self.games, self.sessions, self.trades, lambda count: int(self.luck.random() * count))
        self.id = self.games.create(setup, events).id
        self.lay_out()
        kinds = self.state.game.box.development
        deck: list[DevelopmentKind] = [kind for kind, count in kinds.items() for _ in range(count)]
        self.deck = sorted(deck, key=lambda _: self.luck.random())

    @property
    def record(self) -> Record:
        return self.games.record_of(self.id)

    @property
    def state(self) -> GameState:
        return self.record.state

    @property
    def session(self) -> TableSession:
        return self.sessions.session_of(self.id)

    @property
    def bot_to_move(self) -> BotToMove | None:
        return bot_to_move(self.record, self.session)

    @property
    def log(self) -> list[AnyEvent]:
        """What was entered since the table was laid."""
        return [replace(event, time=None, group=None) for event in self.record.log[self.begun :]]

    def enter(self, *events: AnyEvent) -> None:
        self.games.enter_events(self.id, events)

    def step(self) -> bool:
        return self.bots.step(self.id, len(self.record.log))

    def lay_out(self) -> None:
        """Everything lies ready, and the first chair starts."""
        if self.state.game.tracking == "board":
            self.enter(*(StepDone(step=step) for step in needed_checklist(self.state)), FirstPlayerChosen(seat=0))
        self.begun = len(self.record.log)

    def place_all(self) -> None:
        """Until the first roll; people place at the first legal spot."""
        while not isinstance(self.state.phase, Rolling):
            if self.bot_to_move is None:
                self.enter(next(e for e in legal_events(self.state) if isinstance(e, SettlementBuilt | RoadBuilt)))
            else:
                self.step()

    def help(self) -> None:
        """People do what a bot waits for."""
        bot = self.bot_to_move
        assert bot is not None
        self.enter(DiceRolled(seat=bot.seat, dice=self.thrown()) if bot.asks is None else self.seen(bot.asks))

    def thrown(self) -> tuple[int, int]:
        return int(self.luck.random() * 6) + 1, int(self.luck.random() * 6) + 1

    def seen(self, event: AnyFact) -> AnyFact:
        if isinstance(event, DevelopmentBought):
            return replace(event, card=self.deck.pop())
        if isinstance(event, CardStolen):
            assert event.victim is not None
            assert self.state.hands is not None
            high = self.state.hands.bounds(event.victim).high
            return replace(event, resource=next(kind for kind in RESOURCES if high.count_of(kind)))
        if isinstance(event, MonopolyPlayed):
            return event
        raise AssertionError(event)

    def play_on(self, most: int = 3000) -> None:
        """As long as bots have something to do, and to the end where there is nobody else."""
        for _ in range(most):
            bot = self.bot_to_move
            if bot is None:
                return
            if bot.asks is not None or bot.is_entered_by_host:
                self.help()
            else:
                assert self.step(), bot
            if isinstance(self.state.phase, Over) and self.bot_to_move is None:
                return
        raise AssertionError("it goes on for ever")
