"""Four phones of one table: what they show alike is rendered for the first of them, and nobody sees another's."""

from flask.testing import FlaskClient

from narrator.core.table.events import Corrected
from narrator.web.rendering.template_helpers import PartCache
from tests.support.html import Element, page_of
from tests.support.web import HTMX, Host, House, said

SEATS = 4


def phones_of(house: House, host: Host, language: str = "en") -> list[FlaskClient]:
    phones = [house.visitor() for _ in range(SEATS)]
    for seat, phone in enumerate(phones):
        phone.set_cookie(f"me_{host.id}", host.games.access.take_seat(host.id, seat))
        phone.set_cookie("lang", language)
    return phones


def pages(host: Host, phones: list[FlaskClient]) -> list[Element]:
    return [page_of(phone.get(f"/g/{host.id}/phone", headers=HTMX)) for phone in phones]


def parts_of(house: House) -> PartCache:
    found: PartCache = house.app.jinja_env.filters["cached"]
    return found


def test_after_a_tap_no_part_that_it_did_not_change_is_rendered_again(house: House) -> None:
    host = house.sample()
    phones, parts = phones_of(house, host), parts_of(house)
    pages(host, phones)
    before, hand = parts.misses, host.record.state.seats[2].hand_size
    host.enter(Corrected(what="hand", seat=2, value=hand + 1))
    shown = pages(host, phones)
    assert parts.misses == before
    name = host.record.state.seats[2].name
    assert all(f"{name} {said('ui.number.hand')}: {hand + 1}" in page.text for page in shown)


def test_each_phone_has_its_own_phrases_and_points_beside_what_all_show(house: House) -> None:
    host = house.sample()
    shown = pages(host, phones_of(house, host))
    for seat, (page, player) in enumerate(zip(shown, host.record.state.seats, strict=True)):
        assert not page.named("to", str(seat))
        assert all(page.named("to", str(other)) for other in range(SEATS) if other != seat)
        assert page.in_class("points-of", f"p-{player.colour}")


def test_another_table_with_the_same_moment_shows_its_own_addresses_and_names(house: House) -> None:
    one, other = house.sample(), house.sample()
    pages(one, phones_of(house, one))
    for phone in phones_of(house, other):
        page = phone.get(f"/g/{other.id}/phone", headers=HTMX)
        assert any(other.id in action for action in page_of(page).actions)
        assert one.id not in page.text
