"""House rules on their page: found, set, saved, taken along, changed in mid-game; wrong ones are named and refused."""

import base64
import json
import re
from collections import Counter
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from narrator.app.files.game_files import RULES_FORMAT, read_rules_file
from narrator.core.message import Refusal, Refused, msg
from narrator.core.table.events import RuleChanged, RulesAgreed
from narrator.core.table.house_rules import PRESETS, RULE_KEYS, HouseRules, make_house_rules, merge_friendly_robber
from narrator.core.table.setup import initial_state
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say, say_refusal, say_rule
from narrator.web.app import load_device
from narrator.web.new_game.draft import parse_draft, setup_of
from narrator.web.rendering.qr import LONGEST, drawn_qr
from narrator.web.rules.groups import KEYS_BY_GROUP, form_value, offered_values, parse_rules
from narrator.web.rules.routes import MAX_COOKIE_LENGTH, MAX_OWN_PRESETS, PRESETS_COOKIE
from tests.support.games import ANA, BORIS, new_game
from tests.support.html import Element, page_of, parse, text_of
from tests.support.web import HTMX, Host, House, said

EN = TableLocale("en")
SOME = {"bank_shortage": "nobody", "friendly_robber": "on", "turn_timer": "soft", "turn_seconds": 120}
"""Rules as a table might have them."""
FIELDS = {f"r.{key}": form_value(value) for key, value in SOME.items()}


def begun(house: House, client: FlaskClient, **form: str) -> HouseRules:
    """The rules of the game that this form begins."""
    answer = client.post("/new", data=form)
    assert answer.status_code == 303, text_of(answer)
    return house.games.record_of(answer.location.split("/")[2]).state.rules


def rules_in(address: str) -> HouseRules:
    """The rules that an address of the new game's page carries."""
    with Flask("test").test_request_context(address):
        load_device()
        draft = parse_draft(dict(parse_qsl(urlsplit(address).query)))
        assert not draft.wrong
        return initial_state(setup_of(draft)).rules


def picked(page: TestResponse) -> dict[str, str]:
    """The radio of each rule that is checked."""
    radios = [one for one in page_of(page).all("radio") if "checked" in one.attributes]
    return {one.get("name").removeprefix("r."): one.get("value") for one in radios if one.get("name").startswith("r.")}


def sent_by(page: TestResponse) -> dict[str, str]:
    """What the page's form sends when nothing is tapped but "done"."""
    form = page_of(page).with_id("rules")
    assert (form.get("method"), form.get("action")) == ("get", "/new")
    return {**hidden_in(form), **{f"r.{key}": value for key, value in picked(page).items()}}


def hidden_in(page: Element) -> dict[str, str]:
    return {one.get("name"): one.get("value") for one in page.with_attribute("type", "hidden")}


def file_of(rules: Any, **other: Any) -> dict[str, Any]:
    """A preset from elsewhere, as a form sends it."""
    return {"file": (BytesIO(json.dumps({"format": RULES_FORMAT, "rules": rules, **other}).encode()), "rules.json")}


def own_cookie(own: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(own).encode()).decode()


def links_of_own(client: FlaskClient) -> dict[str, str]:
    """The presets that this device has saved, with where they lead."""
    regions = page_of(client.get("/new/rules")).all("region")
    own = [one for one in regions if one.has("heading", said("rules.own"))]
    return {
        one.text: one.get("href") for region in own for one in region.with_class("small-button") if one.role == "link"
    }


def reasons_on(page: TestResponse) -> list[str]:
    return [line.text for told in page_of(page).all("alert") for line in told.all("paragraph")]


def reasons_against(given: dict[str, Any], players: int = 4) -> list[Refusal]:
    with pytest.raises(Refused) as refused:
        make_house_rules(given, players)
    return list(refused.value.reasons)


# Every rule is there.


def test_every_key_of_the_register_stands_in_exactly_one_group() -> None:
    stands = Counter(key for keys in KEYS_BY_GROUP.values() for key in keys)
    assert set(stands) == set(RULE_KEYS)
    assert {key: count for key, count in stands.items() if count > 1} == {}


def test_the_questions_that_every_table_asks_first_are_open_and_the_others_folded(client: FlaskClient) -> None:
    page = page_of(client.get("/new/rules"))
    groups = [one for one in page.with_class("rules") if one.tag == "details"]
    assert [one.get("id") for one in groups if "open" in one.attributes] == ["first"]
    assert [one.get("id") for one in groups] == [group for group in KEYS_BY_GROUP if group not in ("two", "five_six")]
    assert {"bank_shortage", "friendly_robber", "turn_timer", "turn_seconds"} <= set(KEYS_BY_GROUP["first"])
    assert next(one.get("id") for one in page.every("fieldset") if one.get("id")) == "rule-target_vp"


@pytest.mark.parametrize(
    ("query", "is_shown"),
    [("lang=en", False), ("lang=th", True), ("lang=en&language2=th", True), ("lang=en&r.th_particle=ครับ", True)],
)
def test_thai_particles_are_asked_about_only_where_somebody_reads_thai(
    client: FlaskClient, query: str, is_shown: bool
) -> None:
    assert bool(page_of(client.get(f"/new/rules?{query}")).by_id("rule-th_particle")) == is_shown


@pytest.mark.parametrize(
    ("query", "said"), [("edition=6e", "supply"), ("edition=5e", "bank"), ("theme=clawtan", "ocean")]
)
def test_a_game_in_preparation_speaks_in_the_words_of_its_edition_and_theme(
    client: FlaskClient, query: str, said: str
) -> None:
    for page in ("/new", "/new/rules"):
        words = set(re.findall(r"\b(?:supply|bank|ocean)\b", text_of(client.get(f"{page}?lang=en&{query}"))))
        assert words == {said}, page


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_every_rule_is_shown_in_every_language(
    client: FlaskClient, language: str, players: int
) -> None:
    page = page_of(client.get(f"/new/rules?lang={language}&players={players}&language0=th"))
    text, locale = page.text, TableLocale(language)
    for group in KEYS_BY_GROUP:
        assert (say(msg(f"rules.group.{group}"), locale) in text) == (group != ("five_six" if players == 2 else "two"))
    for key in keys_for(players):
        rule = page.with_id(f"rule-{key}")
        shown = rule.text
        assert shown.startswith(say(msg(f"rule.{key}"), locale)), key
        values = offered_values(key, players)
        assert [one.get("value") for one in rule.all("radio")] == [form_value(value) for value in values]
        for value in values:
            words = say_rule(key, value, locale)
            is_said = words in shown or str(value) in shown.split() or key == "turn_seconds"
            assert is_said, (key, value)
    assert text.count(say(msg("rules.box"), locale)) >= len(keys_for(players)), "each rule names the box's own"


def test_times_have_units(client: FlaskClient) -> None:
    shown = page_of(client.get("/new/rules?r.turn_seconds=45")).with_id("rule-turn_seconds")
    assert [label.every("span")[0].text for label in shown.every("label")] == [
        *("30 s", "45 s", "1 min", "90 s", "2 min", "3 min", "4 min", "5 min", "7 min", "10 min")
    ]


OF_SOME = {
    "two_player_mode": (2,),
    "five_six_turns": (5, 6),
    "paired_tie": (5, 6),
    "robber_start_desert": (5, 6),
    "spiral_direction": (2, 3, 4),
}
"""Rules that have nothing to decide at other tables."""


def keys_for(players: int) -> set[str]:
    return {key for key in RULE_KEYS if players in OF_SOME.get(key, (players,))}


@pytest.mark.parametrize("players", range(2, 7))
def test_a_rule_that_does_not_go_with_the_number_of_players_is_not_offered(client: FlaskClient, players: int) -> None:
    page = page_of(client.get(f"/new/rules?players={players}&language0=th"))
    ids = {one.get("id") for one in page.every("fieldset")}
    assert {id.removeprefix("rule-") for id in ids if id.startswith("rule-")} == keys_for(players)
    assert bool(page.with_attribute("value", "base_3_4")) == (players < 5)


def test_four_on_the_large_island_are_asked_for_the_robbers_desert(client: FlaskClient) -> None:
    page = page_of(client.get("/new/rules?players=4&r.component_set=ext_5_6"))
    assert page.by_id("rule-robber_start_desert")
    assert not page.by_id("rule-spiral_direction")


@pytest.mark.parametrize("players", range(2, 7))
def test_each_preset_says_what_it_does_and_a_duel_is_offered_to_two(client: FlaskClient, players: int) -> None:
    text = text_of(client.get(f"/new?players={players}"))
    offered = {preset for preset in PRESETS if said(f"preset.{preset}.line") in text}
    assert offered == {preset for preset in PRESETS if players == 2 or preset != "duel"}


def test_presets_are_offered_in_one_place(client: FlaskClient) -> None:
    text = text_of(client.get("/new/rules?players=4"))
    assert not [preset for preset in PRESETS if said(f"preset.{preset}.line") in text]


def test_a_duel_that_two_chose_is_no_ones_when_more_sit_down(client: FlaskClient) -> None:
    page = client.get("/new?players=4&preset=duel&was=duel")
    assert page_of(page).checked("preset") == "official_6e"
    assert rules_in("/new?players=4&preset=duel").target_vp == 10


def test_what_differs_is_counted_as_soon_as_it_is_chosen(client: FlaskClient) -> None:
    assert said("rules.same") in text_of(client.get("/new/rules"))
    changed = {"r.gifts": "allowed", "r.target_vp": "12", "r.friendly_robber": "on"}
    for sent in (changed, {**changed, "r.two_player_mode": "plain"}):
        page = client.get("/new/rules", query_string=sent, headers=HTMX)
        assert said("rules.differing", n=3) in text_of(page)
    assert page_of(page).with_attribute("hx-trigger", "change")


def test_a_choice_against_another_is_reported_and_the_page_keeps_what_was_chosen(client: FlaskClient) -> None:
    against = {"r.robber": "off", "r.friendly_robber": "on"}
    page = client.get("/new/rules", query_string=against, headers=HTMX)
    assert reasons_on(page)
    assert page_of(page).by_id("trouble")
    assert not page_of(page).every("input")
    assert page_of(client.get("/new/rules", query_string=against)).every("input"), "a page of its own is whole"


def test_what_follows_from_a_choice_is_drawn_anew_and_nothing_else(client: FlaskClient) -> None:
    for players in (2, 4):
        page = page_of(client.get(f"/new/rules?players={players}"))
        parts = page.with_attribute("hx-select-oob")[0].get("hx-select-oob").replace("#", "").split(",")
        assert all(page.by_id(part) for part in parts)
        assert {"counted", "trouble", "rules-code", "mark-first"} <= set(parts)
        assert ("rule-target_vp" in parts) == (players == 2), "a duel brings its own"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_options_of_a_rule_are_said_alike(language: str) -> None:
    locale = TableLocale(language)
    for key in RULE_KEYS:
        said = [say_rule(key, value, locale) for value in offered_values(key)]
        assert len(set(said)) == len(said), key


def test_a_new_game_offers_the_box_of_its_rules_as_picked(client: FlaskClient) -> None:
    box = {key: form_value(getattr(HouseRules(), key)) for key in keys_for(4)}
    assert picked(client.get("/new/rules?language0=th")) == box
    assert picked(client.get("/new/rules", query_string={"players": "3", "language0": "th", **FIELDS})) == {
        **box,
        **{key: form_value(value) for key, value in SOME.items()},
    }


# Set one by one.


@pytest.mark.parametrize("key", RULE_KEYS)
def test_a_new_game_has_the_value_that_was_set(key: str) -> None:
    for value in offered_values(key):
        rules = rules_in(f"/new?players=4&layout=none&r.{key}={form_value(value)}")
        assert getattr(rules, key) == value
        assert {other for other in RULE_KEYS if getattr(rules, other) != getattr(HouseRules(), other)} <= {key}


def test_rules_set_on_the_page_are_those_of_the_game_that_it_begins(house: House, client: FlaskClient) -> None:
    page = client.get("/new/rules", query_string={"players": "3", "preset": "family", "name0": "Аня"})
    sent = sent_by(page) | FIELDS
    new = client.get("/new", query_string=sent)
    for key, value in merge_friendly_robber(SOME, HouseRules()).items():
        assert say_rule(key, value, EN) in text_of(new)
    hidden = {name: value for name, value in hidden_in(page_of(new)).items() if name.startswith("r.")}
    assert hidden == {
        f"r.{key}": form_value(value) for key, value in SOME.items() if PRESETS["family"].get(key) != value
    }
    rules = begun(house, client, **{**sent, **hidden})
    assert rules == make_house_rules({"preset": "family", **SOME}, 3)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_goes_through_the_page_unchanged(client: FlaskClient, preset: str) -> None:
    page = client.get("/new/rules", query_string={"preset": preset, "players": "2"})
    assert rules_in(address_with(sent_by(page))) == make_house_rules({"preset": preset}, 2)


def address_with(fields: dict[str, str]) -> str:
    with Flask("test").test_request_context("/new", query_string=fields) as context:
        return context.request.full_path


def test_a_preset_brings_its_edition_and_another_box_can_be_picked_all_the_same(client: FlaskClient) -> None:
    fifth = client.get("/new", query_string={"preset": "official_5e", "was": "official_6e", "edition": "6e"})
    assert page_of(fifth).checked("edition") == "5e"
    back = {"preset": "official_5e", "was": "official_5e", "edition": "6e"}
    assert page_of(client.get("/new", query_string=back)).checked("edition") == "6e"
    page = client.get("/new/rules", query_string={"edition": "5e"})
    assert picked(page)["edition"] == "5e"
    assert rules_in(address_with({**sent_by(page), "r.edition": "6e"})).edition == "6e"


def test_seconds_that_are_not_on_the_page_stay_when_another_rule_is_set(client: FlaskClient) -> None:
    page = client.get("/new/rules", query_string={"r.turn_seconds": "45"})
    assert picked(page)["turn_seconds"] == "45"
    assert rules_in(address_with({**sent_by(page), "r.gifts": "allowed"})).turn_seconds == 45


@pytest.mark.parametrize("layout", ["beginner", "spiral", "random_tokens", "manual&roll=start"])
def test_four_may_play_on_the_large_island(house: House, client: FlaskClient, layout: str) -> None:
    page = client.get(f"/new?players=4&r.component_set=ext_5_6&layout={layout}")
    assert page.status_code == 200
    if layout in ("beginner", "random_tokens"):
        begun(house, client, **{"r.component_set": "ext_5_6", "layout": layout})
    assert not page_of(page).named("layout", "spiral"), "there is none for it"


def test_a_long_code_is_drawn_with_the_first_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second of drawing would be half a second for everybody."""

    def try_them_all(_: object) -> int:
        raise AssertionError("this takes eight times as long")

    monkeypatch.setattr("qrcode.main.QRCode.best_mask_pattern", try_them_all)
    assert parse(drawn_qr("x" * LONGEST)).every("path")


def test_rules_that_make_too_fine_a_code_are_shown_without_one(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert page_of(client.get("/new/rules", query_string=FIELDS)).with_class("qr")
    monkeypatch.setattr("narrator.web.rules.view.LONGEST", 100)
    page = client.get("/new/rules", query_string=FIELDS)
    assert page.status_code == 200
    assert not page_of(page).with_class("qr")


def test_five_do_not_fit_into_the_small_box_and_are_told_so(client: FlaskClient) -> None:
    fields = {"players": "5", "r.component_set": "base_3_4"}
    too_small = say_refusal(Refusal("setup.box_too_small", "impossible", {"players": 5}), EN)
    for page in (client.get("/new", query_string=fields), client.post("/new", data=fields)):
        assert reasons_on(page) == [too_small]


# Wrong ones.

WRONG: dict[str, dict[str, Any]] = {
    "an unknown key": {"friendly_dragon": "on"},
    "a value that is none": {"gifts": "sometimes"},
    "a number out of range": {"turn_seconds": 601},
    "a number too low": {"discard_limit": 4},
    "two rules against each other": {"robber": "off", "friendly_robber": "on"},
    "two that are wrong": {"target_vp": 99, "dragons": "on"},
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_with_rules_is_named_on_every_page(client: FlaskClient, name: str, language: str) -> None:
    expected = [say_refusal(reason, TableLocale(language)) for reason in reasons_against(WRONG[name])]
    fields = {"lang": language, "r.win_timing": "end_of_turn", **{f"r.{key}": str(v) for key, v in WRONG[name].items()}}
    for path in ("/new", "/new/rules", "/rules.json"):
        page = client.get(path, query_string=fields)
        assert page.mimetype == "text/html"
        assert set(expected) <= set(reasons_on(page)), path


@pytest.mark.parametrize("name", WRONG)
def test_with_one_wrong_rule_none_is_taken_and_no_game_begins(client: FlaskClient, name: str) -> None:
    wrong = {f"r.{key}": str(value) for key, value in WRONG[name].items()}
    fields = {"language0": "th", "r.win_timing": "end_of_turn", **wrong}
    page = client.get("/new/rules", query_string=fields)
    assert picked(page) == {key: form_value(getattr(HouseRules(), key)) for key in keys_for(4)}
    answer = client.post("/new", data=fields)
    assert answer.status_code == 422
    assert reasons_on(answer)
    assert "Set-Cookie" not in answer.headers, "nobody hosts anything"
    assert client.post("/rules/save", data={**fields, "save_as": "Ours"}).status_code == 422
    assert client.get_cookie(PRESETS_COOKIE) is None


def test_read_rules_names_every_wrong_key_at_once() -> None:
    with pytest.raises(Refused) as refused:
        parse_rules({"gifts": "allowed", "target_vp": "7", "dragons": "on", "steal_optional": "yes"})
    assert [(reason.code, reason.params["key"]) for reason in refused.value.reasons] == [
        ("rules.value", "target_vp"),
        ("rules.unknown_key", "dragons"),
        ("rules.value", "steal_optional"),
    ]


@pytest.mark.parametrize("text", ["", "-1", "1e2", "٣٠", "9" * 5000, "None", "true", "\x00", "8.0"])
def test_a_number_that_is_none_is_refused_and_not_guessed(text: str) -> None:
    with pytest.raises(Refused):
        parse_rules({"target_vp": text})


# To take along.


def test_rules_are_saved_as_a_file_and_opened_again(house: House, client: FlaskClient) -> None:
    fields = {"preset": "duel", "players": "2", "edition": "5e", "save_as": "Friday", **FIELDS}
    saved = client.get("/rules.json", query_string=fields)
    assert "attachment" in saved.headers["Content-Disposition"]
    file = json.loads(saved.data)
    # a duel has a friendly robber already
    own = {"edition": "5e", **{key: value for key, value in SOME.items() if key != "friendly_robber"}}
    assert file == {"format": RULES_FORMAT, "name": "Friday", "rules": {"preset": "duel", **own}}
    opened = house.visitor().post(
        "/rules/import", data={"players": "2", "name0": "บี", "file": (BytesIO(saved.data), "x.json")}
    )
    assert opened.status_code == 303
    assert rules_in(opened.location) == make_house_rules({"preset": "duel", **SOME, "edition": "5e"}, 2)
    assert dict(parse_qsl(urlsplit(opened.location).query))["name0"] == "บี"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_comes_back_from_its_file(client: FlaskClient, preset: str) -> None:
    players = "2" if preset == "duel" else "3"
    saved = client.get("/rules.json", query_string={"preset": preset, "players": players})
    # On a page that stands on other rules: none of them remains.
    other = {"players": players, "edition": "6e" if preset == "official_5e" else "5e", "preset": "family", **FIELDS}
    opened = client.post("/rules/import", data={**other, "file": (BytesIO(saved.data), "x.json")})
    assert rules_in(opened.location) == make_house_rules({"preset": preset}, int(players))


BROKEN_FILES: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "file.not_json"),
    "no JSON": (b"friendly robber, please", "file.not_json"),
    "broken letters": (b'{"format": "\xff"}', "file.not_json"),
    "a list": (b"[]", "file.value"),
    "no format": (b'{"rules": {}}', "file.missing_field"),
    "another version": (b'{"format": "narrator-rules/2", "rules": {"gifts": "allowed"}}', "rules.format"),
    "a game": (b'{"format": "narrator/1", "rules": {}}', "rules.format"),
    "an unknown field": (b'{"format": "narrator-rules/1", "dice": 3}', "file.unknown_field"),
    "an unknown preset": (b'{"format": "narrator-rules/1", "rules": {"preset": "mine"}}', "rules.unknown_preset"),
    "a preset that is no name": (b'{"format": "narrator-rules/1", "rules": {"preset": [1]}}', "rules.unknown_preset"),
    "half wrong": (
        b'{"format": "narrator-rules/1", "rules": {"gifts": "allowed", "target_vp": 4, "x": 1}}',
        "rules.value",
    ),
    "a contradiction": (
        b'{"format": "narrator-rules/1", "rules": {"preset": "seed_003", "friendly_robber": "on"}}',
        "rules.contradiction",
    ),
    "deeper than anybody reads": (
        b'{"format": "narrator-rules/1", "rules": {"gifts": ' + b"[" * 100_000,
        "file.not_json",
    ),
}


@pytest.mark.parametrize("name", BROKEN_FILES)
def test_a_file_that_is_no_preset_is_named_and_nothing_of_it_is_taken(client: FlaskClient, name: str) -> None:
    content, code = BROKEN_FILES[name]
    form = {"players": "3", "preset": "family", **FIELDS}
    answer = client.post("/rules/import", data={**form, "file": (BytesIO(content), "x.json")})
    assert answer.status_code == 422
    assert picked(answer) == picked(client.get("/new/rules", query_string=form)), "the page stands as it stood"
    with pytest.raises(Refused) as refused:
        read_rules_file(content, 3)
    assert refused.value.reasons[0].code == code
    assert reasons_on(answer) == [" ".join(say_refusal(reason, EN).split()) for reason in refused.value.reasons]


def test_a_half_wrong_file_tells_each_key_that_is_wrong(client: FlaskClient) -> None:
    rules = {"gifts": "allowed", "target_vp": 4, "dragons": 1}
    answer = client.post("/rules/import", data=file_of(rules))
    assert reasons_on(answer) == [say_refusal(reason, EN) for reason in reasons_against(rules)]
    assert len(reasons_on(answer)) == 2
    assert picked(answer)["gifts"] == "forbidden"


def test_without_a_file_the_page_says_so(client: FlaskClient) -> None:
    answer = client.post("/rules/import", data={"players": "3"})
    assert answer.status_code == 422
    assert reasons_on(answer)


def test_the_code_to_scan_leads_to_a_new_game_with_these_rules(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    scanned: list[str] = []

    def scan(text: str) -> str:
        scanned.append(text)
        return ""

    monkeypatch.setattr("narrator.web.rules.view.qr", scan)
    client.get(
        "/new/rules", query_string={"players": "3", "preset": "short", "edition": "5e", "name0": "Ana", **FIELDS}
    )
    (link,) = scanned
    assert rules_in(link) == make_house_rules({"preset": "short", "edition": "5e", **SOME}, 4)
    assert "Ana" not in link, "rules are nobody's name"
    monkeypatch.undo()
    assert page_of(client.get("/new/rules", query_string=FIELDS)).with_id("rules-code").with_class("qr")


# Saved on this device.


def test_rules_are_saved_under_a_name_and_one_tap_brings_them_back(client: FlaskClient) -> None:
    answer = client.post("/rules/save", data={"players": "3", "edition": "5e", "save_as": " Пятница & Co ", **FIELDS})
    assert answer.status_code == 303
    assert rules_in(answer.location) == make_house_rules({"edition": "5e", **SOME}, 3), "the page goes on as it was"
    own = links_of_own(client)
    assert list(own) == ["Пятница & Co"]
    assert rules_in(own["Пятница & Co"]) == make_house_rules({"edition": "5e", **SOME}, 4)


def test_the_same_name_again_replaces_it_and_no_name_saves_nothing(client: FlaskClient) -> None:
    for gifts in ("forbidden", "allowed"):
        client.post("/rules/save", data={"save_as": "Ours", "r.gifts": gifts})
    client.post("/rules/save", data={"save_as": " \u200b ", "r.gifts": "forbidden"})
    own = links_of_own(client)
    assert list(own) == ["Ours"]
    assert rules_in(own["Ours"]).gifts == "allowed"


OFF = ("domestic_trade", "harbours", "robber", "development_cards")
"""Keys whose last value leaves nothing for others to decide."""


def test_only_the_newest_are_kept_and_a_browser_can_keep_them(client: FlaskClient) -> None:
    for number in range(MAX_OWN_PRESETS + 2):
        client.post("/rules/save", data={"save_as": f"No. {number}"})
    assert list(links_of_own(client)) == [f"No. {number}" for number in range(2, MAX_OWN_PRESETS + 2)]
    far = {f"r.{key}": form_value(offered_values(key)[-1]) for key in RULE_KEYS if key not in OFF}
    far |= {"r.discards": "on"}
    for number in range(3):
        client.post("/rules/save", data={"save_as": f"far {number}", **far})
    cookie = client.get_cookie(PRESETS_COOKIE)
    assert cookie is not None
    assert len(cookie.value) <= MAX_COOKIE_LENGTH
    assert list(links_of_own(client))[-1] == "far 2"


SPOILT = {
    "no letters of a cookie": "§§§",
    "cut off": own_cookie({"Ours": {"gifts": "allowed"}})[:-7],
    "a list": own_cookie(["Ours"]),
    "a number": own_cookie(3),
    "a wrong value": own_cookie({"Ours": {"gifts": "sometimes"}}),
    "a contradiction": own_cookie({"Ours": {"robber": "off", "friendly_robber": "on"}}),
    "a wrong preset": own_cookie({"Ours": {"preset": {}}}),
    "deep": base64.urlsafe_b64encode(b"[" * 2700).decode(),
    "broken letters": base64.urlsafe_b64encode(b'{"\xff\xfe": {}}').decode(),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_cookie_is_as_good_as_none(client: FlaskClient, name: str) -> None:
    client.set_cookie(PRESETS_COOKIE, SPOILT[name])
    assert client.get("/new/rules").status_code == 200
    assert links_of_own(client) == {}
    client.post("/rules/save", data={"save_as": "Anew"})
    assert list(links_of_own(client)) == ["Anew"]


def test_a_saved_name_is_shown_and_never_run(client: FlaskClient) -> None:
    client.set_cookie(PRESETS_COOKIE, own_cookie({"<script>alert(1)</script>": {}}))
    page = client.get("/new/rules")
    assert "<script>alert" not in page.text
    assert "<script>alert(1)</script>" in text_of(page)


# In mid-game.


def rule_taps(host: Host) -> dict[tuple[str, Any], str]:
    """Every tap on the rules' page of a game."""
    found = [one.get("value") for one in host.page("/rules").named("events")]
    changes = [(json.loads(value)[0], value) for value in found]
    return {(change["key"], change.get("value")): value for change, value in changes}


def tap_rule(host: Host, key: str, value: Any, **options: Any) -> TestResponse:
    form = {"events": rule_taps(host)[key, value], "seen": str(host.seq)}
    return host.client.post(f"/g/{host.id}/rules", data=form, **options)


def test_every_other_value_of_every_rule_is_one_tap_in_a_game(house: House) -> None:
    host = house.sample()
    rules, players = host.record.state.rules, len(host.record.state.seats)
    others = {
        (key, value) for key in keys_for(players) for value in offered_values(key) if value != getattr(rules, key)
    }
    assert set(rule_taps(host)) == others, "what holds already asks nobody"


def test_a_rule_changes_from_now_on_and_everybody_is_asked_again(house: House) -> None:
    host = house.sample()
    before = host.record
    assert before.state.rules.target_vp == 10
    answer = tap_rule(host, "target_vp", 12)
    assert (answer.status_code, answer.location) == (303, f"/g/{host.id}/rules#rule-target_vp")
    (entry,) = host.record.log[len(before.log) :]
    assert isinstance(entry, RuleChanged)
    assert (entry.key, entry.value) == ("target_vp", 12)
    assert (host.record.state.rules.target_vp, host.record.state.agreed_seats) == (12, frozenset())
    assert host.record.state.seats == before.state.seats, "what has been is not judged anew"
    page = text_of(host.get("/rules"))
    assert said("rules.in_play") in page
    assert say_rule("target_vp", 12, EN) in text_of(host.get("/stage?card=house_rules"))
    assert say_rule("target_vp", 12, EN) in text_of(host.get("/history"))


def test_the_page_says_who_has_agreed(house: House) -> None:
    host = house.sample()
    tap_rule(host, "gifts", "allowed")
    host.enter(RulesAgreed(seat=ANA))
    host.enter(RulesAgreed(seat=BORIS))
    names = [host.record.state.seats[seat].name for seat in (ANA, BORIS)]
    assert all(name in text_of(host.get("/rules")) for name in names)
    tap_rule(host, "gifts", "forbidden")
    assert not any(name in text_of(host.get("/rules")) for name in names)


def test_the_same_tap_twice_changes_a_rule_once(house: House) -> None:
    host = house.sample()
    form = {"events": rule_taps(host)["gifts", "allowed"], "seen": str(host.seq)}
    for _ in range(2):
        assert host.client.post(f"/g/{host.id}/rules", data=form).status_code == 303
    assert [event.type for event in host.record.log[-2:]].count("rule_changed") == 1


def test_a_tap_leaves_the_page_where_it_was(house: House) -> None:
    answer = tap_rule(host := house.sample(), "gifts", "allowed", headers=HTMX)
    assert answer.status_code == 200
    assert page_of(answer).by_id("rules-page")
    assert host.record.state.rules.gifts == "allowed"
    assert host.client.post(f"/g/{host.id}/rules", data={"events": "[{}]"}).status_code == 400


def test_a_locked_table_lets_a_change_stand_without_a_second_question(house: House) -> None:
    host = house.sample()
    tap_rule(host, "rules_lock", "locked_after_placement")
    assert said("rules.locked") in text_of(host.get("/rules"))
    assert tap_rule(host, "target_vp", 12).status_code == 303
    assert host.record.state.rules.target_vp == 12
    assert host.record.log[-1].waived


def test_a_change_against_another_rule_of_the_game_is_refused_by_name(house: House) -> None:
    host = house.sample()
    tap_rule(host, "robber", "off")
    seq = host.seq
    refused = tap_rule(host, "friendly_robber", "on")
    assert refused.status_code == 422
    assert host.seq == seq
    reason = Refusal("rules.contradiction", "impossible", {"rule": "robber", "other_rule": "friendly_robber"})
    assert say_refusal(reason, EN) in text_of(refused)
    assert tap_rule(host, "gifts", "allowed").status_code == 303, "other rules can still change"


def test_only_the_host_sees_and_changes_the_rules_of_a_game(house: House) -> None:
    host = house.sample()
    assert house.visitor().get(f"/g/{host.id}/rules").status_code in (401, 403)
    assert house.visitor().post(f"/g/{host.id}/rules", data={"events": "[]"}).status_code in (401, 403)


def test_the_rules_of_a_game_in_its_own_languages(house: House) -> None:
    host = house.sample()
    for language in LANGUAGES:
        page = text_of(host.get(f"/rules?lang={language}"))
        for key in ("bank_shortage", "friendly_robber", "dispute"):
            assert say_rule(key, getattr(new_game().rules, key), TableLocale(language)) in page


def test_a_preset_that_there_is_not_is_refused_by_name_and_begins_nothing(house: House) -> None:
    client = house.visitor()
    form = {"preset": "nope", "r.target_vp": "12", "players": "3"}
    for answer in (client.post("/new", data=form), client.get("/new", query_string=form)):
        assert "nope" in text_of(answer)
        assert "Location" not in answer.headers
    assert client.post("/new", data=form).status_code == 422


def test_rules_from_elsewhere_bring_the_theme_of_their_preset(house: House) -> None:
    file = {"format": RULES_FORMAT, "name": "Sea", "rules": {"preset": "seed_001"}}
    sent = {"file": (BytesIO(json.dumps(file).encode()), "rules.json"), "theme": "classic", "players": "3"}
    answer = house.visitor().post("/rules/import", data=sent)
    assert answer.status_code == 303
    assert "theme=" not in answer.location
