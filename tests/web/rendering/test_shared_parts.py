"""Four phones of one table: what they show alike is rendered for the first of them, and nobody sees another's."""

from flask.testing import FlaskClient

from narrator.core.table.events import Corrected
from narrator.web.rendering.template_helpers import PartCache
from tests.support.web import HTMX, Host, House

SEATS = 4


def phones_of(house: House, host: Host, language: str = "en") -> list[FlaskClient]:
    phones = [house.visitor() for _ in range(SEATS)]
    for seat, phone in enumerate(phones):
        phone.set_cookie(f"me_{host.id}", host.games.access.take_seat(host.id, seat))
        phone.set_cookie("lang", language)
    return phones


def pages(host: Host, phones: list[FlaskClient]) -> list[str]:
    return [phone.get(f"/g/{host.id}/phone", headers=HTMX).text for phone in phones]


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
    assert all(f"</span>{hand + 1}" in page for page in shown)


def test_each_phone_has_its_own_phrases_and_points_beside_what_all_show(house: House) -> None:
    host = house.sample()
    shown = pages(host, phones_of(house, host))
    for seat, (page, player) in enumerate(zip(shown, host.record.state.seats, strict=True)):
        assert f'name="to" value="{seat}"' not in page
        assert all(f'name="to" value="{other}"' in page for other in range(SEATS) if other != seat)
        assert f'class="points-of p-{player.colour}"' in page


def test_another_table_with_the_same_moment_shows_its_own_addresses_and_names(house: House) -> None:
    one, other = house.sample(), house.sample()
    pages(one, phones_of(house, one))
    for page in pages(other, phones_of(house, other)):
        assert other.id in page
        assert one.id not in page
