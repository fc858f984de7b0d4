"""Random games for property tests."""

from typing import Any

from hypothesis import strategies as st

from narrator.core.table.box import COLOURS
from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import (
    AnyEvent,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    CityBuilt,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    KnightGivenUp,
    KnightPlayed,
    MonopolyPlayed,
    NeutralRoadBuilt,
    NeutralRoadReported,
    NeutralSettlementBuilt,
    PlayerLeft,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    RuleChanged,
    RulesAgreed,
    RulingMade,
    SeatJoined,
    SettlementBuilt,
    StepDone,
    TakenBack,
    TokensSpent,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.house_rules import RULE_KEYS
from narrator.core.table.state import GameState
from tests.support.examples import examples
from tests.support.games import SMALL, new_game
from tests.support.player import TrueTable
from tests.support.rule_values import tried_values

GAMES = examples(8)


seeds = st.integers(0, 10**6)


PRESETS = ["official_6e", "official_5e", "family", "seed_000", "seed_001", "seed_002", "seed_003", "seed_004"]


TABLES: list[tuple[int, dict[str, str]]] = [
    *((2, {"two_player_mode": mode}) for mode in ("catan_for_two", "plain", "duel")),
    *((players, {"five_six_turns": mode}) for players in (5, 6) for mode in ("paired", "special_build")),
]
"""What two, five and six may play."""


def random_game(
    seed: int, players: int, preset: str, events: int, **rules: Any
) -> tuple[GameState, TrueTable, list[AnyEvent]]:
    state = new_game(players, layout="random_tokens", seed=seed, preset=preset, **rules)
    table = TrueTable(state, seed)
    return state, table, list(table.events(events))


def taps(seats: int) -> st.SearchStrategy[AnyEvent]:
    """Anything that anybody may tap, sensible or not."""
    seat = st.integers(0, seats)
    spots = st.sampled_from([*SMALL.intersections, "v_9_9_-18", "nowhere"])
    paths = st.sampled_from([*SMALL.paths, "e_v_0"])
    hexes = st.sampled_from([*SMALL.hexes, "7,0,-7"])
    resource = st.sampled_from(RESOURCES)
    counts = st.dictionaries(resource, st.integers(0, 12), max_size=3)
    flags = {"waived": st.booleans(), "late": st.booleans()}

    def tap(kind: type, **fields: st.SearchStrategy[object]) -> st.SearchStrategy[AnyEvent]:
        return st.builds(kind, **flags, **fields)

    return st.one_of(
        tap(StepDone, step=st.sampled_from(["frame", "trade", "no such line"])),
        tap(FirstPlayerChosen, seat=seat, rolls=st.none() | st.dictionaries(seat, st.integers(2, 12), max_size=4)),
        tap(
            SeatJoined, seat=seat, name=st.sampled_from(["Zoe", "ก"]), colour=st.sampled_from(["red", "green", "brown"])
        ),
        tap(PlayerLeft, seat=seat),
        tap(SettlementBuilt, seat=seat, at=spots),
        tap(RoadBuilt, seat=seat, at=paths),
        tap(CityBuilt, seat=seat, at=spots),
        tap(DiceRolled, seat=seat, total=st.integers(2, 12)),
        tap(CardsDiscarded, seat=seat, cards=counts),
        tap(CardsDiscarded, seat=seat, count=st.integers(1, 20)),
        tap(RobberMoved, seat=seat, to=hexes),
        tap(CardStolen, seat=seat, victim=st.none() | seat, resource=st.none() | resource),
        tap(DevelopmentBought, seat=seat),
        tap(KnightPlayed, seat=seat),
        tap(RoadBuildingPlayed, seat=seat),
        tap(YearOfPlentyPlayed, seat=seat, cards=counts),
        tap(MonopolyPlayed, seat=seat, resource=resource, taken=st.dictionaries(seat, st.integers(0, 30), max_size=4)),
        tap(PointsRevealed, seat=seat, count=st.integers(1, 6)),
        tap(BankTraded, seat=seat, give=counts, receive=counts),
        tap(PlayersTraded, seat=seat, partner=seat, give=counts, receive=counts),
        tap(NeutralSettlementBuilt, seat=st.none() | seat, colour=st.sampled_from(COLOURS), at=spots),
        tap(NeutralRoadBuilt, seat=seat, colour=st.sampled_from(COLOURS), at=paths),
        tap(NeutralRoadReported, colour=st.sampled_from(COLOURS), length=st.integers(0, 15)),
        tap(
            TokensSpent,
            seat=seat,
            action=st.sampled_from(["forced_trade", "robber_home"]),
            taken=st.none() | counts,
            given=st.none() | counts,
            to=st.none() | hexes,
        ),
        tap(KnightGivenUp, seat=seat),
        tap(TurnEnded, seat=seat),
        tap(VictoryDeclared, seat=seat),
        tap(RulesAgreed, seat=seat),
        st.sampled_from(RULE_KEYS).flatmap(
            lambda key: tap(RuleChanged, key=st.just(key), value=st.sampled_from([*tried_values(key), None, -1]))
        ),
        tap(RulingMade, case=st.just("P-07"), text=st.just("nobody")),
        tap(
            Corrected,
            what=st.sampled_from(
                ["turn", "step", "hand", "bank", "deck", "knights", "longest_road", "robber", "tokens", "moon"]
            ),
            value=st.none()
            | st.integers(-1, 30)
            | st.sampled_from(["roll", "robber", "free_roads", "partner", "white", "0,0,0", [], {}]),
            seat=st.none() | seat,
            resource=st.none() | resource,
        ),
        tap(TakenBack, to=st.integers(0, 40)),
    )
