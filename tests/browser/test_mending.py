"""Setting things right: taking back, letting stand, entering late, counting anew, amending."""

import pytest

from narrator.core.table.events import DiceRolled, TurnEnded
from tests.browser.conftest import Hosting
from tests.support.browser.host import LET_STAND
from tests.support.browser.situations import PLACED, ROLLED, holding, trio
from tests.support.core_evening import entry, evening
from tests.support.games import ANA, BORIS, CHAI, path, spot


@pytest.mark.thorough
def test_everything_can_be_undone_to_the_start_and_redone(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({ANA: 6}))
    host.build(path("B2|C3"))
    host.roll(8)
    after, points = host.state, host.seats()
    steps = len(ROLLED) + 3  # the last roll and the end of the turn before it were entered together
    for _ in range(steps):
        host.undo()
    assert host.page.query_selector(".undo use[href='#i-undo']") is None
    assert host.state["phase"] == "setup"
    assert host.state["bank"]["ore"] == 19
    assert not any(host.state["seats"][seat]["hand"] for seat in (ANA, BORIS, CHAI))
    for _ in range(steps):
        host.redo()
    assert host.page.query_selector(".undo use[href='#i-redo']") is None
    assert {**host.state, "seq": 0} == {**after, "seq": 0}
    assert host.seats() == points


def test_undo_says_what_it_takes_back(hosting: Hosting) -> None:
    host = hosting(trio(), *PLACED)
    host.roll(8)
    said = host.page.inner_text(".undo button")
    assert "Ana" in said
    assert "8" in said
    host.undo()
    assert host.state["step"] == "roll"
    assert "8" in host.page.inner_text(".undo button:has(use[href='#i-redo'])")


def test_an_irregular_entry_is_refused_with_its_reason_and_let_stand(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({ANA: 8}))
    before = host.seq
    host.lead(do="build")
    host.lead(do="build", piece="settlement")
    host.lead(do="build", any=1)
    far = spot("A3 NE")
    host.enter(at=far)
    assert host.reasons()
    assert all(reason.strip() for reason in host.reasons())
    assert host.seq == before
    assert len(host.log) == before
    host.let_stand()
    assert host.log[-1] == {"type": "settlement_built", "waived": True, "seat": ANA, "at": far}
    assert host.seats()[ANA]["points"] == 3


@pytest.mark.thorough
def test_what_is_impossible_can_not_be_let_stand(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED)
    host.page.evaluate(
        """() => { const button = document.querySelector(".dice button");
        button.value = '[{"type":"dice_rolled","seat":9,"total":8}]'; }"""
    )
    host.enter(seat=9)
    assert host.reasons()
    assert host.page.query_selector(LET_STAND) is None
    assert len(host.log) == len(ROLLED)


def test_what_somebody_else_forgot_is_entered_late(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({CHAI: 5}))
    host.pick("#forgotten")
    host.lead(do="forgotten", late=1, seat=CHAI)
    host.lead(do="build", late=1, seat=CHAI)
    host.enter(at=path("C3|D2"), late=True)
    assert host.taps == 4
    assert host.log[-1] == {"type": "road_built", "late": True, "seat": CHAI, "at": path("C3|D2")}
    assert (host.state["seat"], host.state["step"]) == (ANA, "actions")
    host.pick("#forgotten")
    host.lead(do="forgotten", late=1, seat=ANA)
    host.lead(do="bank_trade", late=1, seat=ANA)
    host.lead(do="bank_trade", give="wool", seat=ANA)
    host.enter(type="bank_traded", seat=ANA, receive={"ore": 1})
    assert host.log[-1]["late"] is True


@pytest.mark.thorough
def test_whose_turn_it_is_is_set_by_tapping_the_seat(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED)
    host.pick(f"#seat{CHAI}")
    host.enter(type="corrected", what="turn", value=CHAI)
    assert host.taps == 2
    assert (host.state["seat"], host.state["step"]) == (CHAI, "roll")
    assert [seat["acts"] for seat in host.seats()] == [False, False, True]


@pytest.mark.thorough
def test_a_seven_is_where_hands_are_counted(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({ANA: 8, BORIS: 6}))
    host.trade_untold(BORIS)
    assert host.seats()[ANA]["unsure"]
    host.roll(7)
    host.lead(do="recount", seat=BORIS)
    host.enter(type="corrected", what="hand", seat=BORIS, value=8)
    assert host.state["owed"] == {"0": 4, "1": 4}
    assert host.state["unsure"] == ["hand.0"]
    host.enter(type="corrected", what="hand", seat=ANA, value=8)  # all right
    assert host.state["unsure"] == []
    assert not any(seat["unsure"] for seat in host.seats())


@pytest.mark.thorough
def test_a_roll_is_amended_after_its_consequences_were_shown(hosting: Hosting) -> None:
    host = hosting(trio(), *evening("Chai rolls a four"))
    before = host.state
    number = entry("Boris rolls an eight")
    host.history()
    assert host.page.locator(".entries > li").count() == len(host.log)
    host.follow(f"#e{number} a[href*=amend]")
    with host.page.expect_navigation():
        host.touch("entering", {"type": "dice_rolled", "total": 3})
    changes = host.page.locator(".changes li").all_inner_texts()
    assert any("Chai" in change for change in changes)
    assert host.state == before
    with host.page.expect_navigation():
        host.touch("entering", {"type": "amended"})
    assert host.log[-1]["entry"] == number
    assert host.log[-1]["event"]["total"] == 3
    assert host.state["seats"][CHAI]["hand"] == before["seats"][CHAI]["hand"] + 1
    host.open()
    assert host.seats()[CHAI]["hand"] == host.state["seats"][CHAI]["hand"]
    host.undo()
    assert {**host.state, "seq": 0} == {**before, "seq": 0}


def test_a_roll_three_turns_back_is_mended_in_four_taps(hosting: Hosting) -> None:
    rolls = [DiceRolled(seat=seat, total=8) for seat in (BORIS, CHAI, ANA)]
    turns = [
        event for seat, roll in zip((ANA, BORIS, CHAI), rolls, strict=True) for event in (TurnEnded(seat=seat), roll)
    ]
    host = hosting(trio(), *ROLLED, *turns)
    host.pick("#forgotten")
    host.follow(f"#entry a[href$='amend?entry={len(ROLLED)}']")
    with host.page.expect_navigation():
        host.touch("entering", {"type": "dice_rolled", "total": 9})
    told = host.page.locator(".changes li").all_inner_texts()
    assert any(name in change for change in told for name in ("Ana", "Boris", "Chai"))
    with host.page.expect_navigation():
        host.touch("entering", {"type": "amended"})
    assert host.taps == 4
    assert host.log[-1]["entry"] == len(ROLLED)


@pytest.mark.thorough
def test_the_remark_on_a_recount_is_read_in_the_history(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED)
    host.pick(f"#seat{CHAI}")
    host.lead(do="recount", seat=CHAI)
    field = host.page.locator("[name=remark]")
    field.fill("one lay under the box")
    field.press("Enter")
    assert len(host.log) == len(ROLLED), "Enter in the field taps no number"
    host.enter(type="corrected", what="hand", seat=CHAI, value=5)
    assert host.log[-1]["note"] == "one lay under the box"
    host.history()
    assert "one lay under the box" in host.page.inner_text(f"#e{len(ROLLED) + 1}")


@pytest.mark.thorough
def test_history_shows_one_players_entries_and_goes_back_to_one_of_them(hosting: Hosting) -> None:
    host = hosting(trio(), *evening("Chai rolls a four"))
    host.history()
    host.follow(f".radios a[href$='seat={BORIS}']")
    number = entry("Boris gives Ana ore for wool")
    assert host.page.locator(".entries > li").count() == 8
    with host.page.expect_navigation():
        host.touch("selected", f"#e{number} button")
    assert host.log[-1] == {"type": "taken_back", "to": number}
    assert (host.state["seat"], host.state["step"]) == (BORIS, "actions")


@pytest.mark.thorough
def test_a_number_explains_itself(hosting: Hosting) -> None:
    host = hosting(trio(), *evening("Chai rolls a four"))
    host.pick(f"#seat{BORIS}")
    host.follow(f"#entry a[href*='number=hand.{BORIS}']")
    total = host.page.inner_text(".sum .total td")
    assert int(total) == host.state["seats"][BORIS]["hand"]


@pytest.mark.thorough
def test_a_page_reloaded_in_the_middle_of_a_panel_shows_the_same(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({ANA: 9, CHAI: 9}))

    def seen() -> str:
        return host.page.locator("#content").inner_text()

    def same_after_reload() -> bool:
        before = seen()
        host.page.reload()
        return seen() == before

    host.lead(do="trade")
    host.lead(do="trade", partner=CHAI, take="brick")
    host.lead(give="wool")
    assert same_after_reload()
    host.lead(give="wool.ore")
    host.open()
    host.roll(7)
    if not host.leads(d0="ore"):
        host.lead(open=0)
    host.lead(d0="ore")
    host.lead(d0="ore.wool")
    assert same_after_reload()
    assert "d0=ore" in host.page.url
    host.page.evaluate("history.back()")
    host.page.wait_for_selector("#entry a[href$='d0=ore.wool']")  # to be tapped again
    host.page.wait_for_load_state()
    host.lead(d0="ore.wool")
    assert "d0=ore" in host.page.url
