"""A program that plays Agente's dialect, with the standard library and HTTP alone.

    python examples/agente_agent.py http://127.0.0.1:8000/api/v1/games/ID/seats/me/agente SECRET

Address and secret are what the host gets for a seat: see docs/programs.md. It picks from the list of available actions
and says why, which the table may read after the end.
"""

import json
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

Json = dict[str, Any]
NEEDS = {"wood": 1, "brick": 1, "sheep": 1, "wheat": 2, "ore": 3}
"""It keeps so many of each before it gives any away."""


class Seat:
    """A seat at the table: looks, and does one thing at a time."""

    def __init__(self, address: str, secret: str) -> None:
        self.address = address
        self.headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}

    def look(self, seen: Json | None = None) -> Json:
        """Where the game stands; after something that was seen, the next news."""
        query = f"?since={seen['seq']}&notes={seen['notes']}&wait=25" if seen else ""
        return self._call(Request(self.address + query, headers=self.headers))

    def act(self, action: Json) -> Json:
        return self._call(Request(self.address, json.dumps(action).encode(), self.headers))

    def _call(self, request: Request) -> Json:
        while True:
            try:
                with urlopen(request, timeout=60) as answer:
                    found: Json = json.load(answer)
                    return found
            except HTTPError as error:
                if error.code != 429:  # else: too fast
                    raise RuntimeError(error.read().decode()) from error
                time.sleep(2)


def choose(view: Json) -> Json:
    """An action and why: cities before settlements, roads only while there is nowhere to settle."""
    actions: list[Json] = view["availableActions"]
    for name, think in (("build_city", best_corner), ("build_settlement", best_corner), ("build_road", best_road)):
        found = [action for action in actions if action["action"] == name]
        if found and (chosen := think(view, found)) is not None:
            return chosen
    trades = [action for action in actions if action["action"] == "trade_bank" and helps(view, action["data"])]
    if trades:
        return {**trades[0], "reasoning": f"Me sobra {next(iter(trades[0]['data']['give']))}."}
    plain = {action["action"]: action for action in actions if "data" not in action}
    return plain.get("roll") or plain["end_turn"]


def best_corner(view: Json, found: list[Json]) -> Json:
    best = max(found, key=lambda action: worth(view, action["data"]["vertexId"]))
    ways = worth(view, best["data"]["vertexId"])
    return {**best, "reasoning": f"Este vértice produce en {ways} de 36 tiradas."}


def best_road(view: Json, found: list[Json]) -> Json | None:
    """Towards the best free corner; none where its wood and brick are for a settlement that has a place already."""
    mine = [road for road in view["roads"] if road["player"] == view["player"]]
    if view["phase"] == "main" and len(mine) > 3 * built(view):
        return None
    best = max(found, key=lambda action: max(worth(view, at) for at in ends(action["data"]["edgeId"])))
    return {**best, "reasoning": "Quiero llegar a un vértice mejor."}


def built(view: Json) -> int:
    return sum(building["player"] == view["player"] for building in view["buildings"])


def helps(view: Json, trade: Json) -> bool:
    """Four of what it has enough of, for what it has none of."""
    hand, (given,) = view["resources"], trade["give"]
    return bool(hand[given] - 4 >= NEEDS[given] - 1 and not hand[trade["receive"]])


def ends(edge: str) -> list[str]:
    """`e_v_1_1_-2_v_2_-1_-1` lies between `v_1_1_-2` and `v_2_-1_-1`."""
    _, one, other = edge.split("v_")
    return [f"v_{one.rstrip('_')}", f"v_{other}"]


def worth(view: Json, corner: str) -> int:
    """In how many of 36 throws a corner pays; nothing where somebody stands."""
    if any(building["vertexId"] == corner and building["player"] != view["player"] for building in view["buildings"]):
        return 0
    around = [hexagon for hexagon in view["hexagons"] if corner in hexagon["vertices"] and hexagon["number"]]
    return sum(6 - abs(7 - hexagon["number"]) for hexagon in around)


def play(address: str, secret: str) -> int:
    """Play to the end; the number of the player who won."""
    seat = Seat(address, secret)
    view = seat.look()
    while view["winner"] is None:
        view = seat.act(choose(view)) if view["yourTurn"] else seat.look(view)
    return int(view["winner"])


if __name__ == "__main__":
    print(play(*sys.argv[1:3]))
