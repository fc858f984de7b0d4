"""Panels of trades: only what is possible, repeated in one tap, or that there was one and no more."""

from narrator.core.table.cards import RESOURCES, Cards
from narrator.core.table.events import BankTraded, DevelopmentBought, DiceRolled, PlayersTraded, TurnEnded
from narrator.core.table.state import GameState
from narrator.web.panels.panel import Panel
from tests.support.games import ANA, BORIS, CHAI, DANA, given, new_game, record_of
from tests.support.web import EIGHT, acting, buttons, entering, links, offers, panel_at, tap


def test_the_bank_takes_only_what_a_hand_is_large_enough_for() -> None:
    poor = acting(hands={ANA: 3})
    assert links(panel_at(poor, "?do=bank_trade")) == {}
    assert panel_at(poor, "?do=bank_trade").lines
    rich = panel_at(acting(hands={ANA: 4}), "?do=bank_trade")
    assert [(button.label, button.caption) for button in rich.rows[0].buttons] == [
        ("wood", "4×"),
        ("brick", "4×"),
        ("wool", "4×"),
        ("wheat", "4×"),
        ("ore", "4×"),
    ]


def test_between_the_two_taps_of_a_bank_trade_nothing_moves() -> None:
    """A finger that taps twice must not meet what was not there before."""
    before, after = (panel_at(acting(), f"?do=bank_trade{query}") for query in ("", "&give=ore"))
    assert [[button.label for button in row.buttons] for row in before.rows] == [
        [button.label for button in row.buttons] for row in after.rows
    ]
    assert [button.is_disabled for button in before.rows[1].buttons] == [True] * 5
    assert [button.is_disabled for button in after.rows[1].buttons] == [False] * 4 + [True], "ore for ore is no trade"


def test_a_harbour_makes_a_bank_trade_cheaper() -> None:
    state = acting(hands={ANA: 2}, settlements={ANA: ["B4 N"]})
    assert list(links(panel_at(state, "?do=bank_trade"))) == ["ore"]
    taken = offers(tap(state, "ore", query="?do=bank_trade"))
    expected = [(BankTraded(seat=ANA, give={"ore": 2}, receive={r: 1}),) for r in RESOURCES if r != "ore"]
    assert taken == expected


def test_the_bank_sells_only_what_it_has() -> None:
    state = acting(bank=Cards(10, 0, 10, 0, 10))
    taken = entering(BankTraded, tap(state, "ore", query="?do=bank_trade"))
    assert [event.receive for event in taken] == [{"lumber": 1}, {"wool": 1}]


def test_the_same_bank_trade_is_one_tap_right_after_it() -> None:
    trade = BankTraded(seat=ANA, give={"ore": 4}, receive={"wool": 1})
    record = record_of(acting(), trade)
    assert offers(panel_at(record))[0] == (trade,)
    record.add(trade)
    assert (trade,) not in offers(panel_at(record)), "two cards are left"
    record = record_of(acting(), trade, DevelopmentBought(seat=ANA))
    assert (trade,) not in offers(panel_at(record)), "something else came after it"


def test_what_can_be_repeated_pushes_no_other_button_aside() -> None:
    trade = BankTraded(seat=ANA, give={"ore": 4}, receive={"wool": 1})
    before, after = (panel_at(record).rows for record in (record_of(acting()), record_of(acting(), trade)))
    assert [button.label for button in after[0].buttons] == ["Same again"]
    assert [button.label for button in after[1].buttons] == [button.label for button in before[0].buttons]


def test_a_trade_is_not_repeated_when_the_bank_has_none_left_or_the_turn_has_passed() -> None:
    trade = BankTraded(seat=ANA, give={"ore": 4}, receive={"wool": 1})
    short = acting(hands={ANA: 12}, bank=Cards(10, 10, 1, 10, 10))
    assert (trade,) not in offers(panel_at(record_of(short, trade)))
    assert (trade,) not in offers(
        panel_at(record_of(acting(), trade, TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=2)))
    )


def test_players_trade_in_four_taps_and_a_card_says_with_whom() -> None:
    panel = tap(acting(), "Trade with players", "ore")
    assert partners_in(panel) == [BORIS, CHAI, DANA]
    chai = {button.label: button.href or "" for button in panel.rows[2].buttons}
    panel = panel_at(acting(), chai["wool"])
    deal = PlayersTraded(seat=ANA, partner=CHAI, give={"ore": 1}, receive={"wool": 1})
    assert offers(panel)[-1] == (deal,)
    assert partners_in(panel) == [BORIS, CHAI, DANA], "nobody moves"
    done = buttons(panel)[-1]
    assert (done.cost, done.receives, done.is_primary) == (("ore",), ("wool",), True)
    dana = {button.label: button.href or "" for button in panel.rows[3].buttons}
    other = PlayersTraded(seat=ANA, partner=DANA, give={"ore": 1}, receive={"brick": 1})
    assert offers(panel_at(acting(), dana["brick"]))[-1] == (other,), "a tap on another means the other"


def partners_in(panel: Panel) -> list[int | None]:
    return [row.buttons[0].seat for row in panel.rows if row.look == "deal" and row.buttons[0].seat is not None]


def test_what_was_tapped_twice_has_its_number() -> None:
    panel = panel_at(acting(), "?do=trade&partner=2&give=ore.ore&take=wool")
    given = {button.icon: button.caption for button in panel.rows[0].buttons}
    chai, dana = ({button.icon: button.caption for button in panel.rows[row].buttons[1:]} for row in (2, 3))
    assert (given["ore"], chai["wool"], dana["wool"]) == ("2", "1", "")
    clear = panel.rows[-1].buttons[0]
    assert not any(button.caption for button in buttons(panel_at(acting(), clear.href or "")))


def test_what_the_partner_gives_may_be_tapped_first() -> None:
    panel = panel_at(acting(), "?do=trade")
    boris = {button.label: button.href or "" for button in panel.rows[1].buttons}
    give = {button.label: button.href or "" for button in panel_at(acting(), boris["wool"]).rows[0].buttons}
    deal = PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={"wool": 1})
    assert offers(panel_at(acting(), give["ore"]))[-1] == (deal,)


def test_that_two_traded_is_a_name_and_a_tap_without_a_word_about_what() -> None:
    assert offers(tap(acting(), "Trade with players")) == []
    panel = tap(acting(), "Trade with players", "Chai")
    assert offers(panel) == [(PlayersTraded(seat=ANA, partner=CHAI, give={}, receive={}, waived=True),)]


def test_one_side_alone_is_no_deal_unless_gifts_are_allowed() -> None:
    query = "?do=trade&partner=1&give=ore.ore"
    assert [offer[0].waived for offer in offers(panel_at(acting(), query))] == [True]
    gifts = given(new_game(gifts="allowed"), hands=EIGHT)
    assert offers(panel_at(gifts, query))[-1] == (PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 2}, receive={}),)


def test_what_one_gives_the_other_does_not() -> None:
    def takeable(state: GameState) -> list[str]:
        row = panel_at(state, "?do=trade&partner=1&give=ore").rows[1]
        return [button.label for button in row.buttons[1:] if not button.is_disabled and button.href]

    assert takeable(acting()) == ["wood", "brick", "wool", "wheat"]
    assert "ore" in takeable(given(new_game(same_resource_trade="allowed"), hands=EIGHT))


def test_of_two_players_the_other_one_is_meant() -> None:
    state = given(new_game(2, two_player_mode="plain"), hands=EIGHT)
    panel = panel_at(state, "?do=trade")
    assert partners_in(panel) == [BORIS]
    assert offers(panel) == [(PlayersTraded(seat=ANA, partner=BORIS, give={}, receive={}, waived=True),)]
