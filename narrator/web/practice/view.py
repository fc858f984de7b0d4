"""A scene of the practice turn for the television and phones."""

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.sessions.quizzes import practice_scene
from narrator.core.message import Msg, msg
from narrator.core.table.events import RoadBuilt
from narrator.script.practice import PracticeScene, practice_turn
from narrator.script.scenes.model import PicturedPlayer
from narrator.session.table_session import TableSession
from narrator.web.components.scene import Line, SceneView, in_second_language, pictured_player_view
from narrator.web.rendering.page_query import PageQuery
from narrator.web.rendering.table_context import TableContext, new_table_context
from narrator.web.stage.view import StageView, stage_view


class PracticeView(Struct, frozen=True):
    stage: StageView
    step: int  # 0 before it begins
    steps: int
    mark: str  # says that this is only practice

    @property
    def is_last(self) -> bool:
        return self.step == self.steps


def practice_view(table: TableContext, session: TableSession) -> PracticeView:
    scene = practice_scene(table.record, session)
    step = session.practice if scene else 0
    stage = _stage(table, session, scene) if scene else _intro(table, session)
    return PracticeView(stage, step, len(practice_turn(table.record)), table.say("practice.mark"))


def open_practice(table: TableContext, session: TableSession) -> PracticeView | None:
    return practice_view(table, session) if practice_scene(table.record, session) else None


def _intro(table: TableContext, session: TableSession) -> StageView:
    stage = stage_view(table, session)
    lines = (table.say("practice.intro.line", seat=table.state.turn),)
    return replace(stage, scene=_with_lines(stage.scene, msg("practice.intro"), lines, table))


def _stage(table: TableContext, session: TableSession, scene: PracticeScene) -> StageView:
    then = new_table_context(table.game, scene.record, table.locale, table.preferences, PageQuery())
    stage = stage_view(then, session)
    lines = (table.say("practice.return.line"),) if scene.part == "return" else stage.scene.more_lines
    view = _with_lines(stage.scene, scene.line, lines, table)
    if scene.part == "road":  # highlight the new road
        road = tuple(event.at for event in scene.record.log[-1:] if isinstance(event, RoadBuilt) and event.at)
        view = replace(view, picture=replace(view.picture, road=road))
    elif scene.part == "return":
        view = _with_players(view, scene.players, table)
    return replace(stage, scene=view)


def _with_lines(scene: SceneView, line: Msg, more_lines: tuple[str, ...], table: TableContext) -> SceneView:
    """Replace the sentences of a scene, and remove what is about the next steps."""
    words = table.say_message(line)
    hero = Line(id=scene.kind, text=words, seat=scene.seat, translation=in_second_language((line,), table))
    return replace(
        scene,
        is_moment=False,
        hero=hero,
        beside=words if scene.beside else "",
        more_lines=more_lines,
        instruction=None,
        why="",
        aside=None,
        before="",
        next="",
        spoken=((0, (words, *more_lines)),),
    )


def _with_players(scene: SceneView, players: tuple[PicturedPlayer, ...], table: TableContext) -> SceneView:
    picture = replace(scene.picture, roll=None, sign=None, players=players, lit=(), arrow=False)
    return replace(
        scene,
        kind="repayment",
        picture=picture,
        players=tuple(pictured_player_view(player, table) for player in players),
    )
