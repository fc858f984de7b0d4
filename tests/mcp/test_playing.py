"""Assistants with seats' links: they play where the app deals, trade, propose to the host, and can do no more."""

import re
from random import Random
from typing import Any

import anyio
import pytest

from tests.support.mcp import Assistant, Game, dealt, sample, with_assistants

CYRILLIC = re.compile("[а-я]")


async def play_until_somebody_can_trade(players: tuple[Assistant, ...], luck: Random) -> tuple[int, dict[str, Any]]:
    """Everybody takes any action of their list, until one may offer what another has."""
    for _ in range(300):
        for seat, player in enumerate(players):
            view = await player.do("look_around")
            if not view["your_move"]:
                continue
            if view["actions"]["offer"]:
                trade = await a_trade(players, seat, view["hand"])
                if trade:
                    return seat, trade
            if view["actions"]["roll"]:
                await player.do("roll")
            else:
                await player.do("propose", events=[luck.choice(view["actions"]["events"])], seen=view["seq"])
            break
    raise AssertionError("nobody could trade")


async def a_trade(players: tuple[Assistant, ...], seat: int, hand: dict[str, int]) -> dict[str, Any] | None:
    """With the next seat, one card for another that the offerer has none of."""
    partner = (seat + 1) % len(players)
    theirs = (await players[partner].do("look_around"))["hand"]
    give, want = [kind for kind in hand if hand[kind]], [kind for kind in theirs if theirs[kind] and not hand.get(kind)]
    found = [(one, other) for one in give for other in want if one != other]
    return {"give": {found[0][0]: 1}, "want": {found[0][1]: 1}} if found else None


def test_assistants_play_and_trade_and_nothing_moves_before_the_confirmation(address: str) -> None:
    game = Game(address, dealt())

    async def play(*players: Assistant) -> None:
        seat, trade = await play_until_somebody_can_trade(players, Random(5))
        offerer, partner = players[seat], players[(seat + 1) % 3]
        before = (await offerer.do("look_around"))["hand"]
        offered = (await offerer.do("offer_trade", **trade))["offer"]
        assert (offered["give"], offered["want"]) == (trade["give"], trade["want"])
        code, _ = await offerer.refused("confirm_trade", partner=(seat + 1) % 3)
        assert code == "offer.gone"
        view = await partner.do("look_around")
        assert "accept" in (await partner.do("list_actions"))["answers"]
        answered = await partner.do("answer_trade", answer="accept", offer=view["offer"]["number"])
        assert (await offerer.do("look_around"))["hand"] == before
        number = answered["offer"]["answers"][0]["number"]
        assert (await offerer.do("list_actions"))["confirm"] == [(seat + 1) % 3]
        after = (await offerer.do("confirm_trade", partner=(seat + 1) % 3, answer=number))["hand"]
        (given,), (wanted,) = trade["give"], trade["want"]
        assert after.get(given, 0) == before[given] - 1
        assert after[wanted] == 1
        history = (await partner.do("read_history"))["entries"]
        assert "trade" in history[-1]["line"]
        assert history[-1]["line"].startswith(("Ana", "Boris", "Chai"))

    with_assistants(play, *(game.seat(seat) for seat in range(3)))


def test_an_offer_is_countered_and_taken_back(address: str) -> None:
    game = Game(address, dealt())

    async def haggle(*players: Assistant) -> None:
        seat, trade = await play_until_somebody_can_trade(players, Random(8))
        offerer, partner = players[seat], players[(seat + 1) % 3]
        await offerer.do("offer_trade", **trade)
        counter = {"give": trade["want"], "want": dict.fromkeys(trade["give"], 1)}
        said = (await partner.do("answer_trade", answer="counter", **counter))["offer"]["answers"][0]
        assert (said["answer"], said["give"]) == ("counter", trade["want"])
        assert (await offerer.do("cancel_trade"))["offer"] is None
        code, why = await partner.refused("answer_trade", answer="accept", language="ru")
        assert code == "offer.gone"
        assert CYRILLIC.search(why)

    with_assistants(haggle, *(game.seat(seat) for seat in range(3)))


def test_a_seat_sees_no_other_hand_and_can_neither_undo_nor_act_for_others(address: str) -> None:
    game = Game(address, dealt())

    async def try_it(ana: Assistant, boris: Assistant) -> None:
        (spot, *_) = (await ana.do("list_actions"))["events"]
        await ana.do("propose", events=[spot])
        assert (await ana.refused("undo"))[0] == "proposal.not_yours"
        assert (await boris.refused("enter", events=[{"type": "taken_back", "to": 0}]))[0] == "proposal.not_yours"
        code, why = await boris.refused("propose", events=[{"type": "turn_ended", "seat": 0}], language="ru")
        assert code == "proposal.another_seat"
        assert CYRILLIC.search(why)
        seen = await boris.do("see_game")
        assert (seen["seq"], seen["own"]["seat"]) == (1, 1)
        assert all(isinstance(seat["hand"], int) for seat in seen["seats"])

    with_assistants(try_it, game.seat(0), game.seat(1))


def test_with_cards_at_the_table_a_seat_proposes_and_the_host_decides(address: str) -> None:
    game = Game(address, sample(63))

    async def propose(chai: Assistant, host: Assistant) -> None:
        roll = {"type": "dice_rolled", "seat": 2, "total": 8}
        assert roll in (await chai.do("list_actions"))["events"]
        proposed = await chai.do("propose", events=[roll])
        assert len(proposed["waiting"]) == 1
        assert (await host.do("see_game"))["step"] == "roll"
        assert "Chai rolled 8?" in game.stage()
        code, _ = await chai.refused("enter", events=[roll])
        assert code == "forbidden"
        assert (await chai.refused("undo"))[0] == "forbidden"

    with_assistants(propose, game.seat(2), game.host)


def test_who_waits_is_answered_as_soon_as_something_happens(address: str) -> None:
    game = Game(address, sample(63))

    async def wait(chai: Assistant, host: Assistant) -> None:
        view = await chai.do("look_around")
        told: list[Any] = []

        async def listen() -> None:
            told.append(await chai.do("look_around", since=view["seq"], notes=view["notes"], wait=30))

        with anyio.fail_after(25):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(listen)
                await anyio.sleep(0.3)
                assert not told
                await host.do("enter", events=[{"type": "dice_rolled", "seat": 2, "total": 8}])
        assert told[0]["since"][0]["event"]["type"] == "dice_rolled"

    with_assistants(wait, game.seat(2), game.host)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_is_taken_back_is_lost(address: str, seat: int) -> None:
    game = Game(address, dealt())
    link = game.seat(seat)

    async def lose(player: Assistant) -> None:
        await player.do("look_around")
        game.take_back(seat)
        assert (await player.refused("look_around"))[0] == "forbidden"

    with_assistants(lose, link)
