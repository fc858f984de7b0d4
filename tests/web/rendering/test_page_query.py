"""Addresses and forms from anywhere: whatever they hold, a page comes back that is no mistake of ours."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from werkzeug.test import TestResponse

from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import AnyFact, StepDone
from narrator.core.table.house_rules import PRESETS
from narrator.core.table.setup import initial_state
from narrator.web.new_game.draft import LAYOUTS
from narrator.web.panels.choose_panel import PANELS
from tests.support.app import TOLD
from tests.support.player import TrueTable
from tests.support.web import SAMPLE, Host, House, game_in, sample_games

HARD = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

odd = st.one_of(
    st.text(st.characters(exclude_characters="\x00"), max_size=10),  # a NUL is refused: test_nul_bytes.py
    st.sampled_from(
        ["", "-1", "0", "1", "9", "²", "٣", "99999999999", "1e5", "null", "x" * 500, "\x01", "%", "[", "../.."]
    ),
)
resources = st.lists(st.sampled_from([*RESOURCES, "gold", "²"]), max_size=5).map(".".join)
touches = st.lists(st.tuples(st.sampled_from(["ore", "wool", "x"]), odd).map("-".join), max_size=4).map(".".join)
gains = st.lists(st.tuples(odd, st.sampled_from(["ore", "x"])).map("".join), max_size=4).map(".".join)
numbers = st.one_of(st.integers(-2, 12).map(str), odd)


def query(**named: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, str]]:
    """Known names with likely and unlikely values, and others."""
    known = st.fixed_dictionaries({}, optional={name: st.one_of(value, odd) for name, value in named.items()})
    return st.builds(lambda one, other: {**other, **one}, known, st.dictionaries(odd, odd, max_size=2))


panels = query(
    do=st.sampled_from([*PANELS, "menu", "moon"]),
    seat=numbers,
    late=st.sampled_from(["1", "0"]),
    entry=st.integers(0, 220).map(str),
    after=st.integers(0, 220).map(str),
    any=st.just("1"),
    partner=numbers,
    give=resources,
    take=resources,
    first=st.sampled_from(RESOURCES),
    kind=st.sampled_from(RESOURCES),
    stack=st.sampled_from([*RESOURCES, "deck"]),
    n1=numbers,
    die=numbers,
    row=numbers,
    d0=resources,
    t=touches,
    got=gains,
    harbour=st.sampled_from(["any", "ore"]),
    card=st.sampled_from(["robber", "x"]),
    lang=st.sampled_from(["th", "xx"]),
)
drafts = query(
    players=numbers,
    layout=st.sampled_from(LAYOUTS),
    edition=st.sampled_from(["5e", "6e"]),
    tracking=st.sampled_from(["board", "counts", "script"]),
    preset=st.sampled_from(list(PRESETS)),
    theme=st.sampled_from(["classic", "clawtan"]),
    seed=odd,
    roll=st.sampled_from(["seed", "start", "empty"]),
    tiles=st.text(alphabet="fhpgmd-2345689abc²", max_size=70),
    harbours=st.text(alphabet="0123456789.alwbgo²", max_size=40),
    brush=st.sampled_from(["land-forest", "number-7", "number-8", "number-²", "harbour-any", "land-", "x"]),
    paint=st.sampled_from(["0,0,0", "9,9,9", "e_", "e_v_1_1_-2_v_2_-1_-1"]),
    name0=st.text(max_size=60),
    colour0=st.sampled_from(["red", "pink"]),
)
kinds = [kind.__struct_config__.tag for kind in AnyFact.__args__]
events = st.fixed_dictionaries(
    {"type": st.sampled_from(kinds)},
    optional={
        "seat": st.integers(0, 5),
        "at": st.sampled_from(["v_1_1_-2", "x"]),
        "total": st.integers(2, 12),
        "what": st.sampled_from(["hand", "moon", "turn", "step", "bank", "robber"]),
        "value": st.one_of(st.integers(-1, 99), st.none(), st.text(max_size=5), st.lists(st.integers(), max_size=2)),
        "resource": st.sampled_from(RESOURCES),
        "count": st.integers(1, 9),
        "give": st.just({"ore": 1}),
        "receive": st.just({}),
        "partner": st.integers(0, 5),
        "cards": st.just({"ore": 2}),
        "victim": st.one_of(st.none(), st.integers(0, 5)),
        "key": st.sampled_from(["target_vp", "moon"]),
        "case": st.just("x"),
        "text": st.text(max_size=5),
        "step": st.sampled_from(["frame", "moon"]),
        "name": st.just("Eva"),
        "colour": st.just("green"),
    },
)


COUNTS = replace(TOLD, tracking="counts")
NAMES = ("evening", "counts", "script", "over", "fresh")
games_to_ask = st.sampled_from(NAMES)


@pytest.fixture
def hosts(house: House) -> dict[str, Host]:
    """Tables of all kinds, in the middle of a game, at its end and before it."""
    setup, entered = game_in(SAMPLE)
    over = game_in(sample_games()[0])
    games, client = house.games, house.visitor()
    made = {
        "evening": games.create(setup, entered[:210]),
        "counts": games.create(COUNTS, list(TrueTable(initial_state(COUNTS), 7).events(80))),
        "script": games.create(TOLD, [StepDone(step="settlement"), StepDone(step="road")]),
        "over": games.create(*over),
        "fresh": games.create(setup),
    }
    return {name: Host(client, games, made[name]) for name in NAMES}


def check(answer: TestResponse) -> None:
    """A mistake of ours would have been raised; anything else has a page."""
    assert answer.status_code < 500
    assert answer.text


@HARD
@given(game=games_to_ask, asked=panels)
def test_a_stage_comes_back_whatever_was_asked(hosts: dict[str, Host], game: str, asked: dict[str, str]) -> None:
    answer = hosts[game].get("/stage", query_string=asked)
    check(answer)
    assert answer.status_code == 200


@HARD
@given(
    game=games_to_ask, do=st.sampled_from(list(PANELS)), late=st.booleans(), seat=st.integers(0, 3), any_=st.booleans()
)
def test_every_panel_opens_at_every_table(
    hosts: dict[str, Host], game: str, do: str, late: bool, seat: int, any_: bool
) -> None:
    asked = {"do": do, "seat": str(seat), **({"late": "1"} if late else {}), **({"any": "1"} if any_ else {})}
    assert hosts[game].get("/stage", query_string=asked).status_code == 200


@HARD
@given(game=games_to_ask, asked=panels)
def test_a_history_comes_back_whatever_was_asked(hosts: dict[str, Host], game: str, asked: dict[str, str]) -> None:
    if game == "over":
        return  # long, and like the others
    check(hosts[game].get("/history", query_string=asked))


@HARD
@given(
    game=games_to_ask,
    asked=panels,
    entry=st.integers(0, 215),
    events=st.one_of(st.lists(events, max_size=2).map(json.dumps), odd, st.none()),
    remove=st.booleans(),
)
def test_an_amendment_is_shown_or_refused_with_a_reason(
    hosts: dict[str, Host], game: str, asked: dict[str, str], entry: int, events: str | None, remove: bool
) -> None:
    host = hosts[game]
    before = host.seq
    sent = {**asked, "entry": str(entry % (before + 2)), **({"remove": "1"} if remove else {})}
    check(host.get("/amend", query_string=sent if events is None else {**sent, "events": events}))
    assert host.seq == before


@HARD
@given(
    game=games_to_ask,
    number=st.one_of(odd, st.sampled_from(["hand.9", "hand.", "bank.gold", "deck.1", ".", "points.²"])),
)
def test_only_numbers_that_there_are_are_explained(hosts: dict[str, Host], game: str, number: str) -> None:
    assert hosts[game].get("/explain", query_string={"number": number}).status_code == 404


@HARD
@given(game=games_to_ask, sent=st.lists(events, max_size=2), seen=st.one_of(numbers, st.none()))
def test_whatever_is_sent_is_entered_or_refused_with_a_reason(
    hosts: dict[str, Host], game: str, sent: list[dict[str, Any]], seen: str | None
) -> None:
    host = hosts[game]
    form = {"events": json.dumps(sent), "seen": str(host.seq) if seen is None else seen}
    answer = host.client.post(f"/g/{host.id}/enter", data=form)
    check(answer)
    assert answer.status_code in (303, 400, 409, 422)
    assert host.get().status_code == 200


@HARD
@given(form=drafts)
def test_a_new_game_is_shown_and_made_or_refused_with_a_reason(hosts: dict[str, Host], form: dict[str, str]) -> None:
    client = hosts["fresh"].client
    assert client.get("/new", query_string=form).status_code == 200
    assert client.post("/new", data=form).status_code in (303, 422)


@HARD
@given(asked=query(q=st.text(max_size=120)))
def test_a_search_finds_something_or_nothing(hosts: dict[str, Host], asked: dict[str, str]) -> None:
    assert hosts["fresh"].client.get("/library", query_string=asked).status_code == 200


@HARD
@given(form=query(next=odd, lang=odd, look=odd, turn=numbers, dice=odd))
def test_a_device_remembers_or_forgets_and_goes_on(hosts: dict[str, Host], form: dict[str, str]) -> None:
    client = hosts["fresh"].client
    assert client.post("/device", data=form).status_code == 303
    assert client.get("/").status_code == 200
