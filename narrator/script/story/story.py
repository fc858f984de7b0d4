"""The story of a game: what was remarkable, in the order in which it happened, as a newspaper would choose it."""

from collections.abc import Sequence

from narrator.core.reading.stats.game_stats import game_stats
from narrator.core.reading.stats.model import GameStats
from narrator.core.record.snapshot import Snapshot
from narrator.script.story.cards import find_dealings, find_droughts, find_robber, with_answers
from narrator.script.story.ending import find_ending, find_headline
from narrator.script.story.frame import find_after, find_back, find_beginning, find_promises
from narrator.script.story.model import Find, Sentence, Story
from narrator.script.story.race import find_race, find_titles
from narrator.script.story.wordings import Wordings, linked, number_of, seed_of

MAX_SENTENCES = 14  # sentences: what is read aloud in two minutes
MAX_BEGINNING, MAX_LOOKING_BACK = 3, 2
SHORT = 5  # so many sentences of opening and ending leave room to look back twice
LONG_PARAGRAPH = 4
WORTH, ENOUGH = 0.7, 5  # what is less is told only where there is little else
# What is alike to a listener, by the name of one of them.
GROUPS = {
    **{"drought_end": "drought", "discards": "discard", "empty": "robber_stay", "for_good_title": "for_good"},
    **{
        "monopoly_zero": "monopoly",
        "monopoly_big": "monopoly",
        "army_moves": "army_taken",
        "half_even": "half",
        "half_tied": "half",
    },
}
# So often such a thing is told, others twice; a second drought is no news.
ALIKE = {"drought": 1, "robber_stay": 1, "discard": 1, "trade": 1, "army_taken": 1}
# Where somebody is seen on the way to winning.
SHOWN = (
    *("comeback", "contender", "lead_passed", "within_reach", "for_good", "for_good_title"),
    *("half", "half_tied", "half_even", "leap"),
)


def story_of(head: Snapshot, stats: GameStats | None = None) -> Story | None:
    """None before the first round, and where nobody counts: there is nothing to tell."""
    stats = stats or game_stats(head)
    if stats.tracking == "script" or not any(one.number for one in stats.rounds) or not stats.dice.thrown:
        return None
    seed = seed_of(head)
    opening = _turned(thin(_strongest(list(find_beginning(head)), MAX_BEGINNING), stats, seed), seed)
    ending = list(find_ending(stats))
    few = MAX_LOOKING_BACK if len(opening) + len(ending) <= SHORT else 1
    remarks = [find for find in find_back(stats, head, opening) if find.strength >= WORTH] if stats.over else []
    back = _strongest(remarks, few)
    body = _body(stats, head, MAX_SENTENCES - len(opening) - len(ending) - len(back) - 1)
    ending = [find for find in ending if not _is_told(find, body)]
    headline = find_headline(stats, [*ending, *body, *back], seed)
    words = Wordings(seed)
    last = [*back, find_after(stats, seed, back)]
    parts = [opening, *map(linked, _split(body)), *([ending, last] if stats.over else [[*ending, *last]])]
    return Story(words.word(headline), tuple(_worded(part, words) for part in parts if part))


def thin(opening: list[Find], stats: GameStats, seed: str) -> list[Find]:
    """Not every game begins with the same things: most leave out the island, or a start that the end won't recall."""
    starts = [find for find in opening if find.kind in ("best", "best_two", "even")]
    island = [find for find in opening if find.kind in ("rich", "scarce")]
    if not starts or not island:
        return opening
    recalled = any(find_promises(stats, opening))
    left_out = ([], island, island if recalled else starts)[number_of(f"{seed} opening") % 3]
    return [find for find in opening if find not in left_out]


def _turned(opening: list[Find], seed: str) -> list[Find]:
    """Who is named first; then in half of all games the people, in the others the island."""
    first, *others = opening
    return [first, *(others if number_of(seed) % 2 else reversed(others))]


def _worded(part: Sequence[Find], words: Wordings) -> tuple[Sentence, ...]:
    return tuple(words.word(find) for find in part)


def _strongest(found: list[Find], most: int) -> list[Find]:
    """The strongest, in the order in which they were found."""
    kept = sorted(found, key=lambda find: -find.strength)[:most]
    return [find for find in found if find in kept]


def _is_told(find: Find, body: Sequence[Find]) -> bool:
    """Who waited for one point in vain has been told of: neither that it was missing nor who else waited is news."""
    waited = [other.params["seat"] for other in body if other.kind == "match"]
    return (find.kind == "win_close" and find.params["other"] in waited) or (find.kind == "match_won" and bool(waited))


def _body(stats: GameStats, head: Snapshot, room: int) -> list[Find]:
    """What is told between: the strongest, none too often, and nobody all the time."""
    found = _without_twins(
        [
            *find_race(stats, head),
            *find_titles(stats, head),
            *find_robber(stats),
            *find_droughts(stats, head),
            *find_dealings(stats),
        ]
    )
    chosen: list[Find] = []
    left = list(found)
    while left and len(chosen) < room:
        best = max(left, key=lambda find: (_worth(find, chosen), -find.when))
        if _worth(best, chosen) < WORTH and len(chosen) >= ENOUGH:
            break
        left.remove(best)
        group = _group(best)
        if sum(_group(find) == group for find in chosen) < ALIKE.get(group, 2):
            chosen.append(best)
    told = sorted(_with_winner(chosen, left, stats.winner, room), key=lambda find: find.when)
    return with_answers(stats, told)


def _without_twins(found: list[Find]) -> list[Find]:
    """A title that brought the lead for good is told with the lead."""
    settled = {find.entries for find in found if find.kind == "for_good_title"}
    titles = ("road_taken", "road_moves", "army_taken", "army_moves")
    return [find for find in found if find.kind not in titles or find.entries not in settled]


def _with_winner(chosen: list[Find], left: list[Find], winner: int | None, room: int) -> list[Find]:
    """Whoever wins is seen on the way there, even in place of something stronger."""
    ways = [find for find in left if _shows(find, winner)]
    if winner is None or any(_shows(find, winner) for find in chosen) or not ways:
        return chosen
    return [*chosen[: room - 1], max(ways, key=lambda find: find.strength)]


def _shows(find: Find, seat: int | None) -> bool:
    told = (find.params.get("seat"), find.params.get("other"), *find.params.get("names", ()))
    return find.kind in SHOWN and seat in told


def _group(find: Find) -> str:
    return GROUPS.get(find.kind, find.kind)


def _worth(find: Find, chosen: Sequence[Find]) -> float:
    """The strength, less where the same kind or the same player was told of."""
    kinds = sum(_group(other) == _group(find) for other in chosen)
    same = sum(other.params.get("seat", -1) == find.params.get("seat", -2) for other in chosen)
    return float(find.strength * 0.6**kinds * 0.9**same)


def _split(body: list[Find]) -> list[list[Find]]:
    """Paragraphs of about equal length, one or two."""
    count = min(2, -(-len(body) // LONG_PARAGRAPH))
    if not count:
        return []
    size = -(-len(body) // count)
    return [body[start : start + size] for start in range(0, len(body), size)]
