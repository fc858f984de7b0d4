"""Where the app deals: what a seat is told that it may enter is exactly what entering it would not be refused."""

from pathlib import Path

import pytest

from narrator.core.record.seat_choices import known_hand, seat_choices
from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import AnyFact, CardsDiscarded, MonopolyPlayed
from narrator.core.table.phase import Discarding
from tests.support.app import games_in
from tests.support.dealt import dealt_setup, due, play_on
from tests.support.seat_choices import everything, text

pytestmark = [pytest.mark.thorough, pytest.mark.long]

EVERY = 21
"""Of so many moments one is looked at."""
AT_DISCARDS = 4
"""Where cards are discarded, more often: there are few of those."""


@pytest.mark.parametrize(
    ("players", "seed", "rules"),
    [
        (3, 1, {}),
        (4, 2, {"preset": "seed_001"}),
        (3, 3, {"preset": "seed_002"}),
        (2, 4, {"preset": "official_5e", "dev_per_turn": "unlimited"}),
        (5, 5, {"five_six_turns": "special_build"}),
    ],
)
def test_an_action_is_in_the_list_exactly_if_entering_it_is_not_refused(
    tmp_path: Path, players: int, seed: int, rules: dict[str, object]
) -> None:
    games = games_in(tmp_path)
    game = games.create(dealt_setup(players, seed, **rules)).id
    kinds: set[str] = set()
    for number in play_on(games, game, seed, 260):
        is_random = games.full_record(game).state.rules.discard_choice == "random"
        if number % (AT_DISCARDS if isinstance(games.full_record(game).state.phase, Discarding) else EVERY):
            continue
        acting = due(games.full_record(game).state)
        for seat in (acting, (acting + 1) % players):
            state = games.record_of(game, seat).state
            assert known_hand(state, seat) is not None
            found = seat_choices(state, seat)
            open_ = {kind.type for kind in found.open}
            told = [event for event in found.events if event.type not in open_]
            tries = [event for event in _tries(state, seat, is_random) if event.type not in open_]
            judged = [reasons for event in tries for reasons in games.judge(game, [event], by=seat)]
            regular = [event for event, reasons in zip(tries, judged, strict=True) if not reasons]
            assert text(told) == text(regular), (number, seat, state.phase)
            kinds |= {event.type for event in told}
    assert "turn_ended" in kinds
    assert len(kinds) > 3


def _tries(state: object, seat: int, is_random: bool) -> list[AnyFact]:
    found: list[AnyFact] = list(everything(state, seat))  # type: ignore[arg-type]
    found += [MonopolyPlayed(seat=seat, resource=resource, taken={}) for resource in RESOURCES]
    if is_random:
        found += [CardsDiscarded(seat=seat, count=count) for count in range(1, 12)]
    return found
