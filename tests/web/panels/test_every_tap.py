"""What a panel offers can be entered: every tap of every panel, at many moments of whole games."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest

from narrator.core.message import Refusal
from narrator.core.reading.public_view import public_view
from narrator.core.record.judging import apply, blocking_reasons, refusals
from narrator.core.record.record import Record
from narrator.core.table.events import AnyFact
from narrator.core.table.house_rules import PRESETS
from narrator.core.table.state import GameState
from narrator.script.narrate import narrate
from narrator.web.components.explanations import prompt_view
from narrator.web.panels.choose_panel import stage_panel
from narrator.web.panels.dice import dice_pad
from narrator.web.panels.panel import Button, Spot
from tests.support.games import new_game
from tests.support.player import TrueTable
from tests.support.web import Offer, buttons, record_in, sample_games, table_at

LAGGING = {"hand.too_few", "monopoly.too_many"}
"""Counts may lag behind the table: what only they speak against is offered, and the host can let it stand."""
ELSEWHERE = {
    "cards_gained",
    "road_reported",
    "neutral_road_reported",
    "seat_joined",
    "rules_agreed",
    "rule_changed",
} | {
    "ruling_made",
    "clock_paused",
    "clock_resumed",
}
"""What no panel of a table with a board offers."""
DEEP = 10
"""How many panels at each."""


def moments(record: Record, luck: Random) -> Iterator[Record]:
    """Some moments of a game: before every kind of event, in every step, and the last."""
    by_what: dict[str, list[int]] = defaultdict(list)
    played = Record(record.snapshot_at(0).state)
    parts = [played.copy()]
    for event in record.log:
        played.add_unchecked(event)
        _ = played.head  # folded once for all the parts
        parts.append(played.copy())
    for number, part in enumerate(parts):
        by_what[f"step {part.state.phase.step}"].append(number)
        if number < len(record.log):
            by_what[record.log[number].type].append(number)
    chosen = {len(record.log)} | {luck.choice(numbers) for numbers in by_what.values()}
    yield from (parts[number] for number in sorted(chosen))


def is_regular(link: str) -> bool:
    """Not for what is against the rules, not for what happened earlier, and no page of another kind."""
    return link.startswith("?") and "any=" not in link and "late=" not in link


def taps(record: Record, luck: Random) -> Iterator[tuple[str, Button | Spot]]:
    """Everything that can be tapped now, in the panels that are open and in those behind them."""
    script = narrate(public_view(record.head))
    waiting, known = [""], {""}
    for _ in range(DEEP):
        if not waiting:
            return
        query = waiting.pop(luck.randrange(len(waiting)))
        table = table_at(record, query)
        panel, pad = stage_panel(table, script.now), dice_pad(table)
        found = [
            *buttons(panel),
            *panel.spots,
            *(pad.row.buttons if pad and record.state.phase.part_of_game == "turn" else ()),
            *([pad.end_button] if pad and pad.end_button and record.state.phase.part_of_game == "turn" else ()),
        ]
        found = [tap for tap in found if not getattr(tap, "is_disabled", False)]
        found += [choice for prompt in script.prompts for choice in prompt_view(prompt, table).choices]
        yield from ((query, tap) for tap in found)
        leads = [tap.href for tap in found if tap.href and is_regular(tap.href) and tap.href not in known]
        seats = [f"?do={do}&seat={seat}" for do in ("seat", "correct") for seat in range(len(record.state.seats))]
        more = [*leads, *(seats if not query and record.state.phase.part_of_game != "setup" else ())]
        waiting += more
        known.update(more)


def against(state: GameState, offer: Offer) -> list[Refusal]:
    """What speaks against events that are entered one after the other."""
    found: list[Refusal] = []
    for event in offer:
        fact: AnyFact = event  # type: ignore[assignment]
        found += blocking_reasons(fact, refusals(state, fact))
        state = apply(state, fact)
    return [reason for reason in found if reason.code not in LAGGING]


def check(record: Record, luck: Random) -> set[str]:
    """Judge all that is offered; which kinds of events were."""
    kinds: set[str] = set()
    for moment in moments(record, luck):
        for query, tap in taps(moment, luck):
            reasons = against(moment.state, tap.events)
            assert not reasons, (moment.state.last_entry, moment.state.phase, query, tap.label, reasons)
            kinds |= {event.type for event in tap.events}
    return kinds


def test_every_tap_in_the_sample_games_can_be_entered_and_every_kind_of_event_is_offered() -> None:
    kinds: set[str] = set()
    for path in sample_games():
        kinds |= check(record_in(path), Random(path.stem))
    every = {kind.__struct_config__.tag for kind in get_args(AnyFact)}
    assert every - kinds == ELSEWHERE


def played(state: GameState, events: int, seed: int = 7) -> Record:
    record = Record(state)
    for event in TrueTable(state, seed).events(events):
        record.add_unchecked(event)
    return record


@pytest.mark.parametrize("preset", PRESETS)
def test_every_tap_without_a_board_can_be_entered_whatever_the_rules(preset: str) -> None:
    kinds = check(played(new_game(3, tracking="counts", preset=preset), 110), Random(preset))
    assert kinds >= {"turn_ended", "dice_rolled", "road_built", "settlement_built", "corrected"}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_tap_of_five_players_can_be_entered_whatever_the_rules(preset: str) -> None:
    state = new_game(5, layout="random_tokens", preset=preset)
    kinds = check(played(state, 90), Random(preset))
    assert kinds >= {"turn_ended", "dice_rolled", "road_built", "settlement_built", "corrected"}
