"""Awards: what one player did more than all others, three to five a game.

One row a kind: how much of it a seat did, from how much on it is worth a word, and how much a table talks about. The
strongest come first, everybody's best before anybody's second, so that they are spread over the table.
"""

from collections.abc import Callable

from msgspec import Struct

from .model import Award, Night, SeatNight

FEWEST, MOST = 3, 5
FEWEST_ROLLS = 20
"""Before that nobody is lucky or unlucky yet."""
USUAL_ROLLS = 70
"""An evening of three or four."""
ENOUGH_TURNS = 5
"""Before that nobody is quick."""


class Row(Struct, frozen=True):
    amount: Callable[[Night, SeatNight], float]
    least: float
    remarkable: float
    numbers: Callable[[Night, SeatNight], dict[str, int]] = lambda _night, _seat: {}
    """What else its words may name."""
    grows: bool = False
    """Whether a long game brings more of it to everybody."""


def awards(night: Night) -> tuple[Award, ...]:
    """Those that fit this game, the strongest first. Nobody gets two before everybody who deserves one has it."""
    found = sorted(_earned(night), key=lambda award: (-award.strength, award.kind))
    wanted = min(MOST, max(FEWEST, sum(not seat.left for seat in night.seats)))
    chosen: list[Award] = []
    while found and len(chosen) < wanted:
        fewest = min(_held(chosen, award.seat) for award in found)
        best = next(award for award in found if _held(chosen, award.seat) == fewest)
        chosen.append(best)
        found.remove(best)
    return tuple(sorted(chosen, key=lambda award: (-award.strength, award.kind)))


def _held(chosen: list[Award], seat: int) -> int:
    return sum(award.seat == seat for award in chosen)


def _earned(night: Night) -> list[Award]:
    """Every award of this game: whoever did most of it alone, and enough."""
    if sum(not seat.left for seat in night.seats) < 2:
        return []
    length = max(1, night.dice.thrown / USUAL_ROLLS)
    found = []
    for kind, row in AWARDS.items():
        ranked = sorted(((row.amount(night, seat), seat.seat) for seat in night.seats), reverse=True)
        (most, number), (second, _) = ranked[:2]
        if most < row.least or most <= second or night.seats[number].left:
            continue
        remarkable = row.remarkable * (length if row.grows else 1)
        ahead = (most - max(second, 0)) / most  # twice as strong where nobody else did any of it
        numbers = {"n": round(most), **row.numbers(night, night.seats[number])}
        found.append(Award(kind, number, most / remarkable * (1 + ahead) / 1.5, numbers))
    return found


# How much somebody did of it.


def _kept_by(night: Night, seat: SeatNight) -> float:
    visits = [visit for visit in night.visits if visit.by == seat.seat]
    return sum(count for visit in visits for victim, count in visit.kept.items() if victim != seat.seat)


def _deficit(night: Night, seat: SeatNight) -> float:
    return night.comeback.deficit if night.comeback is not None and night.comeback.seat == seat.seat else 0


def _round_of_deficit(night: Night, _: SeatNight) -> dict[str, int]:
    assert night.comeback is not None
    return {"round": night.comeback.round, "leader": night.comeback.leader}


def _trades(night: Night, seat: SeatNight) -> float:
    return sum(seat.seat in (trade.seat, trade.partner) for trade in night.trades if not trade.forced)


def _partners(night: Night, seat: SeatNight) -> dict[str, int]:
    own = [{trade.seat, trade.partner} for trade in night.trades if not trade.forced]
    return {"partners": len({other for pair in own if seat.seat in pair for other in pair - {seat.seat}})}


def _given_away(_: Night, seat: SeatNight) -> float:
    return seat.lost("trade") - seat.gained("trade")


def _luck(night: Night, seat: SeatNight) -> float:
    return seat.luck.luck if seat.luck is not None and night.dice.thrown >= FEWEST_ROLLS else 0


def _received(_: Night, seat: SeatNight) -> dict[str, int]:
    assert seat.luck is not None
    return {"received": seat.luck.received.total(), "expected": round(seat.luck.expected)}


def _haul(night: Night, seat: SeatNight) -> float:
    return max((one.total for one in night.monopolies if one.seat == seat.seat), default=0)


def _quickness(night: Night, seat: SeatNight) -> float:
    """How many times as long the others' turns took on average."""
    others = [one for one in night.seats if one.seat != seat.seat and not one.left]
    turns = sum(one.turns for one in others)
    if min((one.turns for one in [*others, seat]), default=0) < ENOUGH_TURNS or not seat.seconds:
        return 0
    return (sum(one.seconds for one in others) / turns) / (seat.seconds / seat.turns)


def _seconds_a_turn(_: Night, seat: SeatNight) -> dict[str, int]:
    return {"n": round(seat.seconds / seat.turns)}


def _dry(_: Night, seat: SeatNight) -> float:
    return seat.drought.rolls if seat.drought is not None else 0


def _dry_rounds(_: Night, seat: SeatNight) -> dict[str, int]:
    assert seat.drought is not None
    return {"first_round": seat.drought.first_round, "last_round": seat.drought.last_round}


def _titles_taken(night: Night, seat: SeatNight) -> float:
    return sum(swing.taker == seat.seat for swing in night.swings)


def _rounds_led(night: Night, seat: SeatNight) -> float:
    """Of a game with fewer rounds a lead says little."""
    return sum(one.leaders == (seat.seat,) for one in night.rounds if one.number)


def _chances(night: Night, seat: SeatNight) -> float:
    return 0 if night.winner == seat.seat else sum(one.seat == seat.seat for one in night.match_points)


AWARDS: dict[str, Row] = {
    "wall": Row(_kept_by, 3, 8, grows=True),
    "besieged": Row(lambda _, seat: seat.blocked.total(), 4, 9, grows=True),
    "robbed": Row(lambda _, seat: seat.lost("stolen"), 3, 7, grows=True),
    "thief": Row(lambda _, seat: seat.gained("stolen"), 3, 7, grows=True),
    "comeback": Row(_deficit, 3, 3, _round_of_deficit),
    "trader": Row(_trades, 4, 10, _partners, grows=True),
    "generous": Row(_given_away, 2, 4),
    "merchant": Row(lambda night, seat: sum(one.seat == seat.seat for one in night.bank_trades), 4, 9, grows=True),
    "hoarder": Row(lambda _, seat: seat.lost("discarded"), 5, 16, grows=True),
    "full_hand": Row(lambda _, seat: seat.peak_hand, 10, 15),
    "lucky": Row(_luck, 4, 10, _received),
    "unlucky": Row(lambda night, seat: -_luck(night, seat), 4, 10, _received),
    "sevens": Row(lambda night, seat: night.dice.sevens(seat.seat), 3, 6, grows=True),
    "roads": Row(lambda _, seat: seat.longest, 7, 11),
    "knights": Row(lambda _, seat: seat.knights, 3, 5, grows=True),
    "scholar": Row(lambda _, seat: seat.bought, 4, 7, grows=True),
    "patient": Row(_dry, 7, 12, _dry_rounds),
    "quick": Row(_quickness, 1.3, 2.5, _seconds_a_turn),
    "monopolist": Row(_haul, 4, 6),
    "plundered": Row(lambda _, seat: seat.lost("monopoly"), 4, 7, grows=True),
    "titles": Row(_titles_taken, 2, 2.5),
    "front_runner": Row(_rounds_led, 5, 14, grows=True),
    "so_close": Row(_chances, 1, 3, grows=True),
    "cities": Row(lambda _, seat: seat.made.cities, 3, 4),
    "hidden_points": Row(lambda _, seat: seat.made.points_cards, 2, 3),
}
