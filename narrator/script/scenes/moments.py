"""Moments that a table stops for: titles, one point to go, the first city, the win."""

from collections.abc import Iterator

from narrator.core.message import msg
from narrator.core.play.checklist import is_script_only
from narrator.core.play.titles import longest_trail
from narrator.core.table.coordinates import Path
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, is_neutral, owner, points
from narrator.script.scenes.model import News, Picture, PicturedPlayer, Title


def moment_news(before: GameState, after: GameState) -> Iterator[News]:
    yield from _title_news(before, after)
    yield from point_news(before, after)


def point_news(before: GameState, after: GameState) -> Iterator[News]:
    yield from _match_point_news(before, after)
    yield from _first_city_news(before, after)


def _title_news(before: GameState, after: GameState) -> Iterator[News]:
    if before.longest_road != after.longest_road:
        yield _longest_road_news(before, after)
    if before.largest_army != after.largest_army:
        players = _title_players("largest_army", before.largest_army, after.largest_army, before, after)
        picture = Picture(sign="largest_army", players=players, arrow=len(players) > 1)
        yield _title_moved("largest_army", after.largest_army, picture)


def _longest_road_news(before: GameState, after: GameState) -> News:
    """Show who takes Longest Road; a neutral color is not in the picture, so the hero names it."""
    old, new = before.longest_road, after.longest_road
    players = _title_players("longest_road", old, new, before, after)
    picture = Picture(sign="longest_road", players=players, arrow=len(players) > 1, road=_counted_roads(after, new))
    if new is not None and is_neutral(new):
        hero = (msg("scene.title.neutral", colour=owner(after, new).colour),)
        return News("title", hero, None, picture)
    return _title_moved("longest_road", new, picture)


def _title_moved(title: Title, holder: int | None, picture: Picture) -> News:
    hero = msg(f"scene.title.{title}.aside") if holder is None else msg(f"scene.title.{title}.won", seat=holder)
    whose = holder if holder is not None else picture.players[0].seat if picture.players else None
    return News("title", (hero,), whose, picture, (f"event.{title}.",))


def _title_players(
    title: Title, old: int | None, new: int | None, before: GameState, after: GameState
) -> tuple[PicturedPlayer, ...]:
    """Return the loser and the winner, each with their roads or knights and their points."""
    return tuple(
        PicturedPlayer(
            seat, title=title, length=_length(title, seat, after), points=(points(before, seat), points(after, seat))
        )
        for seat in (old, new)
        if seat is not None and not is_neutral(seat) and seat < min(len(before.seats), len(after.seats))
    )


def _length(title: Title, seat: int, state: GameState) -> int:
    return state.seats[seat].road_length if title == "longest_road" else state.seats[seat].knights


def _counted_roads(state: GameState, holder: int | None) -> tuple[Path, ...]:
    return () if holder is None else longest_trail(state.game.board.island, holder, state.roads, state.buildings)


def _match_point_news(before: GameState, after: GameState) -> Iterator[News]:
    if is_script_only(after) or isinstance(after.phase, Over):
        return
    wanted = after.rules.target_vp - 1
    for seat in range(len(after.seats)):
        old = points(before, seat) if seat < len(before.seats) else 0
        new = points(after, seat)
        if old < wanted == new and not after.seats[seat].has_left:
            hero = (msg("scene.match_point", seat=seat),)
            picture = Picture(sign="crown", players=(PicturedPlayer(seat, points=(old, new)),))
            yield News("match_point", hero, seat, picture, extra_lines=hero)


def _first_city_news(before: GameState, after: GameState) -> Iterator[News]:
    if any(seat.cities for seat in before.seats):
        return
    for number, seat in enumerate(after.seats):
        if seat.cities:
            hero = (msg("scene.first_city", seat=number),)
            player = PicturedPlayer(number, points=(points(before, number), points(after, number)))
            yield News("first_city", hero, number, Picture(sign="city", players=(player,)), extra_lines=hero)
            return


def win_news(state: GameState) -> Iterator[News]:
    phase = state.phase
    if isinstance(phase, Over) and phase.winner is not None:
        hero = (msg("scene.win", seat=phase.winner),)
        picture = Picture(sign="crown", podium=_podium(state, phase.winner))
        yield News("win", hero, phase.winner, picture, ("event.won",))


def _podium(state: GameState, winner: int) -> tuple[int, ...]:
    """Sort the seats by points, the winner first; if nobody counts points, return only the winner."""
    if is_script_only(state):
        return (winner,)
    others = [seat for seat in range(len(state.seats)) if seat != winner and not state.seats[seat].has_left]
    return (winner, *sorted(others, key=lambda seat: -points(state, seat)))
