"""The programs in examples/ play whole games that the app deals, by HTTP alone, and are never refused."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from examples import agente_agent, clawtan_agent
from narrator.app.bots.next_bot import PAUSES, PauseSeconds
from tests.support.browser.server import Server
from tests.support.dialect_room import COLOURS, PRESETS, Room, bearer

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots hardly give the table time, as nobody has anything to move: enough for a program to answer an offer before
    the bot that made it takes another one's yes."""
    for pace in PAUSES:
        monkeypatch.setitem(PAUSES, pace, PauseSeconds(after_action=0, otherwise=0.1, for_answers=5))  # type: ignore[arg-type]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1, 2])
def test_the_clawtan_agent_plays_a_whole_game_against_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """With no page open anywhere: the bots go on because a program waits."""
    room = Room(tmp_path, "clawtan", seed, in_chairs=True)
    monkeypatch.setattr(clawtan_agent, "urlopen", room.urlopen)
    winner = clawtan_agent.play(*room.address())
    assert winner == room.look()["winner"]
    assert {status for status, _ in room.sent} == {200}
    assert len(room.sent) > 50


@pytest.mark.parametrize("seed", [1, 2])
def test_the_agente_agent_plays_a_whole_game_against_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    room = Room(tmp_path, "agente", seed, in_chairs=True)
    monkeypatch.setattr(agente_agent, "urlopen", room.urlopen)
    winner = agente_agent.play(*room.address())
    assert winner == room.look()["winner"]
    assert {status for status, _ in room.sent} == {200}
    assert len(room.sent) > 50


def posted(address: str, body: Any, headers: dict[str, str]) -> Any:
    with urlopen(Request(address, json.dumps(body).encode(), headers), timeout=20) as answered:
        return json.load(answered)


@pytest.mark.thorough
@pytest.mark.parametrize("dialect", ["clawtan", "agente"])
def test_programs_of_their_own_play_a_real_server_to_the_end(tmp_path: Path, dialect: str) -> None:
    server = Server(tmp_path)
    try:
        setup = {
            "players": [{"name": c.title(), "colour": c} for c in COLOURS[:2]],
            "rules": {"preset": PRESETS[dialect], "dice_source": "app", "target_vp": 8},
            "board": {"layout": "random_tokens", "seed": 5},
            "cards": "app",
        }
        game = posted(f"{server.address}/api/v1/games", {"format": "narrator/1", "setup": setup}, {})
        seats = f"{server.address}/api/v1/games/{game['id']}/seats"
        host = bearer(game["secret"])
        links = [posted(f"{seats}/{seat}/link", {"dialect": dialect}, host) for seat in range(2)]
        script = ROOT / "examples" / f"{dialect}_agent.py"
        commands = [[sys.executable, script, server.address + link["links"][dialect], link["secret"]] for link in links]
        programs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for command in commands]
        said = [program.communicate(timeout=240)[0].strip() for program in programs]
        assert [program.returncode for program in programs] == [0, 0]
        assert said[0] == said[1]
        assert said[0] in ("RED", "BLUE", "0", "1")
    finally:
        server.kill()
