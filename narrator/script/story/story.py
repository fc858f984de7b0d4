"""The story of a game: the most remarkable finds, in the order in which they happened."""

from collections.abc import Sequence

from narrator.core.reading.stats.game_stats import game_stats
from narrator.core.reading.stats.model import GameStats
from narrator.core.record.snapshot import Snapshot
from narrator.script.story.cards import find_droughts, find_robber, find_trades, mark_counter_monopolies
from narrator.script.story.ending import find_ending, find_headline
from narrator.script.story.frame import find_beginning, find_start_outcome, find_whole_game, last_sentence
from narrator.script.story.model import Find, Story
from narrator.script.story.race import find_race, find_titles
from narrator.script.story.wordings import Wordings, link_sentences, seed_of, stable_hash

MAX_SENTENCES = 14  # two minutes read aloud
MAX_BEGINNING, MAX_LOOKING_BACK = 3, 2
SHORT_FRAME = 5  # sentences of beginning and ending that leave room to look back twice
LONG_PARAGRAPH = 4
MIN_STRENGTH, ENOUGH = 0.7, 5  # weaker finds are only used if there are fewer than `ENOUGH`
# Kinds that sound alike count as the same.
GROUPS = {
    **{"drought_end": "drought", "discards": "discard", "empty": "robber_stay", "for_good_title": "for_good"},
    **{"monopoly_zero": "monopoly", "monopoly_big": "monopoly", "army_moves": "army_taken"},
    **{"half_even": "half", "half_tied": "half"},
}
# How often a kind may be used; the others twice.
MAX_ALIKE = {"drought": 1, "robber_stay": 1, "discard": 1, "trade": 1, "army_taken": 1}
# Kinds that show a player on the way to winning.
ON_THE_WAY = (
    *("comeback", "contender", "lead_passed", "within_reach", "for_good", "for_good_title"),
    *("half", "half_tied", "half_even", "leap"),
)


def story_of(head: Snapshot, stats: GameStats | None = None) -> Story | None:
    """Return the story, or None before the first round and if nobody counts points."""
    stats = stats or game_stats(head)
    if stats.tracking == "script" or not any(one.number for one in stats.rounds) or not stats.dice.roll_count:
        return None
    seed = seed_of(head)
    beginning = _ordered(vary_beginning(_strongest(list(find_beginning(head)), MAX_BEGINNING), stats, seed), seed)
    ending = list(find_ending(stats))
    few = MAX_LOOKING_BACK if len(beginning) + len(ending) <= SHORT_FRAME else 1
    remarks = find_whole_game(stats, head, beginning) if stats.over else ()
    back = _strongest([find for find in remarks if find.strength >= MIN_STRENGTH], few)
    body = _body(stats, head, MAX_SENTENCES - len(beginning) - len(ending) - len(back) - 1)
    ending = [find for find in ending if not _is_repeated(find, body)]
    headline = find_headline(stats, [*ending, *body, *back], seed)
    words = Wordings(seed)
    last = [*back, last_sentence(stats, seed, back)]
    parts = [beginning, *map(link_sentences, _split(body)), *([ending, last] if stats.over else [[*ending, *last]])]
    paragraphs = tuple(tuple(map(words.sentence_for, part)) for part in parts if part)
    return Story(words.sentence_for(headline), paragraphs)


def vary_beginning(beginning: list[Find], stats: GameStats, seed: str) -> list[Find]:
    """Vary the beginning: most games leave out the island, or a start that the end does not come back to."""
    starts = [find for find in beginning if find.kind in ("best", "best_two", "even")]
    island = [find for find in beginning if find.kind in ("rich", "scarce")]
    if not starts or not island:
        return beginning
    recalled = any(find_start_outcome(stats, beginning))
    left_out = ([], island, island if recalled else starts)[stable_hash(f"{seed} opening") % 3]
    return [find for find in beginning if find not in left_out]


def _ordered(beginning: list[Find], seed: str) -> list[Find]:
    """Put the players first; then the starts in half of all games, the island in the others."""
    first, *others = beginning
    return [first, *(others if stable_hash(seed) % 2 else reversed(others))]


def _strongest(found: list[Find], most: int) -> list[Find]:
    kept = sorted(found, key=lambda find: -find.strength)[:most]
    return [find for find in found if find in kept]


def _is_repeated(find: Find, body: Sequence[Find]) -> bool:
    """Return whether the body already says that a player waited for one point in vain."""
    waited = [other.params["seat"] for other in body if other.kind == "match"]
    return (find.kind == "win_close" and find.params["other"] in waited) or (find.kind == "match_won" and bool(waited))


def _body(stats: GameStats, head: Snapshot, room: int) -> list[Find]:
    found = _without_duplicate_titles(
        [
            *find_race(stats, head),
            *find_titles(stats, head),
            *find_robber(stats),
            *find_droughts(stats, head),
            *find_trades(stats),
        ]
    )
    chosen: list[Find] = []
    left = list(found)
    while left and len(chosen) < room:
        best = max(left, key=lambda find: (_worth(find, chosen), -find.sort_entry))
        if _worth(best, chosen) < MIN_STRENGTH and len(chosen) >= ENOUGH:
            break
        left.remove(best)
        group = _group(best)
        if sum(_group(find) == group for find in chosen) < MAX_ALIKE.get(group, 2):
            chosen.append(best)
    chosen = sorted(_with_winner(chosen, left, stats.winner, room), key=lambda find: find.sort_entry)
    return mark_counter_monopolies(stats, chosen)


def _without_duplicate_titles(found: list[Find]) -> list[Find]:
    """Drop a title that another find mentions together with the lead."""
    settled = {find.entries for find in found if find.kind == "for_good_title"}
    titles = ("road_taken", "road_moves", "army_taken", "army_moves")
    return [find for find in found if find.kind not in titles or find.entries not in settled]


def _with_winner(chosen: list[Find], left: list[Find], winner: int | None, room: int) -> list[Find]:
    """Show the winner on the way, even in place of a stronger find."""
    ways = [find for find in left if _shows_on_the_way(find, winner)]
    if winner is None or any(_shows_on_the_way(find, winner) for find in chosen) or not ways:
        return chosen
    return [*chosen[: room - 1], max(ways, key=lambda find: find.strength)]


def _shows_on_the_way(find: Find, seat: int | None) -> bool:
    named = (find.params.get("seat"), find.params.get("other"), *find.params.get("names", ()))
    return find.kind in ON_THE_WAY and seat in named


def _group(find: Find) -> str:
    return GROUPS.get(find.kind, find.kind)


def _worth(find: Find, chosen: Sequence[Find]) -> float:
    """Return the strength, reduced if the same kind or player was chosen before."""
    kinds = sum(_group(other) == _group(find) for other in chosen)
    same = sum(other.params.get("seat", -1) == find.params.get("seat", -2) for other in chosen)
    return float(find.strength * 0.6**kinds * 0.9**same)


def _split(body: list[Find]) -> list[list[Find]]:
    """Split the body into one or two paragraphs of about equal length."""
    count = min(2, -(-len(body) // LONG_PARAGRAPH))
    if not count:
        return []
    size = -(-len(body) // count)
    return [body[start : start + size] for start in range(0, len(body), size)]
