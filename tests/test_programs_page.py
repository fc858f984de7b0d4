"""The page for programmers is true: its examples are run as they stand there, and its tables are the code's."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from narrator.dialects import agente, clawtan
from tests.support.browser.server import Server
from tests.support.clawtan import ACTIONS
from tests.support.documents import quoted, rows, section, text_of

PAGE = "docs/programs.md"
by_terminal = pytest.mark.skipif(
    not all(map(shutil.which, ("bash", "curl", "jq"))), reason="the page's examples need bash, curl and jq"
)


def examples(title: str) -> str:
    """What stands in a section to be typed, without what stands deeper in another one."""
    return "\n".join(re.findall(r"^```sh\n(.*?)^```", section(PAGE, title), flags=re.MULTILINE | re.DOTALL))


def typed(tmp_path: Path, title: str) -> list[str]:
    """What a terminal shows."""
    server = Server(tmp_path)
    try:
        shell = subprocess.run(
            ["bash", "-eu", "-c", examples(title)],
            cwd=tmp_path,
            env={"PATH": os.environ["PATH"], "TABLE": server.address},
            capture_output=True,
            text=True,
            timeout=600,
        )
    finally:
        server.kill()
    assert shell.returncode == 0, shell.stderr + shell.stdout
    return shell.stdout.splitlines()


@by_terminal
@pytest.mark.skipif(not os.environ.get("WHOLE"), reason="takes a minute or two: `make evenings`")
def test_a_whole_game_is_played_by_curl(tmp_path: Path) -> None:
    shown = typed(tmp_path, "## A complete game with curl")
    assert shown[-1] in ("Ana wins", "Boris wins")
    assert '"your_move": true,' in "\n".join(shown)


@by_terminal
def test_clawtan_answers_as_the_page_says(tmp_path: Path) -> None:
    prompt, first, then, buildings, refused = typed(tmp_path, "### Clawtan")
    assert (prompt, first) == ('"BUILD_FIRST_TIDE_POOL"', '{"action":"BUILD_TIDE_POOL","value":0}')
    assert (then, buildings) == ('"BUILD_FIRST_CURRENT"', '[{"node":21,"building":"TIDE_POOL","color":"RED"}]')
    assert refused == "dialect.not_listed"


@by_terminal
def test_agente_answers_as_the_page_says(tmp_path: Path) -> None:
    number, message, right, phase = typed(tmp_path, "### Agente")
    assert number == "4"
    assert message == "Error 4: durante la colocación inicial no puedes terminar el turno."
    assert right == "Construye lo que pide esta fase. Es gratis."
    assert phase == "setup_road_1"


def test_the_page_has_every_prompt_and_action_of_clawtan() -> None:
    found = rows(section(PAGE, "### Clawtan"))
    assert {name for row in found for name in quoted(row[0])} == {
        *clawtan.PROMPTS.values(),
        *("PLAY_TIDE", "DECIDE_TRADE", "DECIDE_ACCEPTEES"),
    }
    assert {name for row in found for name in quoted(row[1]) if name.isupper() and name[0] != "["} == ACTIONS


def test_the_page_has_every_phase_action_and_error_of_agente() -> None:
    found = rows(section(PAGE, "### Agente"))
    phases = {name: set(quoted(row[1])) & set(agente.ACTIONS) for row in found for name in quoted(row[0])}
    assert phases == {name: set(valid) for name, valid in agente.ACTIONS_OF_PHASE.items() if valid}
    assert {int(row[0]) for row in found if row[0].isdigit()} == set(agente.ERROR_NUMBERS.values())


@pytest.mark.parametrize("preset", ["seed_001", "seed_003"])
def test_the_page_names_the_presets(preset: str) -> None:
    assert f'"preset": "{preset}", "dice_source": "app"' in text_of(PAGE)
