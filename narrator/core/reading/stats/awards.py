"""Awards: what one player did more than all others, three to five per game.

One row per kind: how much of it a seat did, the minimum worth mentioning, and a remarkable amount. The strongest come
first, and everybody's best before anybody's second, so that they are spread over the table.
"""

from collections.abc import Callable

from msgspec import Struct

from narrator.core.reading.stats.model import Award, GameStats, SeatStats

MIN_AWARDS, MAX_AWARDS = 3, 5
MIN_ROLLS = 20  # before that nobody is lucky or unlucky
USUAL_ROLLS = 70  # in a game of three or four
MIN_TURNS = 5  # before that nobody is quick


class AwardRule(Struct, frozen=True):
    amount: Callable[[GameStats, SeatStats], float]
    min_amount: float
    remarkable: float
    # other parameters of its message
    params: Callable[[GameStats, SeatStats], dict[str, int]] = lambda _stats, _seat: {}
    grows_with_length: bool = False  # a long game brings more of it to everybody


def awards(stats: GameStats) -> tuple[Award, ...]:
    """Return the awards of this game, the strongest first. Nobody gets two before everybody who deserves one has it."""
    found = sorted(_earned(stats), key=lambda award: (-award.strength, award.kind))
    wanted = min(MAX_AWARDS, max(MIN_AWARDS, sum(not seat.has_left for seat in stats.seats)))
    chosen: list[Award] = []
    while found and len(chosen) < wanted:
        fewest = min(_award_count(chosen, award.seat) for award in found)
        best = next(award for award in found if _award_count(chosen, award.seat) == fewest)
        chosen.append(best)
        found.remove(best)
    return tuple(sorted(chosen, key=lambda award: (-award.strength, award.kind)))


def _award_count(chosen: list[Award], seat: int) -> int:
    return sum(award.seat == seat for award in chosen)


def _earned(stats: GameStats) -> list[Award]:
    """Return every award of this game: for the seat that did most of it, alone and enough."""
    if sum(not seat.has_left for seat in stats.seats) < 2:
        return []
    length = max(1, stats.dice.roll_count / USUAL_ROLLS)
    found = []
    for kind, row in AWARDS.items():
        ranked = sorted(((row.amount(stats, seat), seat.seat) for seat in stats.seats), reverse=True)
        (most, number), (second, _) = ranked[:2]
        if most < row.min_amount or most <= second or stats.seats[number].has_left:
            continue
        remarkable = row.remarkable * (length if row.grows_with_length else 1)
        ahead = (most - max(second, 0)) / most  # twice as strong where nobody else did any of it
        numbers = {"n": round(most), **row.params(stats, stats.seats[number])}
        found.append(Award(kind, number, most / remarkable * (1 + ahead) / 1.5, numbers))
    return found


def _kept_by(stats: GameStats, seat: SeatStats) -> float:
    visits = [visit for visit in stats.robber_visits if visit.by == seat.seat]
    return sum(count for visit in visits for victim, count in visit.blocked_cards.items() if victim != seat.seat)


def _deficit(stats: GameStats, seat: SeatStats) -> float:
    return stats.comeback.deficit if stats.comeback is not None and stats.comeback.seat == seat.seat else 0


def _round_of_deficit(stats: GameStats, _: SeatStats) -> dict[str, int]:
    assert stats.comeback is not None
    return {"round": stats.comeback.round, "leader": stats.comeback.leader}


def _trades(stats: GameStats, seat: SeatStats) -> float:
    return sum(seat.seat in (trade.seat, trade.partner) for trade in stats.trades if not trade.forced)


def _partners(stats: GameStats, seat: SeatStats) -> dict[str, int]:
    own = [{trade.seat, trade.partner} for trade in stats.trades if not trade.forced]
    return {"partners": len({other for pair in own if seat.seat in pair for other in pair - {seat.seat}})}


def _luck(stats: GameStats, seat: SeatStats) -> float:
    return seat.luck.luck if seat.luck is not None and stats.dice.roll_count >= MIN_ROLLS else 0


def _received(_: GameStats, seat: SeatStats) -> dict[str, int]:
    assert seat.luck is not None
    return {"received": seat.luck.received.total(), "expected": round(seat.luck.expected)}


def _quickness(stats: GameStats, seat: SeatStats) -> float:
    """Return how many times as long the others' turns took on average."""
    others = [one for one in stats.seats if one.seat != seat.seat and not one.has_left]
    turns = sum(one.turns for one in others)
    if min((one.turns for one in [*others, seat]), default=0) < MIN_TURNS or not seat.seconds:
        return 0
    return (sum(one.seconds for one in others) / turns) / (seat.seconds / seat.turns)


def _dry_rounds(_: GameStats, seat: SeatStats) -> dict[str, int]:
    assert seat.drought is not None
    return {"first_round": seat.drought.first_round, "last_round": seat.drought.last_round}


def _rounds_led(stats: GameStats, seat: SeatStats) -> float:
    return sum(one.leaders == (seat.seat,) for one in stats.rounds if one.number)


def _chances(stats: GameStats, seat: SeatStats) -> float:
    return 0 if stats.winner == seat.seat else sum(one.seat == seat.seat for one in stats.match_points)


AWARDS: dict[str, AwardRule] = {
    "wall": AwardRule(_kept_by, 3, 8, grows_with_length=True),
    "besieged": AwardRule(lambda _, seat: seat.blocked.total(), 4, 9, grows_with_length=True),
    "robbed": AwardRule(lambda _, seat: seat.lost("stolen"), 3, 7, grows_with_length=True),
    "thief": AwardRule(lambda _, seat: seat.gained("stolen"), 3, 7, grows_with_length=True),
    "comeback": AwardRule(_deficit, 3, 3, _round_of_deficit),
    "trader": AwardRule(_trades, 4, 10, _partners, grows_with_length=True),
    "generous": AwardRule(lambda _, seat: seat.lost("trade") - seat.gained("trade"), 2, 4),
    "merchant": AwardRule(
        lambda stats, seat: sum(one.seat == seat.seat for one in stats.bank_trades), 4, 9, grows_with_length=True
    ),
    "hoarder": AwardRule(lambda _, seat: seat.lost("discarded"), 5, 16, grows_with_length=True),
    "full_hand": AwardRule(lambda _, seat: seat.peak_hand, 10, 15),
    "lucky": AwardRule(_luck, 4, 10, _received),
    "unlucky": AwardRule(lambda stats, seat: -_luck(stats, seat), 4, 10, _received),
    "sevens": AwardRule(lambda stats, seat: stats.dice.sevens(seat.seat), 3, 6, grows_with_length=True),
    "roads": AwardRule(lambda _, seat: seat.longest_road, 7, 11),
    "knights": AwardRule(lambda _, seat: seat.knights, 3, 5, grows_with_length=True),
    "scholar": AwardRule(lambda _, seat: seat.cards_bought, 4, 7, grows_with_length=True),
    "patient": AwardRule(lambda _, seat: seat.drought.rolls if seat.drought is not None else 0, 7, 12, _dry_rounds),
    "quick": AwardRule(_quickness, 1.3, 2.5, lambda _, seat: {"n": round(seat.seconds / seat.turns)}),
    "monopolist": AwardRule(
        lambda stats, seat: max((one.total for one in stats.monopolies if one.seat == seat.seat), default=0), 4, 6
    ),
    "plundered": AwardRule(lambda _, seat: seat.lost("monopoly"), 4, 7, grows_with_length=True),
    "titles": AwardRule(lambda stats, seat: sum(swing.taker == seat.seat for swing in stats.title_swings), 2, 2.5),
    "front_runner": AwardRule(_rounds_led, 5, 14, grows_with_length=True),
    "so_close": AwardRule(_chances, 1, 3, grows_with_length=True),
    "cities": AwardRule(lambda _, seat: seat.sources.cities, 3, 4),
    "hidden_points": AwardRule(lambda _, seat: seat.sources.points_cards, 2, 3),
}
