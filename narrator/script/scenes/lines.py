"""The lines of a scene: the short hero of a step, the remaining lines below the news, and what the voice says."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Msg, msg
from narrator.core.record.record import Record
from narrator.core.table.cards import PRICES, Purchase
from narrator.core.table.events import Amended, TakenBack
from narrator.script.model import Lesson, Script, Step
from narrator.script.scenes.model import SpokenEntry
from narrator.script.scenes.taps import MAX_TAPS, Tap
from narrator.script.scenes.undone import PastChange, change_lines
from narrator.script.scenes.voice import directed, said_news

# Set-up lines that say more in full: how many pieces, or by which rule.
SETUP_LINES = (
    *("hexes", "numbers", "harbours", "resources", "development", "pieces", "tokens"),
    *("robber_start_", "first_player_highest_roll"),
)
# Prefixes of lines that are also said in full below their short hero, by level of detail.
FULL_LINES: dict[str, tuple[str, ...]] = {
    "first_game": ("",),
    "normal": tuple(f"step.{line}" for line in SETUP_LINES),
    "terse": (),
}
SPECIAL_HEROES = {
    "step.actions": "scene.actions",
    "step.actions_no_cards": "scene.actions",
}  # the terse line says too little
PURCHASES: dict[str, Purchase] = {
    "event.road_built": "road",
    "event.settlement_built": "settlement",
    "event.city_built": "city",
    "event.development_bought": "development",
}
OBVIOUS_LINES = ("event.step_done", "event.told", "event.seat_joined")  # the next step or the header shows them


def hero_of(step: Step, detail: str) -> tuple[Msg, ...]:
    return tuple(_terse(line, detail) for line in step.lines)


def _terse(line: Msg, detail: str) -> Msg:
    stem = line.key.removesuffix(f".{detail}")
    return line if stem == line.key else replace(line, key=SPECIAL_HEROES.get(stem, f"{stem}.terse"))


def step_in_full(step: Step, detail: str) -> Step | None:
    return step if FULL_LINES[detail] and step.lines[0].key.startswith(FULL_LINES[detail]) else None


def without_discards(step: Step) -> Step | None:
    """Drop the lines that repeat the picture; random discards stay, as a picture doesn't say "at random"."""
    lines = tuple(line for line in step.lines if not line.key.startswith("step.discard."))
    return replace(step, lines=lines) if lines else None


def remaining_lines(lines: tuple[Msg, ...], covered: tuple[str, ...] = ()) -> Iterator[Msg]:
    """Yield the announcements that hero and picture leave out, builds with their price."""
    for line in lines:
        if line.key.startswith((*OBVIOUS_LINES, *covered)):
            continue
        purchase = PURCHASES.get(line.key)
        if purchase is None:
            yield line
        else:
            yield msg(f"scene.built.{purchase}", **line.params, price=PRICES[purchase].counts())


def spoken_lines(
    record: Record, script: Script, taps: tuple[Tap, ...], change: PastChange | None, detail: str, lesson: Lesson | None
) -> tuple[SpokenEntry, ...]:
    """Return what the voice says: each entry once; after the newest also a lesson if one is due, and what to do."""
    said = list(_spoken_entries(record, taps, detail))
    number = len(record.log)
    if change is not None:
        lines = (*change.lines, *(line for news in change.news for line in news.extra_lines))
        return (*said[:-1], SpokenEntry(number, (*lines, *script.now.lines)))
    if not taps or taps[-1].entry != number:
        return (*said, SpokenEntry(number, (*(() if number else script.before[-1].lines), *script.now.lines)))
    clauses = directed(record.head, taps[-1], script.now, detail, lesson)
    return (*(one for one in said if one.entry != number), SpokenEntry(number, clauses))


def _spoken_entries(record: Record, taps: tuple[Tap, ...], detail: str) -> Iterator[SpokenEntry]:
    log = record.log
    by_entry = {tap.entry: tap for tap in taps}  # undone taps are not among them
    for number in range(max(1, len(log) - MAX_TAPS + 1), len(log) + 1):
        if isinstance(log[number - 1], TakenBack | Amended):
            yield SpokenEntry(number, change_lines(log, number))
        elif (tap := by_entry.get(number)) is not None and (clauses := tuple(said_news(tap, None, detail))):
            yield SpokenEntry(number, clauses)
