"""The app deals: two phones and a passed tablet play from their own hands, and no page ever shows another's card."""

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

from narrator.core.record.choices import legal_events
from narrator.core.table.box import PRODUCES
from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import DiceRolled, SettlementBuilt, TurnEnded
from narrator.core.table.phase import Discarding
from narrator.core.table.state import GameState
from tests.browser.conftest import Devices
from tests.support.browser.axe import problems
from tests.support.browser.dealt import HAND, A, B, C, Dealt
from tests.support.browser.host import Host
from tests.support.browser.server import Server

HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""What a browser does when somebody goes to another page of it."""


@pytest.fixture
def table(devices: Devices, server: Server) -> Iterator[Dealt]:
    table = Dealt(devices, server)
    yield table
    table.log.close()


def corners(state: GameState) -> tuple[str, str]:
    """Two corners that give all five kinds between them."""
    board = state.game.board
    island = board.island

    def kinds(at: str) -> set[str]:
        return {PRODUCES[board.terrain[one]] for one in island.hexes_at[at] if board.terrain[one] != "desert"}

    free = [event.at for event in legal_events(state) if isinstance(event, SettlementBuilt) and event.at is not None]
    wanted = set(RESOURCES)
    found = [(one, other) for one, other in combinations(free, 2) if kinds(one) | kinds(other) == wanted]
    return next(pair for pair in found if not set(island.hexes_at[pair[0]]) & set(island.hexes_at[pair[1]]))


def numbers(state: GameState, seat: int) -> list[int]:
    """What pays this seat, one number a kind."""
    board = state.game.board
    found = {}
    for at, building in state.buildings.items():
        for one in board.island.hexes_at[at]:
            if building.seat == seat and one in board.numbers:
                found[PRODUCES[board.terrain[one]]] = board.numbers[one]
    return [found[kind] for kind in RESOURCES]


def place(player: Host, table: Dealt, at: str | None = None) -> None:
    """A settlement and a road beside it."""
    for _ in range(2):
        spot = at or next(event.at for event in legal_events(table.state) if getattr(event, "at", None))  # type: ignore[union-attr]
        player.enter(at=spot)
        at = None


@pytest.mark.thorough
def test_a_game_is_played_from_hands_that_nobody_else_sees(table: Dealt) -> None:
    host, (ana, boris) = table.host, table.phones
    host.lay()
    host.starts(A)
    first, second = corners(table.state)
    table.nobody_sees_anothers()
    place(ana, table, first)
    table.nobody_sees_anothers()
    place(boris, table, _far_from(table.state, second))
    table.nobody_sees_anothers()
    place(host, table, _far_from(table.state, second))
    place(host, table, _far_from(table.state, second))
    table.nobody_sees_anothers()
    place(boris, table, _far_from(table.state, second))
    table.nobody_sees_anothers()
    place(ana, table, second)
    table.nobody_sees_anothers()
    _ana_builds_and_buys(table)
    _a_seven(table)
    _chai_takes_the_tablet(table)
    _ana_plays_her_card(table)
    _a_trade(table)


def test_a_key_holds_a_hand_open_and_it_is_covered_when_let_go_left_or_hidden(table: Dealt) -> None:
    table.everybody_has_placed()
    page = table.host.page
    table.pass_to(C)

    def is_covered_after(deed: Callable[[], object]) -> None:
        table.hold()
        assert page.evaluate(HAND) == table.hand(C)
        deed()
        assert not page.query_selector(".dealt-hand")
        assert page.get_attribute("[data-hold]", "aria-pressed") == "false"
        page.keyboard.up(" ")

    is_covered_after(lambda: page.keyboard.up(" "))
    is_covered_after(lambda: page.evaluate("() => window.dispatchEvent(new Event('blur'))"))
    is_covered_after(lambda: page.evaluate(HIDE))


def test_axe_finds_nothing_on_a_hand(table: Dealt) -> None:
    table.everybody_has_placed()
    page = table.host.page
    found = problems(table.phones[A].page, "a phone", [".dealt-hand"]) + problems(page, "the stage", [".passing"])
    page.reload()
    table.pass_to(C)
    found += problems(page, "a covered hand", [".covered-hand", ".passed-to"])
    table.hold()
    found += problems(page, "a hand held open", [".dealt-hand"])
    assert found == []


def _far_from(state: GameState, kept: str) -> str:
    """A corner that leaves another one free."""
    board = state.game.board
    around = set(board.island.hexes_at[kept])
    free = [event.at for event in legal_events(state) if isinstance(event, SettlementBuilt)]
    return next(at for at in free if at is not None and not around & set(board.island.hexes_at[at]))


def _ana_builds_and_buys(table: Dealt) -> None:
    host, (ana, _) = table.host, table.phones
    lumber, brick, wool, grain, ore = numbers(table.state, A)
    before = sum(table.hand(A).values())
    host.roll(lumber)
    assert sum(table.hand(A).values()) > before
    table.nobody_sees_anothers()
    for seat, total in zip((A, B, C), (brick, wool, grain), strict=True):
        table.tell(TurnEnded(seat=seat), DiceRolled(seat=(seat + 1) % 3, total=total))
    for seat, total in zip((A, B, C), (ore, lumber, brick), strict=True):
        table.tell(TurnEnded(seat=seat), DiceRolled(seat=(seat + 1) % 3, total=total))
    table.nobody_sees_anothers()
    held = table.hand(A)
    ana.enter(type="road_built")
    assert sum(table.hand(A).values()) == sum(held.values()) - 2
    table.nobody_sees_anothers()
    ana.enter(type="development_bought")
    assert [card.kind for card in table.state.held_cards[A]] == ["knight"]
    table.nobody_sees_anothers()
    assert ana.page.locator(".dealt-development").inner_text()


def _a_seven(table: Dealt) -> None:
    """Ana holds too many cards; Boris rolls, robs her, and both of them see which card it was."""
    host, (ana, boris) = table.host, table.phones
    rolls, seat = numbers(table.state, A), A
    while sum(table.hand(A).values()) < 8 or seat != A:
        table.tell(TurnEnded(seat=seat), DiceRolled(seat=(seat + 1) % 3, total=rolls[seat]))
        seat = (seat + 1) % 3
    table.nobody_sees_anothers()
    host.roll(7)
    table.nobody_sees_anothers()
    while isinstance(phase := table.state.phase, Discarding):
        owing = min(phase.owed)
        player: Host = host if owing == C else table.phones[owing]
        if owing == C:
            table.pass_to(C)
        player.discard(owing, table.spare(owing, phase))
        if owing == C:
            table.give_back()
        table.nobody_sees_anothers()
    board, robber = table.state.game.board, table.state.robber
    mine = [at for at, one in table.state.buildings.items() if one.seat == A]
    to = next(one for at in mine for one in board.island.hexes_at[at] if one != robber)
    boris.robber(to, A)
    table.nobody_sees_anothers()
    fact = table.games.full_record(table.game.id).head.fact
    card = str(getattr(fact, "resource", ""))
    assert boris.page.locator(".stolen").count() == ana.page.locator(".stolen").count() == 1
    assert card in RESOURCES
    assert not host.page.locator(".stolen").count()


def _chai_takes_the_tablet(table: Dealt) -> None:
    """Whoever has no phone looks and acts on the tablet, and it is the table's again."""
    host, (_, boris) = table.host, table.phones
    boris.enter(type="turn_ended")
    host.page.wait_for_function("() => document.querySelector('#content').dataset.turn === '2'")
    host.roll(numbers(table.state, A)[0])
    table.nobody_sees_anothers()
    table.pass_to(C)
    assert table.look() == table.hand(C)
    assert "dealt-hand" not in host.page.content()
    host.enter(type="turn_ended")
    table.give_back()
    table.nobody_sees_anothers()


def _ana_plays_her_card(table: Dealt) -> None:
    ana = table.phones[A]
    ana.enter(type="knight_played")
    table.nobody_sees_anothers()
    board = table.state.game.board
    theirs = [at for at, one in table.state.buildings.items() if one.seat == B]
    to = next(one for at in theirs for one in board.island.hexes_at[at] if one != table.state.robber)
    ana.robber(to, B)
    table.nobody_sees_anothers()
    assert table.state.seats[A].knights == 1
    assert not table.state.held_cards[A]


def _a_trade(table: Dealt) -> None:
    host, (ana, boris) = table.host, table.phones
    host.roll(numbers(table.state, A)[1])
    table.nobody_sees_anothers()
    before = table.hand(A), table.hand(B)
    give = next(kind for kind, number in before[A].items() if number)
    take = next(kind for kind, number in before[B].items() if number and kind != give)
    ana.offer([give], [take])
    boris.answer("accept")
    ana.choose(B)
    table.nobody_sees_anothers()
    assert table.hand(A).get(take, 0) == before[A].get(take, 0) + 1
    assert table.hand(B).get(give, 0) == before[B].get(give, 0) + 1
