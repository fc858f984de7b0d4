"""An assistant with a host's link: a whole turn, a mistake, an undo, a look-up, and what is not a host's to do."""

import json
import re
from typing import Any

import pytest
from mcp.types import TextResourceContents

from narrator.mcp.api_client import GameLink
from narrator.mcp.server import PROMPTS, RESOURCES
from narrator.text.languages import LANGUAGE_NAMES, LANGUAGES
from tests.support.mcp import Assistant, Game, sample, with_assistants, words

BEFORE_A_ROLL = 63
"""So many entries of the sample evening, and Chai has to roll."""
THAI, CYRILLIC = re.compile("[\u0e00-\u0e7f]"), re.compile("[а-я]")


@pytest.fixture
def game(address: str) -> Game:
    return Game(address, sample(BEFORE_A_ROLL))


def test_an_assistant_helps_through_a_whole_turn_and_the_stage_shows_it(game: Game) -> None:
    async def help_out(host: Assistant) -> None:
        before = await host.do("see_game")
        assert (before["step"], before["seat"]) == ("roll", 2)
        line = words(await host.client.call_tool("say_line", {"language": "ru"}))
        assert line == "Chai, ваш ход."
        road = {"type": "road_built", "seat": 2, "at": "e_v_1_1_-2_v_2_-1_-1"}
        code, why = await host.refused("enter", events=[road], seen=before["seq"], language="ru")
        assert code == "step.not_now"
        assert CYRILLIC.search(why)
        assert (await host.do("see_game")) == before
        offered = (await host.do("list_actions"))["events"]
        assert {"type": "dice_rolled", "seat": 2, "total": 8} in offered
        rolled = await host.do("enter", events=[{"type": "dice_rolled", "seat": 2, "total": 8}], seen=before["seq"])
        assert rolled["state"]["step"] == "actions"
        payout = words(await host.client.call_tool("say_line", {"language": "en"}))
        assert payout.startswith("It's an eight.")
        assert "Undo Chai rolled 8" in game.stage()
        ended = await host.do("enter", events=[{"type": "turn_ended", "seat": 2}], seen=rolled["seq"])
        assert ended["state"]["seat"] == 3

    with_assistants(help_out, game.host)


def test_what_was_entered_wrongly_is_undone_once_and_again_and_brought_back(game: Game) -> None:
    async def undo(host: Assistant) -> None:
        before = await host.do("see_game")
        await host.do("enter", events=[{"type": "dice_rolled", "seat": 2, "total": 9}])
        await host.do("enter", events=[{"type": "turn_ended", "seat": 2}])
        await host.do("undo")
        assert "“Chai ended the turn” is undone." in game.stage()
        await host.do("undo")
        after = await host.do("see_game")
        assert {**after, "seq": 0} == {**before, "seq": 0}
        assert (await host.do("redo"))["state"]["step"] == "actions"
        assert "Redo Chai ended the turn" in game.stage()
        await host.do("undo", to=0)
        assert (await host.do("see_game"))["phase"] == "setup"
        assert (await host.do("undo"))["entries"] == []

    with_assistants(undo, game.host)


def test_judging_enters_nothing_and_what_is_not_the_latest_is_refused(game: Game) -> None:
    async def try_out(host: Assistant) -> None:
        seq = (await host.do("see_game"))["seq"]
        roll = [{"type": "dice_rolled", "seat": 2, "total": 8}]
        assert (await host.do("enter", events=roll, only_judge=True))["judged"][0]["accepted"]
        assert (await host.do("see_game"))["seq"] == seq
        code, _ = await host.refused("enter", events=roll, seen=seq - 1)
        assert code == "stale"

    with_assistants(try_out, game.host)


def test_questions_are_answered_and_numbers_explained_in_the_language_asked_for(game: Game) -> None:
    async def ask(host: Assistant) -> None:
        topics = (await host.do("look_up", question="¿Puedo poner el ladrón en el desierto?", language="es"))["topics"]
        assert {"what_if.robber_desert", "prompt.robber_to_desert"} & {topic["id"] for topic in topics}
        assert (await host.do("look_up", language="th"))["topics"]
        assert "hand.2" in (await host.do("explain_number"))["numbers"]
        found = await host.do("explain_number", name="hand.2", language="th")
        assert THAI.search(found["entries"][0]["line"])
        assert found["start"] + sum(entry["amount"] for entry in found["entries"]) == found["value"]
        code, why = await host.refused("explain_number", name="luck.2", language="ru")
        assert code == "no_such_number"
        assert CYRILLIC.search(why)
        assert (await host.do("read_history"))["entries"][-1]["line"] == "Boris ended the turn"

    with_assistants(ask, game.host)


@pytest.mark.parametrize("name", RESOURCES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_script_cards_and_rules_can_be_read_in_every_language(game: Game, name: str, language: str) -> None:
    async def read_it(host: Assistant) -> None:
        texts = []
        for uri in (f"narrator://{name}", f"narrator://{name}/{language}"):
            content = (await host.client.read_resource(uri)).contents[0]
            assert isinstance(content, TextResourceContents)
            texts.append(json.loads(content.text))
        assert texts[0] == texts[1]
        assert texts[0][{"script": "now"}.get(name, name)]

    with_assistants(read_it, game.host, language=language)


def test_prompts_have_titles_for_people_and_name_tools_that_are_there(game: Game) -> None:
    async def choose(host: Assistant) -> None:
        listed = (await host.client.list_prompts()).prompts
        titles = {"help_me_host": "Помочь вести игру", "play_this_seat": "Играть за этого игрока"}
        assert {prompt.name: prompt.title for prompt in listed} == titles
        tools = {tool.name for tool in (await host.client.list_tools()).tools}
        for name, (_, prompt) in PROMPTS.items():
            (message,) = (await host.client.get_prompt(name)).messages
            text = message.content.model_dump()["text"]
            assert text == prompt.replace("{language}", LANGUAGE_NAMES["ru"]).replace("{code}", "ru")
            named = set(re.findall(r"`(\w+_\w+)`", text)) - {"your_move", "turn_ended"}
            assert named
            assert named <= tools
        spoken = (await host.client.get_prompt("help_me_host", {"language": "es"})).messages[0]
        assert "Español" in spoken.content.model_dump()["text"]

    with_assistants(choose, game.host, language="ru")


SEATS_TOOLS = ["look_around", "propose", "roll", "offer_trade", "answer_trade", "confirm_trade", "cancel_trade"]
EVENTS = [{"type": "turn_ended", "seat": 2}]
ARGUMENTS: dict[str, dict[str, Any]] = {
    "propose": {"events": EVENTS},
    "offer_trade": {"give": {"wool": 1}, "want": {"ore": 1}},
    "answer_trade": {"answer": "decline"},
    "confirm_trade": {"partner": 1},
}


@pytest.mark.parametrize("tool", SEATS_TOOLS)
def test_a_hosts_link_is_no_seats(game: Game, tool: str) -> None:
    async def try_it(host: Assistant) -> None:
        code, why = await host.refused(tool, language="ru", **ARGUMENTS.get(tool, {}))
        assert code == "forbidden"
        assert CYRILLIC.search(why)

    with_assistants(try_it, game.host)


@pytest.mark.parametrize("tool", ["enter", "undo", "redo", "read_history", "explain_number", *SEATS_TOOLS])
def test_a_wrong_key_does_nothing(game: Game, tool: str) -> None:
    async def try_it(stranger: Assistant) -> None:
        seq = (await stranger.do("see_game"))["seq"]
        code, _ = await stranger.refused(tool, **{"enter": {"events": EVENTS}, **ARGUMENTS}.get(tool, {}))
        assert code == "forbidden"
        assert (await stranger.do("see_game"))["seq"] == seq

    with_assistants(try_it, game.host._replace(key="WRONG"))


def test_where_nobody_answers_that_is_said_in_words() -> None:
    async def ask(lost: Assistant) -> None:
        code, why = await lost.refused("say_line", language="es")
        assert code == "unreachable"
        assert why == "Narrator no responde en http://127.0.0.1:1. Comprueba que esté en marcha y vuelve a intentarlo."
        with pytest.raises(Exception, match="isn't answering"):
            await lost.client.read_resource("narrator://script")

    with_assistants(ask, GameLink("http://127.0.0.1:1", "game", "KEY"))


def test_nonsense_is_refused_before_anybody_is_asked(game: Game) -> None:
    async def try_it(host: Assistant) -> None:
        for arguments in ({"name": "../file"}, {"name": "points.2?x"}):
            result = await host.client.call_tool("explain_number", arguments)
            assert result.is_error
        assert (await host.client.call_tool("enter", {"events": []})).is_error

    with_assistants(try_it, game.host)
