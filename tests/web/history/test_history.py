"""History: every entry in words, undo to here, amending with its consequences first, and why a number is what it is."""

import re
from html import unescape
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
from tests.support.web import Host, House, text_of, written


def sends(inside: str) -> list[list[AnyEvent]]:
    values = re.findall(r'name="events" value="([^"]*)"', inside)
    return [msgspec.json.decode(unescape(value), type=list[AnyEvent]) for value in values]


@pytest.fixture
def host(house: House) -> Host:
    return house.sample()


# The list


def leafed_through(host: Host, query: str = "", way: str = "Older") -> list[list[int]]:
    """The entries of each page, from this one on as far as it leads."""
    found: list[list[int]] = []
    path: str | None = f"/history{query}"
    while path is not None:
        page = host.get(path)
        found.append(list(entries(page)))
        link = re.search(rf'<a class="small-button" href="/g/{host.id}([^"]*)">{way}</a>', page.text)
        path = unescape(link[1]) if link else None
    return found


def test_every_entry_is_told_the_last_one_first_a_hundred_a_page(host: Host) -> None:
    pages = leafed_through(host)
    assert [len(page) for page in pages] == [100, 100, 10]
    assert [*chain(*pages)] == list(range(host.seq, 0, -1))
    assert leafed_through(host, f"?at={pages[-1][-1]}", "Newer") == pages[::-1]


def test_one_players_pages_stay_theirs(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.web.history.view.ENTRIES_PER_PAGE", 10)
    made = [n for n, event in enumerate(host.record.log, start=1) if getattr(event, "seat", None) == 0]
    pages = leafed_through(host, "?seat=0")
    assert len(pages) > 3
    assert [*chain(*pages)] == made[::-1]


def test_a_short_history_has_one_page_and_nothing_to_leaf_to(house: House) -> None:
    page = house.sample(100).get("/history")
    assert len(entries(page)) == 100
    assert "Newer" not in page.text
    assert "Older" not in page.text


@pytest.mark.parametrize("query", ["?at=9999", "?at=0", "?at=x", "?at=", "?at=-1"])
def test_an_entry_that_is_none_is_looked_for_on_the_newest_page(host: Host, query: str) -> None:
    assert next(iter(entries(host.get(f"/history{query}")))) == host.seq


@pytest.mark.parametrize("language", LANGUAGES)
def test_leafing_has_words_in_every_language(host: Host, language: str) -> None:
    page = host.get(f"/history?at=105&lang={language}")
    words = re.findall(r'history\?at=\d+">(.*?)</a>', page.text)
    assert len(set(words)) == 2
    assert not any("history." in word for word in words)


def test_a_history_of_thousands_puts_only_a_page_into_words(house: House) -> None:
    host = house.host(TOLD, [ClockPaused(waived=True) for _ in range(3000)])
    page = host.get("/history")
    assert len(page.data) < 150_000
    assert list(entries(page)) == list(range(3000, 2900, -1))


def test_where_a_number_comes_from_leads_to_the_page_with_that_entry(host: Host) -> None:
    page = host.get("/explain?number=hand.0")
    links = re.findall(rf'href="/g/{host.id}(/history\S*)#e(\d+)"', page.text)
    assert min(int(entry) for _, entry in links) < 110, "some are not on the newest page"
    for path, entry in links:
        assert int(entry) in entries(host.get(unescape(path)))


def test_who_looks_at_an_old_entry_comes_back_to_its_page(host: Host) -> None:
    for path in ("/amend?entry=20", "/amend?entry=20&remove=1"):
        link = re.search(rf'class="tool" href="/g/{host.id}(/history[^"]*)"', host.get(path).text)
        assert link is not None
        assert 20 in entries(host.get(unescape(link[1])))


def test_an_empty_history_says_so(house: House) -> None:
    host = house.host()
    assert "Nothing recorded yet" in text_of(host.get("/history"))
    assert entries(host.get("/history")) == {}


@pytest.mark.parametrize("seat", range(4))
def test_one_players_entries_are_those_they_made(host: Host, seat: int) -> None:
    shown = set(chain(*leafed_through(host, f"?seat={seat}")))
    made = {n for n, event in enumerate(host.record.log, start=1) if getattr(event, "seat", None) == seat}
    assert shown == made
    assert 0 < len(made) < host.seq


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
    assert "Undo to here" not in shown[last], "the record stands here"
    assert "Undo to here" not in shown[last - 1], "entered together with the next"
    assert "Undo to here" in shown[last - 2]
    for entry in (last - 2, last - 40):
        (back,) = sends(shown[entry])
        assert not host.record.refusals(back[0])


def test_an_entry_that_was_let_stand_or_came_late_is_marked(host: Host) -> None:
    host.enter(TurnEnded(seat=3, waived=True))
    host.enter(PlayersTraded(seat=0, partner=1, give={}, receive={}, waived=True, late=True))
    shown = entries(host.get("/history"))
    assert "allowed" in shown[211]
    assert "added late" in shown[212]
    assert "cards not recorded" in shown[212]


def test_the_remark_on_a_correction_is_read_in_the_history_and_where_its_number_is_explained(
    host: Host,
) -> None:
    counted = Corrected(what="hand", seat=1, value=host.record.state.seats[1].hand_size + 2)
    page = host.get("/stage?do=recount&seat=1").text
    assert 'name="remark"' in page
    form = {"events": written([counted]), "seen": str(host.seq), "remark": "  two <b>lay</b> under the box "}
    assert host.client.post(f"/g/{host.id}/enter", data=form).status_code == 303
    assert host.record.log[-1].note == "two <b>lay</b> under the box"  # type: ignore[union-attr]
    for place in ("/history", "/explain?number=hand.1"):
        assert "<q>two &lt;b&gt;lay&lt;/b&gt; under the box</q>" in host.get(place).text


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
    panel = host.get(f"/amend?entry={roll}")
    proposed = [value for value in re.findall(r'name="events" value="([^"]*)"', panel.text) if "dice_rolled" in value]
    assert len(proposed) == 11
    look = host.get("/amend", query_string={"entry": roll, "events": unescape(proposed[0])})
    assert "This would change" in text_of(look)
    assert re.search(r'<ul class="changes">\s*<li>.', look.text)
    assert host.seq == before, "nothing is entered by looking"
    ((amended,),) = sends(look.text)
    assert isinstance(amended, Amended)
    assert (amended.entry, amended.event.type) == (roll, "dice_rolled")  # type: ignore[union-attr]
    assert host.enter(amended).status_code == 303
    assert host.seq == before + 1


def test_a_roll_that_is_mended_names_who_puts_back_and_who_takes_and_no_total_that_this_explains(house: House) -> None:
    host = house.host(trio(), tuple(evening("Chai rolls a four")))
    number = number_of("Boris rolls an eight")

    def changes(total: int) -> list[str]:
        rolled = written([DiceRolled(seat=1, total=total)])
        look = host.get("/amend", query_string={"entry": number, "events": rolled})
        return re.findall(r"<li>(.*?)</li>", look.text)

    assert changes(3) == ["Chai takes one ore."]
    host.enter(Amended(entry=number, event=DiceRolled(seat=1, total=3)))
    assert changes(8) == ["Chai puts back one ore, if still in hand."]


def test_a_removal_says_what_goes_and_hands_that_add_up_again_are_listed_together(house: House) -> None:
    host = house.host(trio(), tuple(evening("Chai rolls a four")))
    host.enter(PlayersTraded(seat=2, partner=0, give={}, receive={}, waived=True))
    page = host.get(f"/amend?entry={host.seq}&remove=1").text
    assert "Instead of" not in page
    assert "Once again we know how many cards Ana and Chai have." in re.findall(r"<li>(.*?)</li>", page)
    assert page.count("Once again we know") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_consequences_are_shown_in_the_readers_language(host: Host, language: str) -> None:
    roll = first_roll(host)
    page = host.get(f"/amend?entry={roll}&remove=1&lang={language}")
    changes = re.findall(r"<li>(.*?)</li>", re.search(r'<ul class="changes">(.*?)</ul>', page.text, re.DOTALL)[1])  # type: ignore[index]
    assert len(changes) > 1
    assert len(set(changes)) == len(changes)


def test_what_makes_later_entries_impossible_is_said_and_can_be_done_all_the_same(host: Host) -> None:
    log = host.record.log
    city = next(event for event in log if isinstance(event, CityBuilt))
    settled = next(n for n, e in enumerate(log, start=1) if isinstance(e, SettlementBuilt) and e.at == city.at)
    look = host.get(f"/amend?entry={settled}&remove=1")
    assert "would break the rules" in text_of(look)
    ((amended,),) = sends(look.text)
    assert amended == Amended(entry=settled, waived=True)
    host.enter(amended)
    built = log.index(city) + 1
    assert "doesn&#39;t fit anymore" in entries(host.get(f"/history?at={built}"))[built]


def test_what_can_not_be_is_not_offered(host: Host) -> None:
    moon = written([SettlementBuilt(seat=0, at="v_9_9_9")])
    look = host.get("/amend", query_string={"entry": 20, "events": moon})
    assert "That's not possible" in text_of(look)
    assert sends(look.text) == []
    unknown = written([Corrected(what="moon", value=1)])
    look = host.get("/amend", query_string={"entry": 20, "events": unknown})
    assert (look.status_code, sends(look.text)) == (200, [])


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
        page = host.get("/explain", query_string={"number": name})
        first, *amounts, last = [int(n.replace("−", "-")) for n in re.findall(r"<td>([+−]?\d+)</td>", page.text)]
        assert first + sum(amounts) == last == number_value(host.record.state, name), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_has_a_name_in_every_language(host: Host, language: str) -> None:
    titles = set()
    names = [name for name in number_names(host.record.state) if not name.endswith((".1", ".2", ".3"))]
    for name in names:
        page = host.get("/explain", query_string={"number": name, "lang": language})
        titles.add(re.search(r"<h1>(.*?)</h1>", page.text)[1])  # type: ignore[index]
    assert len(titles) == len(names)


def test_a_hand_that_does_not_add_up_points_at_the_likely_slip(house: House) -> None:
    host = house.host(LAID)
    host.enter(SettlementBuilt(seat=0, at=spot("B2-B3-C3"), late=True, waived=True))
    host.enter(Corrected(what="step", value="actions"))
    host.enter(DiceRolled(seat=0, total=12, late=True))
    host.enter(PlayersTraded(seat=0, partner=1, give={"ore": 3}, receive={"wool": 2}, waived=True))
    assert "hand.0" in host.record.state.unsure
    page = host.get("/explain?number=hand.0")
    assert "Something doesn't add up" in text_of(page)
    assert 'href="/g/' in page.text
