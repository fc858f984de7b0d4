"""Clawtan's words: every action of its rulebook, its prompts, its exact arrays, its trades."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.app.programs import whose_move
from narrator.core.table.events import CardsDiscarded, CardStolen, PointsRevealed, TurnEnded
from narrator.core.table.phase import Over
from tests.support.clawtan import ACTIONS
from tests.support.dialect_room import Json, Room

BUILDING = ("BUILD_TIDE_POOL", "BUILD_REEF", "BUILD_CURRENT")
RESOURCES = ("DRIFTWOOD", "CORAL", "SHRIMP", "KELP", "PEARL")


class Players:
    """Programs in all seats that take any action of their lists, new ones and bought cards first."""

    def __init__(self, room: Room, seed: int = 0, avoid: tuple[str, ...] = ()) -> None:
        self.room, self.luck, self.avoid = room, Random(seed), avoid
        self.played: set[str] = set()
        self.offers = 0

    def mover(self) -> Json:
        seat = whose_move(self.room.state)[0]
        offer = self.room.house.programs.situation(self.room.id, seat)
        return self.room.look(seat if offer.waits_for is None else offer.waits_for)

    def step(self) -> Json:
        """Somebody who has to does one thing."""
        view = self.mover()
        action = self.choose(view)
        self.played.add(action["action"])
        self.offers = 0 if action["action"] == "END_TIDE" else self.offers + (action["action"] == "OFFER_TRADE")
        return self.room.done(action, self.seat_of(view))

    def choose(self, view: Json) -> Json:
        listed: list[Json] = [a for a in view["available_actions"] if a["action"] not in self.avoid]
        listed = listed or view["available_actions"]
        offers = [a for a in listed if a["action"] == "OFFER_TRADE"]
        others = [a for a in listed if a["action"] != "OFFER_TRADE"]
        if offers and self.offers < 2 and (value := self.offer(view)):
            return {"action": "OFFER_TRADE", "value": value}
        new = [a for a in others if a["action"] not in self.played and a["action"] != "END_TIDE"]
        liked = [a for a in others if a["action"] in ("BUY_TREASURE_MAP", "BUILD_REEF", "SUMMON_LOBSTER_GUARD")]
        busy = [a for a in others if a["action"] != "END_TIDE" and self.luck.random() < 0.8]
        return self.luck.choice(new or liked or busy or others)

    def offer(self, view: Json) -> list[int] | None:
        hand = view["resources"]
        held, lacking = [n for n in RESOURCES if hand[n]], [n for n in RESOURCES if not hand[n]]
        if not held or not lacking:
            return None
        give, want = self.luck.choice(held), self.luck.choice(lacking)
        return [int(name == give) for name in RESOURCES] + [int(name == want) for name in RESOURCES]

    def seat_of(self, view: Json) -> int:
        return [player["color"] for player in view["players"]].index(view["color"])

    def until(self, prompt: str, action: str = "", most: int = 1500) -> Json:
        """Up to the first who is asked this, or whose list has this action."""
        for _ in range(most):
            view = self.mover()
            if view["prompt"] == prompt and (not action or action in names(view)):
                return view
            self.step()
        raise AssertionError(prompt)


def names(view: Json) -> set[str]:
    return {action["action"] for action in view["available_actions"]}


def values(view: Json, name: str) -> list[Any]:
    return [action["value"] for action in view["available_actions"] if action["action"] == name]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path, "clawtan", programs=3, bots=0)


def codes(answered: Any) -> list[str]:
    assert answered.status_code == 422, answered.text
    return [reason["code"] for reason in answered.get_json()["refused"]]


# All of it.


@pytest.mark.thorough
def test_every_action_of_the_rulebook_is_played_and_none_of_the_lists_is_refused(tmp_path: Path) -> None:
    played: set[str] = set()
    for seed in (4, 2, 1, 3):
        (tmp_path / str(seed)).mkdir()
        players = Players(Room(tmp_path / str(seed), "clawtan", seed, programs=3, bots=0), seed)
        players.played = set(played)
        while not isinstance(players.room.state.phase, Over) and players.played != ACTIONS:
            players.step()
        played = players.played
        assert {status for status, _ in players.room.sent} == {200}
        if played == ACTIONS:
            return
    assert played == ACTIONS


@pytest.mark.thorough
def test_nobody_has_an_action_that_the_rulebook_does_not_name(room: Room) -> None:
    players = Players(room, 3)
    for _ in range(250):
        view = players.step()
        assert names(view) <= ACTIONS
        if isinstance(room.state.phase, Over):
            break


# What it sees.


def test_the_board_is_in_clawtans_words_and_coordinates(room: Room) -> None:
    view = room.look()
    made = {tile["tile"]: tile["resource"] for tile in view["tiles"]}
    assert made == {
        "MANGROVE": "DRIFTWOOD",
        "REEF_FLAT": "CORAL",
        "SHALLOWS": "SHRIMP",
        "KELP_FOREST": "KELP",
        "OYSTER_BED": "PEARL",
        "DEEP_SEA": None,
    }
    assert all(sum(tile["coordinate"]) == 0 and len(tile["nodes"]) == 6 for tile in view["tiles"])
    (sea,) = [tile for tile in view["tiles"] if tile["tile"] == "DEEP_SEA"]
    assert view["kraken"] == sea["coordinate"]
    assert sorted({node for tile in view["tiles"] for node in tile["nodes"]}) == list(range(54))
    assert len(view["edges"]) == 72
    assert sorted((port["rate"], port["resource"] or "") for port in view["ports"]) == [
        *((2, name) for name in sorted(RESOURCES)),
        *[(3, "")] * 4,
    ]
    assert [player["color"] for player in view["players"]] == ["RED", "BLUE", "ORANGE"]


def test_a_first_pool_is_followed_by_its_current_and_then_it_is_the_next_ones_turn(room: Room) -> None:
    first = room.look()
    assert (first["prompt"], names(first), first["current_color"]) == (
        "BUILD_FIRST_TIDE_POOL",
        {"BUILD_TIDE_POOL"},
        "RED",
    )
    waiting = room.look(1)
    assert (waiting["your_turn"], waiting["prompt"], waiting["available_actions"]) == (False, None, [])
    node = values(first, "BUILD_TIDE_POOL")[0]
    second = room.done({"action": "BUILD_TIDE_POOL", "value": node})
    assert second["prompt"] == "BUILD_FIRST_CURRENT"
    assert all(node in edge for edge in values(second, "BUILD_CURRENT"))
    far, near = values(second, "BUILD_CURRENT")[0][::-1]
    third = room.done({"action": "BUILD_CURRENT", "value": [far, near]})
    assert third["currents"] == [{"edge": sorted([far, near]), "color": "RED"}]
    assert third["buildings"] == [{"node": node, "building": "TIDE_POOL", "color": "RED"}]
    assert (third["your_turn"], room.look(1)["prompt"]) == (False, "BUILD_FIRST_TIDE_POOL")


def test_a_hand_is_told_to_its_owner_alone(room: Room) -> None:
    players = Players(room)
    players.until("PLAY_TIDE", "END_TIDE")
    for seat in range(3):
        view = room.look(seat)
        counted = {player["color"]: player["resource_cards"] for player in view["players"]}
        assert sum(view["resources"].values()) == counted[view["color"]]
        assert counted == {
            c.upper(): s.hand_size for c, s in zip(("red", "blue", "orange"), room.state.seats, strict=True)
        }


# A seven.


def test_a_catch_is_released_by_the_server_and_then_the_kraken_moves(room: Room) -> None:
    players = Players(room, avoid=(*BUILDING, "BUY_TREASURE_MAP", "OCEAN_TRADE", "OFFER_TRADE"))
    view = players.until("RELEASE_CATCH")
    assert view["available_actions"] == [{"action": "RELEASE_CATCH", "value": None}]
    held = sum(view["resources"].values())
    after = room.done({"action": "RELEASE_CATCH"}, players.seat_of(view))
    assert sum(after["resources"].values()) == held - held // 2
    assert isinstance(room.record.log[-1], CardsDiscarded)
    kraken = players.until("MOVE_THE_KRAKEN")
    tried = values(kraken, "MOVE_THE_KRAKEN")
    assert kraken["kraken"] not in [at for at, _, _ in tried]
    assert {len(value) for value in tried} == {3}
    victims = {tuple(at): {color for there, color, _ in tried if there == at} for at, _, _ in tried}
    robbed = next(list(at) for at, colors in victims.items() if len(colors) > 1)
    assert None in victims[tuple(robbed)]  # the theft is optional
    color = next(color for color in victims[tuple(robbed)] if color)
    moved = room.done({"action": "MOVE_THE_KRAKEN", "value": [robbed, color, None]}, players.seat_of(kraken))
    assert moved["kraken"] == robbed
    stolen = room.record.log[-1]
    assert isinstance(stolen, CardStolen)
    assert stolen.victim == ["RED", "BLUE", "ORANGE"].index(color)


# Trades.


def test_an_ocean_trade_has_five_slots_and_the_last_is_what_comes(room: Room) -> None:
    players = Players(room, avoid=("BUY_TREASURE_MAP", "OFFER_TRADE", "BUILD_REEF"))
    view = players.until("PLAY_TIDE", "OCEAN_TRADE")
    for value in values(view, "OCEAN_TRADE"):
        *paid, got = value
        given = [name for name in paid if name]
        assert len(value) == 5
        assert paid == given + [None] * (4 - len(given))
        assert len(set(given)) == 1
        assert got not in given
        assert view["resources"][given[0]] >= len(given)
    paid = values(view, "OCEAN_TRADE")[0]
    after = room.done({"action": "OCEAN_TRADE", "value": paid}, players.seat_of(view))
    assert after["resources"][paid[-1]] == view["resources"][paid[-1]] + 1


def offered(room: Room) -> tuple[int, list[int]]:
    """An offer of one card that some other can pay, and some can't, still to be made."""
    players = Players(room, 5, avoid=("OFFER_TRADE", "BUY_TREASURE_MAP", "OCEAN_TRADE", *BUILDING))
    while True:
        view = players.until("PLAY_TIDE", "OFFER_TRADE")
        seat = players.seat_of(view)
        hands = [room.look((seat + step) % 3)["resources"] for step in (1, 2)]
        for want in RESOURCES:
            give = next((name for name in RESOURCES if view["resources"][name] and name != want), None)
            if give and hands[0][want] and not hands[1][want]:
                return seat, [int(name == give) for name in RESOURCES] + [int(name == want) for name in RESOURCES]
        players.step()


def test_an_offer_goes_round_in_turn_order_and_is_confirmed_with_one_who_accepted(room: Room) -> None:
    seat, value = offered(room)
    before = [room.look(number)["resources"] for number in range(3)]
    told = room.done({"action": "OFFER_TRADE", "value": value}, seat)
    assert (told["your_turn"], told["prompt"], names(told)) == (False, "DECIDE_ACCEPTEES", {"CANCEL_TRADE"})
    first, second = room.look((seat + 1) % 3), room.look((seat + 2) % 3)
    assert (first["your_turn"], first["prompt"]) == (True, "DECIDE_TRADE")
    assert first["available_actions"] == [
        {"action": "ACCEPT_TRADE", "value": value},
        {"action": "REJECT_TRADE", "value": value},
    ]
    assert (second["your_turn"], second["available_actions"]) == (False, [])
    room.done({"action": "ACCEPT_TRADE", "value": value}, (seat + 1) % 3)
    second = room.look((seat + 2) % 3)
    assert second["available_actions"] == [{"action": "REJECT_TRADE", "value": value}]  # it has no such card
    room.done({"action": "REJECT_TRADE", "value": value}, (seat + 2) % 3)
    asked = room.look(seat)
    terms = [*value, first["color"]]
    assert (asked["your_turn"], asked["prompt"]) == (True, "DECIDE_ACCEPTEES")
    assert asked["available_actions"] == [
        {"action": "CONFIRM_TRADE", "value": terms},
        {"action": "CANCEL_TRADE", "value": None},
    ]
    assert asked["trade"]["rejected"] == [second["color"]]
    assert [room.look(number)["resources"] for number in range(3)] == before
    after = room.done({"action": "CONFIRM_TRADE", "value": terms}, seat)
    moved = [after["resources"][name] - before[seat][name] for name in RESOURCES]
    assert moved == [want - give for give, want in zip(value[:5], value[5:], strict=True)]
    assert (after["prompt"], after["trade"]) == ("PLAY_TIDE", None)


def test_an_offer_that_all_reject_is_over_and_one_can_be_taken_back(room: Room) -> None:
    seat, value = offered(room)
    room.done({"action": "OFFER_TRADE", "value": value}, seat)
    for step in (1, 2):
        room.done({"action": "REJECT_TRADE", "value": value}, (seat + step) % 3)
    back = room.look(seat)
    assert (back["your_turn"], back["prompt"], back["trade"]) == (True, "PLAY_TIDE", None)
    room.done({"action": "OFFER_TRADE", "value": value}, seat)
    cancelled = room.done({"action": "CANCEL_TRADE"}, seat)
    assert (cancelled["prompt"], cancelled["trade"]) == ("PLAY_TIDE", None)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda value: value[:9], "dialect.ten_counts"),
        (lambda value: [*value[:9], -1], "dialect.ten_counts"),
        (lambda value: None, "dialect.ten_counts"),
        (lambda value: value[:5] + value[:5], "trade.same_kind"),
        (lambda value: value[:5] + [0] * 5, "trade.gift"),
        (lambda value: [count * 20 for count in value[:5]] + value[5:], "hand.lacks"),
    ],
)
def test_an_offer_that_makes_no_sense_is_refused(room: Room, change: Any, code: str) -> None:
    seat, value = offered(room)
    assert code in codes(room.act({"action": "OFFER_TRADE", "value": change(value)}, seat))


# What is not on the list.


@pytest.mark.parametrize(
    "action",
    [
        {"action": "ROLL_THE_SHELLS"},
        {"action": "END_TIDE"},
        {"action": "BUILD_TIDE_POOL", "value": 99},
        {"action": "BUILD_TIDE_POOL", "value": "v_1_1_-2"},
        {"action": "BUILD_TIDE_POOL"},
        {"action": "OFFER_TRADE", "value": [1, 0, 0, 0, 0, 0, 1, 0, 0, 0]},
        {"action": "NO_SUCH"},
    ],
)
def test_what_is_not_listed_is_refused_and_nothing_is_entered(room: Room, action: Json) -> None:
    assert codes(room.act(action)) == ["dialect.not_listed"]
    assert codes(room.act(action, 1)) == ["dialect.not_listed"]
    assert len(room.record.log) == 0


def test_an_old_view_does_nothing(room: Room) -> None:
    action = room.look()["available_actions"][0]
    assert room.act({**action, "seen": 5}).status_code == 409
    assert room.act({**action, "seen": 0}).status_code == 200


def test_a_table_that_changes_a_rule_loses_the_words_for_it(room: Room) -> None:
    change = {"type": "rule_changed", "key": "discard_choice", "value": "owner"}
    path = f"/api/v1/games/{room.id}/events"
    assert room.client.post(path, headers=room.host, json={"events": [change]}).status_code == 201
    assert codes(room.act({"action": "BUILD_TIDE_POOL", "value": 1})) == ["dialect.rule"]
    address, secret = room.address()
    assert codes(room.client.get(address, headers={"Authorization": f"Bearer {secret}"})) == ["dialect.rule"]


# The end.


@pytest.mark.thorough
def test_treasure_chests_win_by_themselves(tmp_path: Path) -> None:
    for seed in range(1, 12):
        (tmp_path / str(seed)).mkdir()
        room = Room(tmp_path / str(seed), "clawtan", seed, programs=2, bots=0, target_vp=8)
        players = Players(room, seed, avoid=("OFFER_TRADE",))
        while not isinstance(room.state.phase, Over) and len(room.record.log) < 900:
            players.step()
        log = [event for event in room.record.log if not isinstance(event, TurnEnded)]
        shown = [event.seat for event in log if isinstance(event, PointsRevealed)]
        winner = room.look()["winner"]
        if shown and winner == ("RED", "BLUE")[shown[0]]:
            assert room.look(0)["available_actions"] == room.look(1)["available_actions"] == []
            assert room.look(shown[0])["players"][shown[0]]["victory_points"] >= 8
            return
    raise AssertionError("no chest has won")
