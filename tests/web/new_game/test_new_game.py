"""A new game: in three taps, or in full; the board painted by hand; every choice stands in the address."""

import re
from itertools import product
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from narrator.app.games.games import Games
from narrator.core.table.box import COLOURS
from narrator.core.table.house_rules import PRESETS, make_house_rules
from narrator.core.table.layouts import beginner_board
from narrator.core.table.setup import Setup, initial_state
from narrator.core.table.state import GameState
from narrator.text.render import TableLocale, say_rule
from narrator.web.app import load_device
from narrator.web.new_game.draft import LAYOUTS, Draft, offered_colours, parse_draft, setup_of
from tests.support.games import board_of
from tests.support.html import page_of, text_of
from tests.support.web import HTMX, House


def draft_of(**form: str) -> tuple[Draft, Setup]:
    with Flask("test").test_request_context("/new", headers={"Accept-Language": "es"}):
        load_device()
        draft = parse_draft(form)
        return draft, setup_of(draft)


def begun(**form: str) -> GameState:
    return initial_state(draft_of(**form)[1])


# What is read from the address


def test_without_a_word_it_is_a_good_game_for_four() -> None:
    draft, setup = draft_of()
    state = initial_state(setup)
    assert [player.colour for player in setup.players] == list(COLOURS[:4])
    assert {player.language for player in setup.players} == {"es"}
    assert [player.name for player in setup.players] == [f"Jugador {n}" for n in range(1, 5)]
    assert (state.game.layout, state.game.tracking, state.game.theme) == ("beginner_6e", "board", "classic")
    assert (draft.count, draft.detail, draft.preset) == (4, "normal", "official_6e")


def test_in_a_first_game_everybody_may_ask_for_a_hint_unless_the_table_chose_otherwise() -> None:
    assert begun(detail="first_game").rules.hints == "on_request"
    assert begun(detail="normal").rules.hints == "off"
    assert begun(detail="first_game", preset="family", **{"r.hints": "off"}).rules.hints == "off"
    assert begun(detail="normal", preset="family").rules.hints == "on_request"


FITTING = [
    (layout, edition, str(players))
    for layout, edition, players in product(LAYOUTS, ("6e", "5e"), range(2, 7))
    if layout not in ("manual",) and not (layout == "spiral" and players > 4)
]


@pytest.mark.parametrize(("layout", "edition", "players"), FITTING)
def test_every_layout_edition_and_number_of_players_makes_a_game(layout: str, edition: str, players: str) -> None:
    state = begun(layout=layout, edition=edition, players=players, seed="7")
    assert len(state.seats) == int(players)
    assert state.rules.edition == edition
    booklet = "beginner_56" if int(players) > 4 else f"beginner_{edition}"
    assert state.game.layout == (booklet if layout == "beginner" else layout)
    assert state.game.tracking == "board"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", ["2", "3", "6"])
def test_every_preset_makes_a_game(preset: str, players: str) -> None:
    state = begun(preset=preset, players=players, edition="5e" if preset == "official_5e" else "6e")
    if preset == "duel" and players != "2":
        assert state.rules == make_house_rules({}, int(players)), "it is for two"
        return
    expected = {key: value for key, value in PRESETS[preset].items() if key != "edition"}
    assert {key: getattr(state.rules, key) for key in expected} == expected


@pytest.mark.parametrize("tracking", ["board", "counts", "script"])
def test_what_the_host_wants_to_enter_is_tracked(tracking: str) -> None:
    assert begun(tracking=tracking).game.tracking == tracking


def test_of_two_who_want_one_colour_the_first_gets_it() -> None:
    _, setup = draft_of(players="3", layout="spiral", colour0="blue", colour1="blue", colour2="red")
    assert [player.colour for player in setup.players] == ["blue", "red", "white"]


@pytest.mark.parametrize(("edition", "left_out"), [("5e", "red"), ("6e", "white")])
def test_S_05_three_on_the_booklets_island_are_not_offered_the_colour_that_stays_in_the_box(
    edition: str, left_out: str
) -> None:
    draft, setup = draft_of(players="3", edition=edition, colour0=left_out)
    assert {*COLOURS} - {*offered_colours(draft)} == {left_out}
    assert left_out not in {player.colour for player in setup.players}
    for form in ({"players": "4"}, {"players": "3", "layout": "spiral"}):
        draft, setup = draft_of(edition=edition, colour0=left_out, **form)
        assert offered_colours(draft) == COLOURS
        assert setup.players[0].colour == left_out


def test_names_languages_detail_and_theme_are_kept() -> None:
    _, setup = draft_of(
        players="2", name0="สมชาย", name1="Оля", language0="th", language1="xx", detail="terse", theme="clawtan"
    )
    assert [(player.name, player.language) for player in setup.players] == [("สมชาย", "th"), ("Оля", "es")]
    assert (setup.detail, setup.theme) == ("terse", "clawtan")


def test_chance_lays_the_same_board_for_the_same_seed_and_another_for_another() -> None:
    boards = [board_of(begun(layout="random_tokens", seed=seed)).numbers for seed in ("7", "7", "8")]
    assert boards[0] == boards[1] != boards[2]


def test_shuffled_seats_keep_every_players_name_colour_language_and_bot_together() -> None:
    form = {"players": "4", "name0": "Ana", "name1": "Boris", "name2": "Chai", "bot3": "master", "language1": "ru"}
    plain, _ = draft_of(**form)
    orders = set()
    for _ in range(40):
        shuffled, _ = draft_of(**form, roll="seats")
        assert sorted(map(repr, shuffled.seats)) == sorted(map(repr, plain.seats))
        orders.add(shuffled.seats)
    assert len(orders) > 5


# The pages


@pytest.fixture
def games(house: House) -> Games:
    return house.games


@pytest.mark.parametrize("detail", ["normal", "first_game"])
def test_two_taps_make_a_game_that_this_device_hosts(client: FlaskClient, games: Games, detail: str) -> None:
    assert "/new?players=3" in page_of(client.get("/")).hrefs
    page = page_of(client.get("/new?players=3"))
    assert [one.get("value") for one in page.named("detail")] == ["normal", "first_game"]
    assert {one.form.get("action") for one in page.named("detail")} == {"/new"}
    answer = client.post("/new", data={"players": "3", "detail": detail})
    assert answer.status_code == 303
    assert client.get(answer.headers["Location"]).status_code == 200
    assert games.record_of(answer.headers["Location"].split("/")[2]).state.game.detail == detail


def test_settings_are_folded_until_one_of_them_is_not_as_usual(client: FlaskClient) -> None:
    folded = [
        "open" not in page_of(client.get(f"/new?{chosen}")).with_id("settings").attributes
        for chosen in ("players=2&name0=Ana", "layout=spiral", "tracking=counts", "preset=family", "r.gifts=allowed")
    ]
    assert folded == [True, False, False, False, False]


def test_folded_settings_say_what_was_set_otherwise(client: FlaskClient) -> None:
    def in_short(query: str) -> str:
        (summary,) = page_of(client.get(f"/new?{query}")).with_id("settings").every("summary")
        return summary.in_class("quiet").text

    assert "points" not in in_short("players=4")
    rules = {"target_vp": 8, "gifts": "allowed", "win_timing": "end_of_turn", "friendly_robber": "on"}
    sentences = [say_rule(key, value, TableLocale("en")).rstrip(".") for key, value in list(rules.items())[:3]]
    told = in_short("&".join(f"r.{key}={value}" for key, value in list(rules.items())[:3]))
    assert told.endswith(" · ".join(sentences))
    assert in_short("&".join(f"r.{key}={value}" for key, value in rules.items())).endswith("· 1 more rule")


def test_all_rules_are_opened_with_the_form_as_it_stands(client: FlaskClient) -> None:
    page = page_of(client.get("/new?players=4"))
    assert page.with_attribute("formaction", "/new/rules")[0].get("formmethod") == "get"
    assert not [href for href in page.hrefs if "/new/rules" in href], "a link would leave behind what was typed"


def test_without_a_seed_chance_is_left_to_chance(client: FlaskClient, games: Games) -> None:
    form = {"layout": "random_tokens"}
    made = [client.post("/new", data=form).headers["Location"].split("/")[2] for _ in range(2)]
    one, other = (board_of(games.record_of(game).state) for game in made)
    assert (one.terrain, one.numbers) != (other.terrain, other.numbers)


def test_what_a_preset_changes_is_said(client: FlaskClient) -> None:
    def said(preset: str) -> list[str]:
        return page_of(client.get(f"/new?preset={preset}&lang=en")).names("listitem")

    assert said("official_6e") == []
    assert said("short") == [say_rule("target_vp", 8, TableLocale("en"))]
    assert len(said("seed_002")) == len(PRESETS["seed_002"]) - 1, "what two play by is said to two"


def test_another_throw_draws_another_seed(client: FlaskClient) -> None:
    seeds = {
        page_of(client.get("/new?layout=spiral&seed=7&roll=seed", headers=HTMX)).named("seed")[0].get("value")
        for _ in range(3)
    }
    assert len(seeds) > 1


@pytest.mark.parametrize(
    "form",
    [
        {"players": "5", "layout": "spiral"},
        {"layout": "manual"},
        {"layout": "manual", "tiles": "f2" * 19},
    ],
)
def test_a_game_that_can_not_be_is_refused_with_reasons_and_not_made(client: FlaskClient, form: dict[str, str]) -> None:
    answer = client.post("/new", data=form, headers={"Accept-Language": "ru"})
    assert answer.status_code == 422
    assert "Set-Cookie" not in answer.headers
    (reason, *_) = page_of(answer).one("alert").all("paragraph")
    assert re.match("[А-Я]", reason.text)


# Painting


def test_two_players_of_one_name_are_refused_and_the_form_stays_as_it_was(client: FlaskClient) -> None:
    answer = client.post("/new?lang=en", data={"name0": "Ana", "name2": " aNA", "name3": "Dao"})
    assert answer.status_code == 422
    assert "can't both be called aNA" in text_of(answer)
    assert page_of(answer).named("name3", "Dao")
    assert "Set-Cookie" not in answer.headers


def test_a_board_painted_from_the_booklet_is_the_booklets(client: FlaskClient, games: Games) -> None:
    for players, layout in (("4", "beginner_6e"), ("6", "beginner_56")):
        page = page_of(client.get("/new", query_string={"players": players, "layout": "manual", "roll": "start"}))
        form = {name: page.named(name)[0].get("value") for name in ("tiles", "harbours")}
        answer = client.post("/new", data={"players": players, "layout": "manual", **form})
        board = games.record_of(answer.headers["Location"].split("/")[2]).state.game.board
        drawn = beginner_board(layout)
        assert (board.terrain, board.numbers, board.robber) == (drawn.terrain, drawn.numbers, drawn.robber)
        assert dict(board.harbours) == dict(drawn.harbours)


def test_a_whole_board_is_painted_tap_by_tap(client: FlaskClient) -> None:
    drawn = beginner_board("beginner_5e")
    dabs = [(f"land-{terrain}", at) for at, terrain in drawn.terrain.items()]
    dabs += [(f"number-{number}", at) for at, number in drawn.numbers.items()]
    dabs += [(f"harbour-{kind}", path) for path, kind in drawn.harbours.items()]
    form: dict[str, Any] = {"tiles": "", "harbours": ""}
    for brush, at in dabs:
        draft, setup = draft_of(layout="manual", edition="5e", brush=brush, paint=at, **form)
        form = {"tiles": draft.tiles, "harbours": draft.harbours}
    board = board_of(initial_state(setup))
    assert (board.terrain, board.numbers, dict(board.harbours)) == (drawn.terrain, drawn.numbers, dict(drawn.harbours))


def theme(**chosen: str) -> str:
    draft, setup = draft_of(**chosen)
    assert setup.theme == draft.theme, "the game has what the page showed"
    return draft.theme


def test_a_preset_brings_its_theme_and_takes_it_away_and_the_host_may_choose_another() -> None:
    assert theme() == "classic"
    assert theme(preset="seed_001") == "clawtan"
    assert theme(preset="seed_001", was="official_6e", theme="classic") == "clawtan", "it was tapped just now"
    assert theme(preset="seed_001", was="seed_001", theme="classic") == "classic", "the host wants the usual words"
    assert theme(preset="family", was="seed_001", theme="clawtan") == "classic"
    assert theme(preset="family", was="short", theme="clawtan") == "clawtan"


def duel(**chosen: str) -> tuple[int, int, str]:
    rules = begun(players="2", **chosen).rules
    return rules.target_vp, rules.discard_limit, rules.friendly_robber


def test_W_03_a_duel_chosen_by_hand_brings_its_rules_and_each_can_be_changed_after_that() -> None:
    shown = {"r.target_vp": "10", "r.discard_limit": "7", "r.friendly_robber": "off"}
    tapped = {"r.two_player_mode": "duel", "was_mode": "catan_for_two", **shown}
    assert duel(**tapped) == (15, 9, "on"), "what the page showed belonged to the mode before"
    then = {"r.two_player_mode": "duel", "was_mode": "duel"}
    assert duel(**then, **shown) == (10, 7, "off")
    assert duel(**{**then, **shown, "r.friendly_robber": "on"}) == (10, 7, "on")
    away = {"r.two_player_mode": "plain", "was_mode": "duel", "r.target_vp": "15", "r.discard_limit": "9"}
    assert duel(**away, **{"r.friendly_robber": "on"}) == (10, 7, "off")


def test_W_03_a_duel_has_a_friendly_robber_so_it_cant_be_played_without_one() -> None:
    draft, _ = draft_of(players="2", **{"r.two_player_mode": "duel", "r.robber": "off"})
    assert [(reason.code, reason.params["rule"]) for reason in draft.wrong] == [("rules.contradiction", "robber")]
