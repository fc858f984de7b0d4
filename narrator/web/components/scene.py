"""A scene in words: what the director puts on stage, as a template draws it."""

from collections.abc import Mapping, Sequence
from unicodedata import category

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg
from narrator.core.table.cards import Resource
from narrator.core.table.events import FirstPlayerChosen, RulesAgreed, SeatJoined
from narrator.core.table.state import GameState, active_seats, points
from narrator.script.model import Step
from narrator.script.scenes.model import Chip, Picture, Scene
from narrator.text.locale import breakable
from narrator.text.render import Rendered, TableLocale, say, say_aloud
from narrator.web.components.explanations import CardView, aside_view
from narrator.web.rendering.rulings import in_words
from narrator.web.rendering.table_context import TableContext

BESIDE = frozenset(f"scene.payout.{what}.beside" for what in ("take", "all", "nobody"))
"""Heroes that are shorter beside the number that was rolled."""
FANNED = 3
"""So many equal cards are shown one by one; more are one card and a number."""
SHORT = 6
"""So many letters of a name go above a column of a phone, where there are many of them."""
ROOM = {1: 9, 2: 9, 3: 9, 4: 7}
"""So many where there are fewer."""


class Cards(Struct, frozen=True):
    """Equal cards on a chip."""

    picture: str
    """A resource, or `back` for cards that lie face down."""
    name: str
    count: int
    way: str
    """`takes`, `gives`, `misses` or `owes`."""
    source: str | None = None
    """The hex that pays them: from there they travel."""

    @property
    def shown(self) -> int:
        return self.count if self.count <= FANNED else 1

    @property
    def sign(self) -> str:
        return {"takes": "+", "gives": "−", "owes": "−"}.get(self.way, "")


class ChipView(Struct, frozen=True):
    """A player in a picture."""

    seat: int
    name: str
    colour: str
    cards: tuple[Cards, ...]
    about: str = ""
    """A small line below the name."""
    title: str | None = None
    length: int | None = None
    points: tuple[int, int] | None = None


class Pedestal(Struct, frozen=True):
    """A place on the podium."""

    place: int
    name: str
    colour: str
    points: int
    part: float
    """Its height, beside the winner's."""
    short: str = ""
    """The name where there is little room."""
    hidden: int = 0
    """Development cards that may hold points still."""
    is_asked: bool = False
    gained: int = 0
    """Points that were shown just now, and its height before that."""
    before: float = 0.0


class DrawnSeat(Struct, frozen=True):
    """A player among those of whom the first was drawn."""

    name: str
    colour: str
    is_drawn: bool


class Draw(Struct, frozen=True):
    """The draw of the first player, as long as nothing else has happened."""

    entry: int
    seats: tuple[DrawnSeat, ...]
    stop: int
    """Where in `seats` it stops."""


class SceneView(Struct, frozen=True):
    kind: str
    is_moment: bool
    seat: int | None
    hero: Line
    beside: str
    """The hero where the number stands beside it."""
    picture: Picture
    chips: tuple[ChipView, ...]
    podium: tuple[Pedestal, ...]
    second: tuple[str, ...]
    order: Line | None
    why: str
    aside: CardView | None
    before: str
    next: str
    spoken: tuple[tuple[int, tuple[str, ...]], ...]
    detail: str = "normal"
    draw: Draw | None = None

    @property
    def drawing(self) -> str | None:
        """Where the scene is a page of the opening."""
        return self.picture.drawing


def scene_view(scene: Scene, table: TableContext) -> SceneView:
    scene = with_rulings(scene, table.now, table.locale)
    paying = _paying(scene.picture, table)
    return SceneView(
        kind=scene.kind,
        is_moment=scene.is_moment,
        seat=scene.seat,
        hero=_hero(scene, table),
        beside=_beside(scene, table),
        picture=scene.picture,
        chips=tuple(chip_view(chip, table, paying) for chip in scene.picture.chips),
        podium=tuple(_podium(scene.picture.podium, table)),
        second=tuple(table.tell(line) for line in scene.second),
        order=line_of(scene.order, table) if scene.order else None,
        why=table.tell(scene.why) if scene.why else "",
        aside=aside_view(scene.aside, table),
        before=_said(scene.before, table),
        next=_said(scene.next, table),
        spoken=tuple((said.entry, _clauses(said.clauses, table.locale)) for said in scene.spoken),
        detail=scene.detail,
        draw=_draw(table),
    )


def _draw(table: TableContext) -> Draw | None:
    last = table.head
    while last.before is not None and isinstance(last.fact, SeatJoined | RulesAgreed):  # on phones, meanwhile
        last = last.before
    fact = last.fact
    if not isinstance(fact, FirstPlayerChosen) or not fact.drawn:
        return None
    seats = active_seats(table.now)
    names = table.now.seats
    shown = tuple(DrawnSeat(breakable(names[one].name), names[one].colour, one == fact.seat) for one in seats)
    return Draw(last.number, shown, seats.index(fact.seat))


def _clauses(clauses: tuple[Msg, ...], locale: TableLocale) -> tuple[str, ...]:
    """What the voice says of an entry: with every tap it says the last ones again."""
    return tuple(say(clause, locale) for clause in clauses)


def _hero(scene: Scene, table: TableContext) -> Line:
    text = say_aloud(scene.hero, table.locale)
    return Line(id=scene.kind, text=text, seat=scene.seat, second=said_again(scene.hero, table))


def _beside(scene: Scene, table: TableContext) -> str:
    key = f"{scene.hero[0].key}.beside"
    return table.say(key) if scene.picture.roll is not None and key in BESIDE else ""


def _said(step: Step | None, table: TableContext) -> str:
    return say_aloud(step.lines, table.locale) if step else ""


def chip_view(chip: Chip, table: TableContext, paying: Mapping[tuple[int, str], str] = {}) -> ChipView:
    seat = table.now.seats[chip.seat]
    cards = (
        *(
            replace(cards, source=paying.get((chip.seat, cards.picture)))
            for cards in stacks(chip.takes, "takes", table)
        ),
        *_unseen(chip.takes_unseen, "takes", table),
        *stacks(chip.gives, "gives", table),
        *_unseen(chip.gives_unseen, "gives", table),
        *_unseen(chip.owes, "owes", table),
        *stacks(chip.misses, "misses", table),
    )
    return ChipView(
        seat=chip.seat,
        name=breakable(seat.name),
        colour=seat.colour,
        cards=cards,
        about=_about(chip, table),
        title=chip.title,
        length=chip.length,
        points=chip.points,
    )


def _paying(picture: Picture, table: TableContext) -> dict[tuple[int, str], str]:
    """Which of the hexes that light up pays a seat a resource."""
    board, buildings = table.now.game.board, table.now.buildings
    if board is None or not picture.lit:
        return {}
    return {
        (buildings[corner].seat, producer.resource): producer.at
        for producers in board.producers.values()
        for producer in producers
        if producer.at in picture.lit
        for corner in producer.corners
        if corner in buildings
    }


def _about(chip: Chip, table: TableContext) -> str:
    about: Msg | None = chip.why
    if about is not None:
        return table.tell(about)
    return table.say("scene.hand", n=chip.hand) if chip.hand is not None else ""


def stacks(counts: Mapping[Resource, int], way: str, table: TableContext) -> Sequence[Cards]:
    return [
        Cards(resource, table.say("ui.resource", resource=resource), count, way)
        for resource, count in counts.items()
        if count
    ]


def _unseen(count: int, way: str, table: TableContext) -> Sequence[Cards]:
    return [Cards("back", table.say("scene.face_down"), count, way)] if count else []


def _podium(seats: Sequence[int], table: TableContext) -> Sequence[Pedestal]:
    state = table.now
    most = max((points(state, seat) for seat in seats), default=0) or 1
    letters = ROOM.get(len(seats), SHORT)
    return [_pedestal(place, seat, most, letters, table) for place, seat in enumerate(seats, start=1)]


def _pedestal(place: int, seat: int, most: int, letters: int, table: TableContext) -> Pedestal:
    who, count = table.now.seats[seat], points(table.now, seat)
    return Pedestal(place, breakable(who.name), who.colour, count, count / most, short_name(who.name, letters))


def short_name(name: str, letters: int = SHORT) -> str:
    """The first name, or its first letters; marks above and below a letter go with it.

    >>> short_name("Ana"), short_name("Maximiliana"), short_name("Bo van Dyk"), short_name("พรรณรายณ์")
    ('Ana', 'Maximi.', 'Bo', 'พรรณรา.')
    """
    first = (name.split() or [""])[0]
    starts = [at for at, letter in enumerate(first) if not category(letter).startswith("M")]
    return first if len(starts) <= letters else f"{first[: starts[letters]]}."


LENGTHS = ((46, "short"), (84, "middle"), (140, "long"))
"""How many letters a line has, and how it is set: the shorter, the larger."""


class Line(Struct, frozen=True):
    """One line of the prompter."""

    id: str
    text: str
    seat: int | None = None
    colour: str = ""
    """Of that seat."""
    why: str = ""
    second: str = ""
    """The same line in a second language."""

    @property
    def length(self) -> str:
        return next((name for most, name in LENGTHS if len(self.text) <= most), "longest")


def line_of(step: Step, table: TableContext, why: bool = False) -> Line:
    return Line(
        id=step.id,
        text=say_aloud(step.lines, table.voice),
        seat=step.seat,
        colour=table.colours[step.seat] if step.seat is not None else "",
        why=table.tell(step.why) if why and step.why else "",
        second=said_again(step.lines, table) if why else "",
    )


def said_again(lines: Sequence[Msg], table: TableContext) -> str:
    """The same in the second language that this device wants, if any."""
    second = table.device.second
    return "" if second in ("none", table.voice.language) else say_aloud(lines, replace(table.voice, language=second))


TOLD = "event.ruling_made"


def with_rulings(scene: Scene, state: GameState, voice: TableLocale) -> Scene:
    """A scene in which what the table decided is said in the reader's language, and to its end."""
    told = [*scene.hero, *scene.second, *(scene.before.lines if scene.before else ())]
    if all(line.key != TOLD for line in told):
        return scene
    before = replace(scene.before, lines=_with_ruling_texts(scene.before.lines, state, voice)) if scene.before else None
    return replace(
        scene,
        hero=_with_ruling_texts(scene.hero, state, voice),
        second=_with_ruling_texts(scene.second, state, voice),
        before=before,
    )


def _with_ruling_texts(lines: Sequence[Msg], state: GameState, voice: TableLocale) -> tuple[Msg, ...]:
    return tuple(_in_full(line, state, voice) if line.key == TOLD else line for line in lines)


def _in_full(line: Msg, state: GameState, voice: TableLocale) -> Msg:
    case, text = line.params["question"], line.params["text"]
    return Msg(TOLD, {**line.params, "text": Rendered(in_words(state, case, text, voice))})
