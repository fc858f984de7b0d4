"""The documents are true: what they name is there, and what the code has and they should name is in them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import click
import msgspec
import pytest

from narrator.cli.main import main
from narrator.core.play.corrections import CORRECTIONS
from narrator.core.reading.public_view import state_for_api
from narrator.core.record.event_specs import EVENT_SPECS
from narrator.core.record.record import Record
from narrator.core.table import phase as phases
from narrator.core.table.events import AnyEvent, Event
from narrator.core.table.house_rules import RULE_KEYS
from narrator.core.table.phase import Phase
from narrator.core.table.setup import BoardSetup, Harbour, Player, Setup, Tile, initial_state
from narrator.mcp.api_client import GameLink, parse_link
from narrator.mcp.server import make_server
from narrator.storage.files.game_file import GameFile, read_event, read_game
from narrator.web.app import create_app
from narrator.web.auth.config import ClientLimits
from narrator.web.export.formats import EVENT_COLUMNS, RESULT_COLUMNS
from tests.support.app import games_in
from tests.support.code_references import dangling, words
from tests.support.dealt import dealt_setup
from tests.support.documents import ROOT, quoted, rows, section, text_of
from tests.support.games import awaited
from tools.make_games import FOLDER as GAMES

PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", *PAGES)
CURRENT = [document for document in DOCUMENTS if document != "CHANGELOG.md"]
"""What they name is there today; the changelog tells of what was."""
EXAMPLES = {"narrator.club", "narrator.key", "v0004.py"} | {"CRC", "DATA"} | {"ExecReload", "ExecStart"}
EXAMPLES |= {"SIGHUP", "SIGTERM", "TMPDIR", "HttpOnly", "Secure", "Host", "Origin", "Forwarded", "Via", "Allow"}
"""Files and addresses of the reader's own, and other programs' words."""
TOP = ("narrator", "tests", "docs", "templates", "translations", "examples", "tools")
SHAPES = {"file": GameFile, "`setup`": Setup, "player": Player, "`board`": BoardSetup, "hex": Tile, "harbour": Harbour}


# What is named exists.


def paths_in(document: str) -> Iterator[str]:
    """Every place in the repository that a document links to or quotes."""
    text = re.sub(r"^```.*?^```", "", text_of(document), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)", text):
        if not target.startswith(("http:", "https:")):
            yield ((ROOT / document).parent / target).resolve().relative_to(ROOT).as_posix()
    for name in quoted(text):
        if re.fullmatch(rf"({'|'.join(TOP)})(/[\w.-]+)*/?", name):
            yield name


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_place_that_a_document_names_is_there(document: str) -> None:
    assert [path for path in paths_in(document) if not (ROOT / path).exists()] == []


def test_places_are_found() -> None:
    assert {"docs/running.md", "docs/run/Containerfile"} <= set(paths_in("README.md"))
    assert {"docs/api.md", "narrator/core/table/layouts.py"} <= set(paths_in("docs/rulings.md"))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_heading_that_a_document_links_to_is_there(document: str) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", text_of(document)):
        if not target.startswith(("http:", "https:")):
            page = (ROOT / document).parent / target if target else ROOT / document
            assert anchor in anchors(page.resolve().relative_to(ROOT).as_posix()), f"{target}#{anchor}"


def anchors(document: str) -> set[str]:
    """The fragments by which the headings of a document are linked to, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", text_of(document), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", CURRENT)
def test_every_file_module_and_name_that_a_document_mentions_is_there(document: str) -> None:
    text = re.sub(r"^```.*?^```", "", text_of(document), flags=re.MULTILINE | re.DOTALL)
    assert {*dangling(re.sub(r"\]\([^)]*\)", "]", text))} - EXAMPLES == set()
    names = {name for name in quoted(text) if re.fullmatch(r"[A-Z]\w+", name)}
    assert names - words() - EXAMPLES == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_make_target_that_a_document_names_is_there(document: str) -> None:
    named = re.findall(r"(?:`|^)make ([a-z]+)", text_of(document), flags=re.MULTILINE)
    targets = re.findall(r"^([a-z]+):", text_of("Makefile"), flags=re.MULTILINE)
    assert set(named) - set(targets) == set()


def test_every_make_target_is_explained() -> None:
    targets = re.findall(r"^([a-z]+):", text_of("Makefile"), flags=re.MULTILINE)
    known = text_of("CONTRIBUTING.md")
    assert [target for target in targets if f"make {target}" not in known] == []


def test_the_code_cites_no_document_that_is_not_here() -> None:
    cited = re.compile(r"\b(RULINGS|CONTRACT|DESIGN|GLOSSARY)\b|\b(docs/\w+\.md)")
    for folder in ("narrator", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path != Path(__file__):
                names = [match[0] for match in cited.finditer(path.read_text(encoding="utf-8"))]
                assert [name for name in names if not (ROOT / name).exists()] == [], path


# docs/rulings.md

ROW = re.compile(r"\b([A-Z])[-_](\d\d)(?!\d)")


def rows_named_in(folder: str) -> set[str]:
    """Rows in names of tests, in sentences and in tables of the code."""
    return {
        f"{letter}-{number}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for letter, number in ROW.findall(path.read_text(encoding="utf-8").replace("def test_", "def "))
        if path != Path(__file__)
    }


def test_every_row_that_a_test_or_an_answer_names_is_a_ruling_and_the_other_way_round() -> None:
    known = [row[0] for row in rows(text_of("docs/rulings.md"))]
    assert len(known) == len(set(known))
    assert rows_named_in("tests") | rows_named_in("narrator") == set(known)


def test_the_rulings_name_every_house_rule_and_no_other() -> None:
    decides = {key for row in rows(text_of("docs/rulings.md")) for key in quoted(row[2])}
    without = set(quoted(section("docs/rulings.md", "## 15 Rules without a row")))
    assert decides | without == set(RULE_KEYS)
    assert not decides & without


# docs/api.md


def fields(kind: type) -> set[str]:
    """The fields of a shape; `?` where it may be left out."""
    return {field.encode_name + "?" * (not field.required) for field in msgspec.structs.fields(kind)}


def test_the_api_page_has_every_event_with_every_field() -> None:
    common = {field.encode_name for field in msgspec.structs.fields(Event)}
    said = {quoted(row[0])[0]: set(quoted(row[1])) for row in rows(section("docs/api.md", "## Events"))}
    there = {
        str(kind.__struct_config__.tag): {name for name in fields(kind) if name.rstrip("?") not in common}
        for kind in get_args(AnyEvent)
    }
    assert said == there
    assert common <= set(quoted(section("docs/api.md", "## Events").partition("|")[0]))


def test_the_api_page_has_every_correction_and_what_script_tracking_takes() -> None:
    items = section("docs/api.md", "## Events").split("\n- ")
    (corrections,) = (item for item in items if item.startswith("`corrected.what`"))
    assert set(quoted(corrections)) - {"corrected.what"} == set(CORRECTIONS)
    (told,) = (item.partition("### ")[0] for item in items if item.startswith("With `script`"))
    taken = {str(kind.__struct_config__.tag) for kind, spec in EVENT_SPECS.items() if spec.is_allowed_in_script}
    assert set(quoted(told)) - {"script", "turn", "step"} == taken


def test_the_api_page_has_every_field_of_a_game_file() -> None:
    said = {row[0]: set(quoted(row[1])) for row in rows(section("docs/api.md", "## Game file"))}
    assert said == {name: fields(kind) for name, kind in SHAPES.items()}
    example = section("docs/api.md", "## Game file").split("```")[1].removeprefix("json\n")
    game = read_game(json.dumps(json.loads(example)).encode())
    assert Record(initial_state(game.setup)).add(read_event(game.events[0])).last_entry == 1


def test_the_api_page_has_every_step() -> None:
    kinds = [kind for kind in vars(phases).values() if isinstance(kind, type) and issubclass(kind, Phase)]
    steps = {kind.step for kind in kinds if kind is not Phase}
    assert steps - set(quoted(section("docs/api.md", "## Phases and steps"))) == set()


def test_the_api_page_has_every_field_of_a_state() -> None:
    said = {row[0]: set(quoted(row[1])) for row in rows(section("docs/api.md", "## State"))}
    found: dict[str, list[set[str]]] = {name: [] for name in said}
    for name in ("two_play_catan_for_two", "five_paired", "two_in_a_duel"):
        game = read_game((GAMES / f"{name}.json").read_bytes())
        record = Record(initial_state(game.setup))
        for raw in game.events:
            record.add_unchecked(read_event(raw))
            state = state_for_api(record.state)
            found["table"].append(set(state))
            found["seat"] += [set(seat) for seat in state["seats"]]
            found["neutral colour"] += [set(neutral) for neutral in state.get("neutrals", ())]
    found["table"].append(set(state_for_api(initial_state(dealt_setup()), seat=0)))
    for name, keys in found.items():
        always = set.intersection(*keys)
        assert said[name] == {key if key in always else f"{key}?" for key in set.union(*keys)}, name


def test_the_api_page_has_every_command_with_what_it_takes() -> None:
    said = {quoted(row[0])[0]: quoted(row[1]) for row in rows(section("docs/api.md", "## Command line"))}
    there = {}
    for name, command in main.commands.items():
        taken = [option for option in command.params if isinstance(option, click.Option)]
        given = [argument for argument in command.params if isinstance(argument, click.Argument)]
        arguments = [argument.metavar or argument.name.upper() for argument in given]
        there[f"narrator {name}"] = {*(option.opts[0] for option in taken), *arguments}
    assert {name: set(taken) for name, taken in said.items()} == there


def test_the_api_page_has_every_call(tmp_path: Path) -> None:
    said = {quoted(row[0])[0] for row in rows(section("docs/api.md", "### Calls"))}
    there = {
        f"{method} {rule.rule.replace('int:', '').translate({ord('<'): '{', ord('>'): '}'})}"
        for rule in create_app(games_in(tmp_path)).url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/") and not rule.rule.endswith("<path:rest>")
    }
    assert said == there


def test_the_api_page_has_every_error_code() -> None:
    said = {code for row in rows(section("docs/api.md", "### Errors")) for code in quoted(row[1])}
    keys = set(re.findall(r'N\("api\.(\w+)"', text_of("narrator/text/sources/api.py")))
    assert keys - said == {"not_stored", "damaged"}  # messages of `store.` codes
    assert said - keys == {"http.500", "refused", "store."}


def test_the_columns_of_the_tables_are_those_that_are_written() -> None:
    written = {row[0].split(",")[0]: tuple(quoted(row[1])) for row in rows(section("docs/api.md", "## CSV exports"))}
    assert written == {"results": RESULT_COLUMNS, "events": EVENT_COLUMNS}


# docs/security.md


def test_the_security_page_has_every_limit() -> None:
    said = {quoted(row[0])[0]: float(row[1]) for row in rows(section("docs/security.md", "## Rate limits"))}
    assert said == {name: float(limit) for name, limit in msgspec.structs.asdict(ClientLimits()).items()}


# docs/mcp.md


def test_the_page_about_assistants_has_every_tool_resource_and_prompt() -> None:
    server = make_server(GameLink("http://localhost", "game", "KEY"), "en")
    tools = {tool.name for tool in awaited(server.list_tools())}
    assert {quoted(row[0])[0] for row in rows(section("docs/mcp.md", "## Tools"))} == tools
    named = set(quoted(section("docs/mcp.md", "## Tools")))
    assert {str(resource.uri) for resource in awaited(server.list_resources())} <= named
    assert {prompt.name for prompt in awaited(server.list_prompts())} <= named


def test_the_settings_that_the_page_about_assistants_shows_hold_a_link() -> None:
    example = json.loads(section("docs/mcp.md", "## Setup").split("```")[1].removeprefix("json\n"))
    settings = example["mcpServers"]["narrator"]
    assert parse_link(settings["env"]["NARRATOR_LINK"]) is not None
    assert settings["args"][0] in main.commands
