"""Motion: cards travel, words roll up; a tap goes through it, and nothing moves where that is not wanted."""

import pytest

from tests.browser.conftest import Hosting
from tests.support.browser.situations import ROLLED, trio

pytestmark = pytest.mark.thorough

WATCH = """() => {
  window.flown = [];
  const ends = layer => [...layer.children].map(card => card.getAnimations()[0].effect.getComputedTiming().endTime);
  new MutationObserver(changes => changes.flatMap(change => [...change.addedNodes])
    .forEach(layer => flown.push(ends(layer)))).observe(document.documentElement, { childList: true });
  document.addEventListener("htmx:afterSettle", () => requestAnimationFrame(() => {
    window.moving = document.getAnimations().length;
  }));
}"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_cards_travel_and_lines_roll_up_unless_nothing_should_move(hosting: Hosting, motion: str) -> None:
    host = hosting(trio(), *ROLLED, reduced_motion=motion)
    host.page.evaluate(WATCH)
    host.roll(8)
    host.page.wait_for_function("window.moving !== undefined")
    moves = motion == "no-preference"
    assert (host.page.evaluate("window.moving") > 0) == moves
    host.page.wait_for_timeout(600)
    flown = host.page.evaluate("flown")
    assert bool(flown) == moves
    assert all(0 < end < 400 for cards in flown for end in cards)
    assert host.page.locator(".flying-cards").count() == 0


def test_cards_fly_from_the_hexes_that_pay_to_the_players(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, reduced_motion="no-preference")
    host.roll(8)
    taken = host.page.locator(".pictured-player .card-stack.takes[data-from]")
    assert taken.count() > 0
    for some in taken.all():
        assert host.page.locator(f".board [data-hex='{some.get_attribute('data-from')}']").count() == 1


def test_a_tap_goes_through_what_flies_and_ends_it(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, reduced_motion="no-preference")
    host.touch("entering", {"type": "dice_rolled", "total": 8})
    host.page.wait_for_selector(".flying-cards .pic", state="attached")
    host.touch("selected", ".undo button:has(use[href='#i-undo'])")
    assert host.page.locator(".flying-cards").count() == 0
    host.page.wait_for_selector(f"#content[data-seq='{len(ROLLED) + 3}']")
    assert host.log[-1]["type"] == "taken_back"
    assert not host.page.query_selector("#content.animated")


def test_what_is_loaded_or_undone_does_not_move_and_the_television_moves_as_the_tablet_does(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, reduced_motion="no-preference")
    television = host.page.context.new_page()
    television.goto(host.page.url.replace("/stage", "/table"))
    host.roll(8)
    television.wait_for_selector(f"#content.animated[data-seq='{host.seq}']")
    host.undo()
    television.wait_for_selector(f"#content:not(.animated)[data-seq='{host.seq}']")
    host.open()
    assert not host.page.query_selector("#content.animated")
