"""History: every entry in words, undo to here, amending with its consequences first, and why a number is what it is."""

from itertools import chain

import msgspec
import pytest

from narrator.core.reading.explain import number_names, number_value
from narrator.core.table.events import (
    Amended,
    AnyEvent,
    CityBuilt,
    ClockPaused,
    Corrected,
    DiceRolled,
    PlayersTraded,
    SettlementBuilt,
    TurnEnded,
)
from narrator.text.languages import LANGUAGES
from tests.support.app import LAID, TOLD
from tests.support.browser.situations import trio
from tests.support.core_evening import entry as number_of
from tests.support.core_evening import evening
from tests.support.games import spot
from tests.support.history import entries
from tests.support.html import Element, page_of, text_of
from tests.support.web import Host, House, said, written


def sends(inside: Element) -> list[list[AnyEvent]]:
    return [msgspec.json.decode(one.get("value"), type=list[AnyEvent]) for one in inside.named("events")]


@pytest.fixture
def host(house: House) -> Host:
    return house.sample()


# The list


def leafed_through(host: Host, query: str = "", way: str = "history.older") -> list[list[int]]:
    """The entries of each page, from this one on as far as it leads."""
    found: list[list[int]] = []
    path: str | None = f"/history{query}"
    while path is not None:
        page = host.get(path)
        found.append(list(entries(page)))
        links = page_of(page).all("link", said(way))
        path = links[0].get("href").removeprefix(f"/g/{host.id}") if links else None
    return found


def test_every_entry_is_told_the_last_one_first_a_hundred_a_page(host: Host) -> None:
    pages = leafed_through(host)
    assert [len(page) for page in pages] == [100, 100, 10]
    assert [*chain(*pages)] == list(range(host.seq, 0, -1))
    assert leafed_through(host, f"?at={pages[-1][-1]}", "history.newer") == pages[::-1]


def test_one_players_pages_stay_theirs(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.web.history.view.ENTRIES_PER_PAGE", 10)
    made = [n for n, event in enumerate(host.record.log, start=1) if getattr(event, "seat", None) == 0]
    pages = leafed_through(host, "?seat=0")
    assert len(pages) > 3
    assert [*chain(*pages)] == made[::-1]


def test_a_short_history_has_one_page_and_nothing_to_leaf_to(house: House) -> None:
    page = house.sample(100).get("/history")
    assert len(entries(page)) == 100
    assert not page_of(page).has("link", said("history.newer"))
    assert not page_of(page).has("link", said("history.older"))


@pytest.mark.parametrize("query", ["?at=9999", "?at=0", "?at=x", "?at=", "?at=-1"])
def test_an_entry_that_is_none_is_looked_for_on_the_newest_page(host: Host, query: str) -> None:
    assert next(iter(entries(host.get(f"/history{query}")))) == host.seq


@pytest.mark.parametrize("language", LANGUAGES)
def test_leafing_has_words_in_every_language(host: Host, language: str) -> None:
    links = host.page(f"/history?at=105&lang={language}").all("link")
    words = [one.text for one in links if "/history?at=" in one.get("href")]
    assert words == [said("history.newer", language), said("history.older", language)]


def test_a_history_of_thousands_puts_only_a_page_into_words(house: House) -> None:
    host = house.host(TOLD, [ClockPaused(waived=True) for _ in range(3000)])
    page = host.get("/history")
    assert len(page.data) < 150_000
    assert list(entries(page)) == list(range(3000, 2900, -1))


def test_where_a_number_comes_from_leads_to_the_page_with_that_entry(host: Host) -> None:
    hrefs = [href.removeprefix(f"/g/{host.id}") for href in host.page("/explain?number=hand.0").hrefs]
    links = {int(href.partition("#e")[2]): href for href in hrefs if href.startswith("/history") and "#e" in href}
    assert min(links) < 110, "some are not on the newest page"
    for entry, path in links.items():
        assert entry in entries(host.get(path))


def test_who_looks_at_an_old_entry_comes_back_to_its_page(host: Host) -> None:
    for path in ("/amend?entry=20", "/amend?entry=20&remove=1"):
        (link,) = [one.get("href") for one in host.page(path).with_class("tool") if "/history" in one.get("href")]
        assert 20 in entries(host.get(link.removeprefix(f"/g/{host.id}")))


def test_an_empty_history_says_so(house: House) -> None:
    host = house.host()
    assert "Nothing recorded yet" in text_of(host.get("/history"))
    assert entries(host.get("/history")) == {}


def test_nobodys_entries_are_none(host: Host) -> None:
    assert entries(host.get("/history?seat=9")) == {}


def test_what_was_taken_back_is_not_in_the_history(host: Host) -> None:
    before = host.seq
    back = sends(entries(host.get("/history"))[before - 5])[0]
    host.enter(*back)
    assert next(iter(entries(host.get("/history")))) == before - 5
    assert len(host.record.head.history()) == before - 5


def test_undo_to_here_is_offered_where_it_can_be_done_and_changes_something(host: Host) -> None:
    turn = host.record.state.turn
    host.enter(TurnEnded(seat=turn), DiceRolled(seat=(turn + 1) % 4, total=5))
    shown = entries(host.get("/history"))
    last = host.seq
    assert not shown[last].has("button", said("history.back_to")), "the record stands here"
    assert not shown[last - 1].has("button", said("history.back_to")), "entered together with the next"
    assert shown[last - 2].has("button", said("history.back_to"))
    for entry in (last - 2, last - 40):
        (back,) = sends(shown[entry])
        assert not host.record.refusals(back[0])


def test_an_entry_that_was_let_stand_or_came_late_is_marked(host: Host) -> None:
    host.enter(TurnEnded(seat=3, waived=True))
    host.enter(PlayersTraded(seat=0, partner=1, give={}, receive={}, waived=True, late=True))
    shown = entries(host.get("/history"))
    assert "allowed" in shown[211].text
    assert "added late" in shown[212].text
    assert "cards not recorded" in shown[212].text


def test_the_remark_on_a_correction_is_read_in_the_history_and_where_its_number_is_explained(
    host: Host,
) -> None:
    counted = Corrected(what="hand", seat=1, value=host.record.state.seats[1].hand_size + 2)
    assert host.page("/stage?do=recount&seat=1").named("remark")
    form = {"events": written([counted]), "seen": str(host.seq), "remark": "  two <b>lay</b> under the box "}
    assert host.client.post(f"/g/{host.id}/enter", data=form).status_code == 303
    assert host.record.log[-1].note == "two <b>lay</b> under the box"  # type: ignore[union-attr]
    for place in ("/history", "/explain?number=hand.1"):
        assert [one.text for one in host.page(place).every("q")] == ["two <b>lay</b> under the box"]


def test_a_remark_is_kept_short_and_stays_with_corrections(host: Host) -> None:
    form = {"events": written([TurnEnded(seat=3, waived=True)]), "seen": str(host.seq), "remark": "x" * 900}
    assert host.client.post(f"/g/{host.id}/enter", data=form).status_code == 303
    form = {"events": written([Corrected(what="deck", value=3)]), "seen": str(host.seq), "remark": "x" * 900}
    assert host.client.post(f"/g/{host.id}/enter", data=form).status_code == 303
    assert host.record.log[-1].note == "x" * 200  # type: ignore[union-attr]


# Amending


def first_roll(host: Host) -> int:
    return next(
        n for n, event in enumerate(host.record.log, start=1) if isinstance(event, DiceRolled) and event.sum != 7
    )


def test_an_amendment_is_chosen_looked_at_and_only_then_entered(host: Host) -> None:
    roll, before = first_roll(host), host.seq
    offered = [one.get("value") for one in host.page(f"/amend?entry={roll}").named("events")]
    proposed = [value for value in offered if "dice_rolled" in value]
    assert len(proposed) == 11
    look = host.page("/amend", query_string={"entry": roll, "events": proposed[0]})
    assert "This would change" in look.text
    assert look.in_class("changes").all("listitem")
    assert host.seq == before, "nothing is entered by looking"
    ((amended,),) = sends(look)
    assert isinstance(amended, Amended)
    assert (amended.entry, amended.event.type) == (roll, "dice_rolled")  # type: ignore[union-attr]
    assert host.enter(amended).status_code == 303
    assert host.seq == before + 1


def test_a_roll_that_is_mended_names_who_puts_back_and_who_takes_and_no_total_that_this_explains(house: House) -> None:
    host = house.host(trio(), tuple(evening("Chai rolls a four")))
    number = number_of("Boris rolls an eight")

    def changes(total: int) -> list[str]:
        rolled = written([DiceRolled(seat=1, total=total)])
        return host.page("/amend", query_string={"entry": number, "events": rolled}).names("listitem")

    assert changes(3) == ["Chai takes one ore."]
    host.enter(Amended(entry=number, event=DiceRolled(seat=1, total=3)))
    assert changes(8) == ["Chai puts back one ore, if still in hand."]


def test_a_removal_says_what_goes_and_hands_that_add_up_again_are_listed_together(house: House) -> None:
    host = house.host(trio(), tuple(evening("Chai rolls a four")))
    host.enter(PlayersTraded(seat=2, partner=0, give={}, receive={}, waived=True))
    page = host.page(f"/amend?entry={host.seq}&remove=1")
    assert "Instead of" not in page.text
    assert "Once again we know how many cards Ana and Chai have." in page.names("listitem")
    assert page.text.count("Once again we know") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_consequences_are_shown_in_the_readers_language(host: Host, language: str) -> None:
    roll = first_roll(host)
    changes = host.page(f"/amend?entry={roll}&remove=1&lang={language}").in_class("changes").names("listitem")
    assert len(changes) > 1
    assert len(set(changes)) == len(changes)


def test_what_makes_later_entries_impossible_is_said_and_can_be_done_all_the_same(host: Host) -> None:
    log = host.record.log
    city = next(event for event in log if isinstance(event, CityBuilt))
    settled = next(n for n, e in enumerate(log, start=1) if isinstance(e, SettlementBuilt) and e.at == city.at)
    look = host.page(f"/amend?entry={settled}&remove=1")
    assert "would break the rules" in look.text
    ((amended,),) = sends(look)
    assert amended == Amended(entry=settled, waived=True)
    host.enter(amended)
    built = log.index(city) + 1
    assert "doesn't fit anymore" in entries(host.get(f"/history?at={built}"))[built].text


def test_what_can_not_be_is_not_offered(host: Host) -> None:
    moon = written([SettlementBuilt(seat=0, at="v_9_9_9")])
    look = host.page("/amend", query_string={"entry": 20, "events": moon})
    assert "That's not possible" in look.text
    assert sends(look) == []
    unknown = written([Corrected(what="moon", value=1)])
    assert sends(host.page("/amend", query_string={"entry": 20, "events": unknown})) == []


def test_an_amendment_without_consequences_says_so(house: House) -> None:
    host = house.host(TOLD)
    host.client.post(
        f"/g/{host.id}/enter", data={"events": '[{"type":"ruling_made","case":"x","text":"y"}]', "seen": "0"}
    )
    assert "Nothing else would change" in text_of(host.get("/amend?entry=1&remove=1"))


@pytest.mark.parametrize("query", ["", "entry=0", "entry=999", "entry=x", "after=3"])
def test_an_entry_that_is_none_is_not_amended(host: Host, query: str) -> None:
    assert host.get(f"/amend?{query}").status_code == 404


@pytest.mark.parametrize("events", ["x", "{}", "[7]", '[{"type":"moon"}]', '[{"type":"taken_back","to":0}]'])
def test_a_garbled_amendment_is_no_request(host: Host, events: str) -> None:
    assert host.get("/amend", query_string={"entry": 20, "events": events}).status_code == 400


# Explaining


def test_every_number_of_the_table_adds_up(host: Host) -> None:
    for name in number_names(host.record.state):
        cells = host.page("/explain", query_string={"number": name}).names("cell")
        numbers = [cell.replace("−", "-") for cell in cells]
        first, *amounts, last = [int(number) for number in numbers if number.lstrip("+-").isdecimal()]
        assert first + sum(amounts) == last == number_value(host.record.state, name), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_has_a_name_in_every_language(host: Host, language: str) -> None:
    titles = set()
    names = [name for name in number_names(host.record.state) if not name.endswith((".1", ".2", ".3"))]
    for name in names:
        titles.add(host.page("/explain", query_string={"number": name, "lang": language}).every("h1")[0].text)
    assert len(titles) == len(names)


def test_a_hand_that_does_not_add_up_points_at_the_likely_slip(house: House) -> None:
    host = house.host(LAID)
    host.enter(SettlementBuilt(seat=0, at=spot("B2-B3-C3"), late=True, waived=True))
    host.enter(Corrected(what="step", value="actions"))
    host.enter(DiceRolled(seat=0, total=12, late=True))
    host.enter(PlayersTraded(seat=0, partner=1, give={"ore": 3}, receive={"wool": 2}, waived=True))
    assert "hand.0" in host.record.state.unsure
    page = host.page("/explain?number=hand.0")
    assert "Something doesn't add up" in page.text
    assert any("/history?at=" in href for href in page.in_class("refused").hrefs)
