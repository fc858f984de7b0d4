"""Scenes in words: what the director puts on stage, as a template draws it."""

from collections.abc import Mapping, Sequence
from unicodedata import category

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg
from narrator.core.table.cards import Resource
from narrator.core.table.events import FirstPlayerChosen, RulesAgreed, SeatJoined
from narrator.core.table.state import active_seats, points
from narrator.script.model import Lesson, Prompt, Step
from narrator.script.scenes.model import Picture, PicturedPlayer, Scene
from narrator.script.scenes.roll_news import SHORTER_BESIDE_ROLL
from narrator.text.render import Rendered, say_aloud
from narrator.web.components.explanations import CardView, lesson_view, prompt_view
from narrator.web.rendering.rulings import translate_ruling
from narrator.web.rendering.table_context import TableContext
from narrator.web.rendering.table_locale import add_soft_hyphens

MAX_FANNED_CARDS = 3  # equal cards shown one by one; more are one card and a number
NAME_LETTERS = {1: 9, 2: 9, 3: 9, 4: 7}  # above a column on a phone, by the number of columns
MIN_NAME_LETTERS = 6
LINE_LENGTHS = ((46, "short"), (84, "middle"), (140, "long"))  # maximum letters and CSS class
RULING_MADE = "event.ruling_made"


class Line(Struct, frozen=True):
    id: str
    text: str
    seat: int | None = None
    colour: str = ""  # of that seat
    translation: str = ""  # the same line in the second language

    @property
    def length(self) -> str:
        return next((name for most, name in LINE_LENGTHS if len(self.text) <= most), "longest")


class CardStack(Struct, frozen=True):
    picture: str  # a resource, or `back` for hidden cards
    name: str
    count: int
    direction: str  # `takes`, `gives`, `misses`, `owes` or `held`
    source: str | None = None  # the hex that pays them, from which they are animated

    @property
    def shown(self) -> int:
        return self.count if self.count <= MAX_FANNED_CARDS else 1

    @property
    def sign(self) -> str:
        return {"takes": "+", "gives": "−", "owes": "−"}.get(self.direction, "")


class PicturedPlayerView(Struct, frozen=True):
    seat: int
    name: str
    colour: str
    cards: tuple[CardStack, ...]
    about: str = ""  # a small line below the name
    title: str | None = None
    length: int | None = None
    points: tuple[int, int] | None = None


class Pedestal(Struct, frozen=True):
    place: int
    name: str
    colour: str
    points: int
    part: float  # height relative to the winner's
    short: str = ""  # abbreviated name
    hidden: int = 0  # development cards that may still hold points
    is_asked: bool = False
    gained: int = 0  # points revealed just now
    before: float = 0.0  # height without them


class DrawnSeat(Struct, frozen=True):
    name: str
    colour: str
    is_drawn: bool


class FirstPlayerDraw(Struct, frozen=True):
    """The draw of the first player, until something else happens."""

    entry: int
    seats: tuple[DrawnSeat, ...]
    stop: int  # index of the drawn seat


class SceneView(Struct, frozen=True):
    kind: str
    is_moment: bool
    seat: int | None
    hero: Line
    beside: str  # a shorter hero beside the rolled number, if there is one
    picture: Picture
    players: tuple[PicturedPlayerView, ...]
    podium: tuple[Pedestal, ...]
    more_lines: tuple[str, ...]
    instruction: Line | None
    why: str
    aside: CardView | None
    before: str
    next: str
    spoken: tuple[tuple[int, tuple[str, ...]], ...]  # clauses by entry
    detail: str = "normal"
    draw: FirstPlayerDraw | None = None

    @property
    def drawing(self) -> str | None:
        return self.picture.drawing


def scene_view(scene: Scene, table: TableContext) -> SceneView:
    scene = _with_rulings(scene, table)
    paying = _paying_hexes(scene.picture, table)
    hero_text, hero_key = say_aloud(scene.hero, table.locale), scene.hero[0].key
    is_shorter = scene.picture.roll is not None and hero_key in SHORTER_BESIDE_ROLL
    return SceneView(
        kind=scene.kind,
        is_moment=scene.is_moment,
        seat=scene.seat,
        hero=Line(scene.kind, hero_text, scene.seat, translation=in_second_language(scene.hero, table)),
        beside=table.say(f"{hero_key}.beside") if is_shorter else "",
        picture=scene.picture,
        players=tuple(pictured_player_view(player, table, paying) for player in scene.picture.players),
        podium=tuple(_podium(scene.picture.podium, table)),
        more_lines=tuple(map(table.say_message, scene.more_lines)),
        instruction=_step_line(scene.instruction, table) if scene.instruction else None,
        why=table.say_message(scene.why) if scene.why else "",
        aside=_aside_view(scene.aside, table),
        before=say_aloud(scene.before.lines, table.locale) if scene.before else "",
        next=say_aloud(scene.next.lines, table.locale) if scene.next else "",
        spoken=tuple((said.entry, tuple(map(table.say_message, said.clauses))) for said in scene.spoken),
        detail=scene.detail,
        draw=_draw(table),
    )


def _aside_view(aside: Prompt | Lesson | None, table: TableContext) -> CardView | None:
    if isinstance(aside, Lesson):
        return lesson_view(aside, table.locale)
    return prompt_view(aside, table) if aside is not None else None


def _with_rulings(scene: Scene, table: TableContext) -> Scene:
    """Replace the texts of rulings that the table made by their full text in the reader's language."""
    before = scene.before and replace(scene.before, lines=_with_ruling_texts(scene.before.lines, table))
    hero, more_lines = _with_ruling_texts(scene.hero, table), _with_ruling_texts(scene.more_lines, table)
    return replace(scene, hero=hero, more_lines=more_lines, before=before)


def _with_ruling_texts(lines: Sequence[Msg], table: TableContext) -> tuple[Msg, ...]:
    def in_full(line: Msg) -> Msg:
        text = translate_ruling(table.state, line.params["question"], line.params["text"], table.locale)
        return Msg(line.key, {**line.params, "text": Rendered(text)})

    return tuple(in_full(line) if line.key == RULING_MADE else line for line in lines)


def _draw(table: TableContext) -> FirstPlayerDraw | None:
    last = table.head
    while last.before is not None and isinstance(last.fact, SeatJoined | RulesAgreed):  # entered on phones meanwhile
        last = last.before
    fact = last.fact
    if not isinstance(fact, FirstPlayerChosen) or not fact.drawn:
        return None
    seats, names = active_seats(table.state), table.state.seats
    shown = tuple(DrawnSeat(add_soft_hyphens(names[one].name), names[one].colour, one == fact.seat) for one in seats)
    return FirstPlayerDraw(last.number, shown, seats.index(fact.seat))


def _step_line(step: Step, table: TableContext) -> Line:
    colour = table.colours[step.seat] if step.seat is not None else ""
    return Line(step.id, say_aloud(step.lines, table.locale), step.seat, colour)


def in_second_language(lines: Sequence[Msg], table: TableContext) -> str:
    second = table.preferences.second_language
    return "" if second in ("none", table.locale.language) else say_aloud(lines, replace(table.locale, language=second))


def pictured_player_view(
    player: PicturedPlayer, table: TableContext, paying: Mapping[tuple[int, str], str] = {}
) -> PicturedPlayerView:
    seat = table.state.seats[player.seat]
    taken = card_stacks(player.takes, "takes", table)
    cards = (
        *(replace(stack, source=paying.get((player.seat, stack.picture))) for stack in taken),
        *_hidden_cards(player.takes_unseen, "takes", table),
        *card_stacks(player.gives, "gives", table),
        *_hidden_cards(player.gives_unseen, "gives", table),
        *_hidden_cards(player.owes, "owes", table),
        *card_stacks(player.misses, "misses", table),
    )
    about = table.say("scene.hand", n=player.hand) if player.hand is not None else ""
    return PicturedPlayerView(
        seat=player.seat,
        name=add_soft_hyphens(seat.name),
        colour=seat.colour,
        cards=cards,
        about=table.say_message(player.why) if player.why is not None else about,
        title=player.title,
        length=player.length,
        points=player.points,
    )


def _paying_hexes(picture: Picture, table: TableContext) -> dict[tuple[int, str], str]:
    buildings = table.state.buildings
    return {
        (buildings[corner].seat, producer.resource): producer.at
        for producers in table.state.game.board.producers.values()
        for producer in producers
        if producer.at in picture.lit
        for corner in producer.corners
        if corner in buildings
    }


def card_stacks(counts: Mapping[Resource, int], direction: str, table: TableContext) -> Sequence[CardStack]:
    return [CardStack(kind, table.say("ui.resource", resource=kind), n, direction) for kind, n in counts.items() if n]


def _hidden_cards(count: int, direction: str, table: TableContext) -> Sequence[CardStack]:
    return [CardStack("back", table.say("scene.face_down"), count, direction)] if count else []


def _podium(seats: Sequence[int], table: TableContext) -> Sequence[Pedestal]:
    totals = {seat: points(table.state, seat) for seat in seats}
    most = max(totals.values(), default=0) or 1
    letters = NAME_LETTERS.get(len(seats), MIN_NAME_LETTERS)
    found = []
    for place, (seat, total) in enumerate(totals.items(), start=1):
        who = table.state.seats[seat]
        short = abbreviate_name(who.name, letters)
        found.append(Pedestal(place, add_soft_hyphens(who.name), who.colour, total, total / most, short))
    return found


def abbreviate_name(name: str, letters: int = MIN_NAME_LETTERS) -> str:
    """Return the first name or its first letters, counting combining marks with their letter.

    >>> [abbreviate_name(name) for name in ("Ana", "Maximiliana", "Bo van Dyk", "พรรณรายณ์")]
    ['Ana', 'Maximi.', 'Bo', 'พรรณรา.']
    """
    first = (name.split() or [""])[0]
    starts = [at for at, letter in enumerate(first) if not category(letter).startswith("M")]
    return first if len(starts) <= letters else f"{first[: starts[letters]]}."
