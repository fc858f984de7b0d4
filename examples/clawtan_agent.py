"""A program that plays Clawtan's dialect, with the standard library and HTTP alone.

    python examples/clawtan_agent.py http://127.0.0.1:8000/api/v1/games/ID/seats/me/clawtan SECRET

Address and secret are what the host gets for a seat: see docs/programs.md. It picks from the list of available actions
and makes up nothing but offers.
"""

import json
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

Json = dict[str, Any]
WISHES = (
    *("RELEASE_CATCH", "MOVE_THE_KRAKEN", "CONFIRM_TRADE", "CANCEL_TRADE", "ROLL_THE_SHELLS", "BUILD_REEF"),
    *("BUILD_TIDE_POOL", "PLAY_CURRENT_BUILDING", "PLAY_BOUNTIFUL_HARVEST", "PLAY_TIDAL_MONOPOLY"),
    *("SUMMON_LOBSTER_GUARD", "BUY_TREASURE_MAP", "BUILD_CURRENT", "OCEAN_TRADE", "OFFER_TRADE", "END_TIDE"),
)
"""What it likes to do, the best first."""
NEEDS = {"DRIFTWOOD": 1, "CORAL": 1, "SHRIMP": 1, "KELP": 2, "PEARL": 3}
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


class Player:
    """Decides from what it sees. It offers once a turn, so it remembers whether it has."""

    def __init__(self) -> None:
        self.has_offered = False

    def choose(self, view: Json) -> Json:
        actions: list[Json] = view["available_actions"]
        if view["prompt"] == "DECIDE_TRADE":
            yes, no = actions[0], actions[-1]
            return yes if yes != no and self._gains(view, yes["value"]) else no
        for wish in WISHES:
            found = [action for action in actions if action["action"] == wish]
            best = self._best(view, wish, found) if found else None
            if best is not None:
                self.has_offered = wish == "OFFER_TRADE" or (self.has_offered and wish != "END_TIDE")
                return best
        return actions[0]

    def _best(self, view: Json, wish: str, found: list[Json]) -> Json | None:
        """The best action of one name, or none of them."""
        hand: dict[str, int] = view["resources"]
        if wish in ("BUILD_TIDE_POOL", "BUILD_REEF"):
            return max(found, key=lambda action: worth(view, action["value"]))
        if wish == "BUILD_CURRENT":
            return max(found, key=lambda action: max(worth(view, node) for node in action["value"]))
        if wish == "MOVE_THE_KRAKEN":
            return max(found, key=lambda action: self._harm(view, action["value"]))
        if wish == "PLAY_BOUNTIFUL_HARVEST":
            return max(found, key=lambda action: sum(hand[name] < NEEDS[name] for name in action["value"]))
        if wish == "OCEAN_TRADE":
            good = [a for a in found if hand[a["value"][0]] > NEEDS[a["value"][0]] + 1 and not hand[a["value"][-1]]]
            return good[0] if good else None
        return self._offer(view, found[0]) if wish == "OFFER_TRADE" else found[0]

    def _harm(self, view: Json, value: list[Any]) -> int:
        """A tile where others stand and it does not, and somebody to take a card from."""
        tile = next(tile for tile in view["tiles"] if tile["coordinate"] == value[0])
        owners = [b["color"] for b in view["buildings"] if b["node"] in tile["nodes"]]
        return ways(tile["number"]) * (len(owners) - 3 * owners.count(view["color"])) + 2 * (value[1] is not None)

    def _offer(self, view: Json, action: Json) -> Json | None:
        """What it has most of for what it has none of, once a turn."""
        hand: dict[str, int] = view["resources"]
        spare = max(hand, key=lambda name: hand[name] - NEEDS[name])
        lacking = [name for name in hand if not hand[name]]
        if self.has_offered or hand[spare] <= NEEDS[spare] or not lacking:
            return None
        names = list(hand)
        value = [int(name == spare) for name in names] + [int(name == lacking[0]) for name in names]
        return {**action, "value": value}

    def _gains(self, view: Json, value: list[int]) -> bool:
        """It gets the first five and pays the last five."""
        hand: dict[str, int] = view["resources"]
        pays = dict(zip(hand, value[5:], strict=True))
        return all(hand[name] - count >= NEEDS[name] for name, count in pays.items() if count)


def worth(view: Json, node: int) -> int:
    """How often a corner pays."""
    return sum(ways(tile["number"]) for tile in view["tiles"] if node in tile["nodes"])


def ways(number: int | None) -> int:
    return 0 if number is None else 6 - abs(7 - number)


def play(address: str, secret: str) -> str:
    """Play to the end; the color that won."""
    seat, player = Seat(address, secret), Player()
    view = seat.look()
    while view["winner"] is None:
        view = seat.act(player.choose(view)) if view["your_turn"] else seat.look(view)
    return str(view["winner"])


if __name__ == "__main__":
    print(play(*sys.argv[1:3]))
