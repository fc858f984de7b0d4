"""The end with cards still hidden: one player after the other is asked, on the stage and for all to see."""

from narrator.app.sessions.end_of_game import seats_to_ask_for_points
from narrator.app.sessions.service import SessionService
from narrator.core.table.events import AnyEvent, Corrected, PointsRevealed, TakenBack, VictoryDeclared
from narrator.core.table.state import points
from narrator.web.panels.panel import encode_events
from tests.support.app import Clock
from tests.support.browser.situations import ROLLED, trio
from tests.support.games import ANA, BORIS, CHAI
from tests.support.html import text_of
from tests.support.web import Host, House

CARDS: tuple[AnyEvent, ...] = tuple(
    Corrected(what="development_cards", seat=seat, value=count) for seat, count in ((ANA, 2), (BORIS, 1), (CHAI, 3))
)
WIN = VictoryDeclared(seat=BORIS, waived=True)


def won(house: House, **rules: str) -> Host:
    """Boris has won; Ana holds two cards, Boris one and Chai three. Everybody has two points on the island."""
    return house.host(trio(**rules), (*ROLLED, *CARDS, WIN))


def question(host: Host, path: str = "/stage") -> str:
    return "".join(one.text for one in host.page(path).with_class("instruction"))


def deny(host: Host, seat: int) -> None:
    assert host.client.post(f"/g/{host.id}/no_points", data={"seat": seat}).status_code == 303


def waiting(host: Host) -> tuple[int, ...]:
    return seats_to_ask_for_points(host.record, SessionService(host.games, Clock()).session_of(host.id))


def test_D_19_everybody_who_holds_cards_is_asked_the_winner_last(house: House) -> None:
    host = won(house)
    assert waiting(host) == (ANA, CHAI, BORIS)
    assert question(host) == "Ana, any victory point cards in your hand?"
    deny(host, ANA)
    assert question(host).startswith("Chai,")
    host.enter(PointsRevealed(seat=CHAI, count=2))
    assert question(host).startswith("Boris,")
    deny(host, BORIS)
    assert question(host) == ""
    assert points(host.record.state, CHAI) == 4


def test_as_many_as_somebody_holds_can_be_shown_with_one_tap(house: House) -> None:
    host = won(house)
    taps = [one.get("value") for one in host.page().named("events")]
    shown = [tap for tap in taps if "points_revealed" in tap]
    assert shown == [encode_events([PointsRevealed(seat=ANA, count=count)]) for count in (1, 2)]


def test_whoever_has_fewest_points_is_asked_first(house: House) -> None:
    host = won(house)
    host.enter(TakenBack(to=len(host.record.log) - 1))
    host.enter(Corrected(what="revealed_points", seat=ANA, value=1))
    host.enter(WIN)
    assert waiting(host) == (CHAI, ANA, BORIS)


def test_every_screen_shows_backs_of_cards_until_somebody_was_asked(house: House) -> None:
    host = won(house)
    for path in ("/stage", "/table"):
        page = host.page(path)
        assert (len(page.with_class("veiled")), len(page.with_class("now-asked"))) == (3, 1)
        assert question(host, path).startswith("Ana,")
    host.enter(PointsRevealed(seat=ANA, count=2))
    page = host.page("/table")
    assert len(page.with_class("veiled")) == 2
    assert "+2" in [one.text for one in page.every("small")]
    assert any("--was:" in one.get("style") for one in page.with_attribute("style"))


def test_a_phone_reads_who_is_asked(house: House) -> None:
    host = won(house)
    phone = house.visitor()
    phone.set_cookie(f"me_{host.id}", house.games.access.take_seat(host.id, CHAI))
    assert "Ana, any victory point cards in your hand?" in text_of(phone.get(f"/g/{host.id}/phone"))


def test_after_an_undo_of_the_end_a_denial_is_forgotten(house: House) -> None:
    host = won(house)
    deny(host, ANA)
    assert waiting(host) == (CHAI, BORIS)
    host.enter(TakenBack(to=len(host.record.log) - 1))
    assert waiting(host) == ()
    host.enter(WIN)
    assert waiting(host) == (ANA, CHAI, BORIS)


def test_what_was_shown_and_taken_back_is_asked_for_again(house: House) -> None:
    host = won(house)
    host.enter(PointsRevealed(seat=ANA, count=1))
    assert ANA not in waiting(host)
    host.enter(TakenBack(to=len(host.record.log) - 1))
    assert waiting(host)[0] == ANA


def test_nobody_is_asked_where_the_table_does_not_show_them_or_holds_none(house: House) -> None:
    assert waiting(won(house, reveal_at_end="no")) == ()
    assert waiting(house.host(trio(), (*ROLLED, WIN))) == ()
    assert waiting(house.host(trio("script"), (VictoryDeclared(seat=BORIS),))) == ()
    assert waiting(house.host(trio(), (*ROLLED, *CARDS))) == ()


def test_once_all_lies_open_the_next_tap_leads_to_the_pages(house: House) -> None:
    host = won(house)

    def main_links() -> list[str]:
        return [one.get("href") for one in host.page().with_class("button", "main") if one.role == "link"]

    assert main_links() == []
    for seat in (ANA, CHAI, BORIS):
        deny(host, seat)
    assert main_links() == [f"/g/{host.id}/evening"]


def test_only_the_host_says_that_somebody_has_none(house: House) -> None:
    host = won(house)
    assert house.visitor().post(f"/g/{host.id}/no_points", data={"seat": ANA}).status_code == 403
    for nobody in ("", "7", "x"):
        host.client.post(f"/g/{host.id}/no_points", data={"seat": nobody})
    assert waiting(host) == (ANA, CHAI, BORIS)
