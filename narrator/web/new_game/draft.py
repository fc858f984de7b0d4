"""A game that is being prepared: read from an address or a form, written back into one, and made a set-up."""

from collections.abc import Mapping
from secrets import SystemRandom, randbelow
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.access.typed_text import clean_name
from narrator.bot.characters import LEVELS, Level
from narrator.core.message import Msg, Refusal, Refused, impossible, msg
from narrator.core.table.box import COLOURS, LARGE_BOX, Box, Colour
from narrator.core.table.house_rules import DUEL, PRESET_THEMES, PRESETS, house_rules
from narrator.core.table.player_names import same_name
from narrator.core.table.setup import BY_CHANCE, BoardSetup, Player, Setup, box_for, lay_board
from narrator.core.table.state import mode_for
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from narrator.web.auth.device import this_device
from narrator.web.board.laid_by_hand import Painting, painted, read_painting, write_painting, written
from narrator.web.rendering.page_query import parse_number
from narrator.web.rules.groups import read_rules
from narrator.web.rules.groups import written as written_rule

LAYOUTS = ("beginner", "spiral", "random_tokens", "manual")
TRACKINGS = ("board", "counts", "script")
DETAILS = ("first_game", "normal", "terse")
STARTS = ("normal", "first_game")
"""The two ways to start, by how much has to be said: everybody has played, or somebody has not."""
THEMES = ("classic", "clawtan")
DEALINGS = ("table", "app")
SEEDS = 1_000_000


class DraftSeat(Struct, frozen=True):
    """Where somebody sits."""

    name: str
    colour: Colour
    language: str
    bot: Level | None = None
    """Who plays here where nobody sits."""


class Draft(Struct, frozen=True):
    """A game that is being prepared."""

    chairs: tuple[DraftSeat, ...]
    edition: str
    layout: str
    seed: str
    tracking: str
    detail: str
    theme: str
    preset: str
    tiles: str
    harbours: str
    brush: str
    cards: str = "table"
    """Who deals: the table with the box's cards, or the app."""
    rules: dict[str, Any] = {}
    """What differs from the preset."""
    wrong: tuple[Refusal, ...] = ()
    """Rules that were sent and make no sense: then none of them is taken."""

    @property
    def count(self) -> int:
        return len(self.chairs)


def read_draft(form: Mapping[str, str]) -> Draft:
    """What was chosen so far, with a good default for everything else."""
    count = min(6, max(2, parse_number(form.get("players", "")) or 4))
    preset = _one_of(form.get("preset"), presets_for(count))
    rules, wrong = _rules(form, preset, count)
    draft = Draft(
        chairs=_chairs(form, count),
        edition=_edition(form, preset, wrong),
        layout=_one_of(form.get("layout"), LAYOUTS),
        seed=form.get("seed", "")[:40] if form.get("roll") != "seed" else str(randbelow(SEEDS)),
        tracking=_one_of(form.get("tracking"), TRACKINGS),
        detail=_one_of(form.get("detail"), DETAILS, "normal"),
        theme=_theme(form, preset),
        preset=preset,
        rules=rules,
        wrong=wrong,
        tiles=form.get("tiles", "")[:60],
        harbours=form.get("harbours", "")[:200],
        brush=form.get("brush", "land-forest")[:20],
    )
    return _painted(replace(draft, cards=_cards(form, draft)), form)


def _cards(form: Mapping[str, str], draft: Draft) -> str:
    return _one_of(form.get("cards"), DEALINGS) if can_be_dealt(draft) else "table"


def can_be_dealt(draft: Draft) -> bool:
    """The app deals where it knows every hand: on a drawn board, and not in Catan for Two with its forced trades."""
    rules = house_rules(rules_of(draft), draft.count)
    return draft.tracking == "board" and not (draft.count == 2 and rules.two_player_mode == "catan_for_two")


def presets_for(players: int) -> tuple[str, ...]:
    """Those that go with so many players: a duel is for two."""
    return tuple(name for name, rules in PRESETS.items() if players == 2 or rules.get("two_player_mode") != "duel")


def with_seed(draft: Draft) -> Draft:
    """A board that chance lays is shown before the game begins: then it has to lie as it was shown."""
    by_chance = draft.layout in BY_CHANCE
    return replace(draft, seed=str(randbelow(SEEDS))) if by_chance and not draft.seed else draft


def _rules(form: Mapping[str, str], preset: str, count: int) -> tuple[dict[str, Any], tuple[Refusal, ...]]:
    """The rules that were set one by one, as far as they are not the preset's anyway. One wrong, and none is taken."""
    sent = {name.removeprefix("r."): value for name, value in form.items() if name.startswith("r.")}
    if form.get("preset") and form["preset"] not in PRESETS:
        return {}, (impossible("rules.unknown_preset", preset=form["preset"][:40], allowed=list(PRESETS)),)
    try:
        read = read_rules(sent)
        mode = {key: read[key] for key in ("two_player_mode",) if key in read}
        if mode and form.get("was_mode", mode["two_player_mode"]) != mode["two_player_mode"]:
            # What the page showed belongs to the mode before: the one that was tapped just now brings its own.
            read = {key: value for key, value in read.items() if key not in DUEL}
        plain = house_rules({"preset": preset}, count)
        brought = house_rules({"preset": preset, **mode}, count)
        box_for(count, house_rules({"preset": preset, **read}, count))
    except Refused as refused:
        return {}, refused.reasons
    usual = {key: getattr(plain if key in mode else brought, key) for key in read}
    return {key: value for key, value in read.items() if key != "edition" and value != usual[key]}, ()


def _edition(form: Mapping[str, str], preset: str, wrong: tuple[Refusal, ...]) -> str:
    """The box on the table: as a rule, as the page has it, or as the preset that was tapped just now brings it."""
    by_preset: str = PRESETS[preset].get("edition", "6e")
    if not wrong and "r.edition" in form:
        return form["r.edition"]
    is_new = form.get("was", preset) != preset
    return by_preset if is_new else _one_of(form.get("edition"), ("6e", "5e"), by_preset)


def _theme(form: Mapping[str, str], preset: str) -> str:
    """As the page has it; a preset that was tapped just now brings its own, and takes it away again."""
    before = form.get("was", preset)
    by_preset: str = PRESET_THEMES.get(preset, "classic")
    if before != preset and (preset in PRESET_THEMES or before in PRESET_THEMES):
        return by_preset
    return _one_of(form.get("theme"), THEMES, by_preset)


def rules_of(draft: Draft) -> dict[str, Any]:
    """The rules as a game's set-up has them: a preset, and what differs from it."""
    edition = {} if PRESETS[draft.preset].get("edition", "6e") == draft.edition else {"edition": draft.edition}
    return {"preset": draft.preset, **edition, **draft.rules}


def draft_fields(draft: Draft) -> dict[str, str]:
    """The draft as an address carries it."""
    fields = {
        "players": str(draft.count),
        "edition": draft.edition,
        "layout": draft.layout,
        "seed": draft.seed,
        "tracking": draft.tracking,
        "detail": draft.detail,
        "theme": draft.theme,
        "preset": draft.preset,
        "tiles": draft.tiles,
        "harbours": draft.harbours,
        "cards": "app" if draft.cards == "app" else "",
    }
    for number, chair in enumerate(draft.chairs):
        fields |= {f"name{number}": chair.name, f"colour{number}": chair.colour, f"language{number}": chair.language}
        fields |= {f"bot{number}": chair.bot or ""}
    fields |= {f"r.{key}": written_rule(value) for key, value in draft.rules.items()}
    return {name: value for name, value in fields.items() if value}


def _one_of(value: str | None, allowed: tuple[str, ...], default: str | None = None) -> str:
    return value if value in allowed else default or allowed[0]


def _chairs(form: Mapping[str, str], count: int) -> tuple[DraftSeat, ...]:
    device = this_device()
    taken: list[Colour] = []
    chairs = []
    for number in range(count):
        wanted = form.get(f"colour{number}")
        free = [colour for colour in COLOURS if colour not in taken]
        colour: Colour = wanted if wanted in free else free[0]
        taken.append(colour)
        name = clean_name(form.get(f"name{number}", ""))
        language = _one_of(form.get(f"language{number}"), LANGUAGES, device.lang)
        bot = form.get(f"bot{number}")
        chairs.append(DraftSeat(name, colour, language, bot if bot in LEVELS else None))
    if form.get("roll") == "seats":
        SystemRandom().shuffle(chairs)
    return tuple(chairs)


def _painted(draft: Draft, form: Mapping[str, str]) -> Draft:
    """A dab on the board, or a whole board to start painting from."""
    if draft.layout != "manual":
        return draft
    box = box_of(draft)
    painting = read_painting(box, draft.tiles, draft.harbours)
    if form.get("roll") == "start":
        painting = _from_booklet(draft)
    elif form.get("roll") == "empty":
        painting = Painting({}, {}, {})
    elif at := form.get("paint"):
        painting = painted(painting, draft.brush, at)
    tiles, harbours = write_painting(box, painting)
    return replace(draft, tiles=tiles, harbours=harbours)


def _from_booklet(draft: Draft) -> Painting:
    rules = house_rules(rules_of(draft), draft.count)
    board = lay_board(BoardSetup(_booklet(draft)), box_of(draft), rules)
    return Painting(board.terrain, board.numbers, board.harbours)


def _booklet(draft: Draft) -> Any:
    return "beginner_56" if box_of(draft) == LARGE_BOX else f"beginner_{draft.edition}"


def box_of(draft: Draft) -> Box:
    return box_for(draft.count, house_rules(rules_of(draft), draft.count))


def setup_of(draft: Draft) -> Setup:
    """The draft as a game's set-up."""
    device = this_device()
    locale = TableLocale(device.lang)
    bots = None if no_bots(draft) else [chair.bot for chair in draft.chairs]
    players = [
        Player(name, chair.colour, chair.language, bots[number] if bots else None)
        for number, (chair, name) in enumerate(zip(draft.chairs, names_of(draft, locale), strict=True))
    ]
    return Setup(
        players,
        tracking=draft.tracking,  # type: ignore[arg-type]
        theme=draft.theme,  # type: ignore[arg-type]
        detail=draft.detail,  # type: ignore[arg-type]
        rules=_rules_to_start(draft),
        cards=draft.cards,  # type: ignore[arg-type]
        board=_board_setup(draft) if draft.tracking == "board" else None,
    )


def names_of(draft: Draft, locale: TableLocale) -> list[str]:
    """Who has no name is called by the number of the chair; a bot has one of its own, whichever nobody else has."""
    own = [say(msg(f"bot.name.{number}"), locale) for number in range(1, 7)]
    free = [name for name in own if same_name(name) not in {same_name(chair.name) for chair in draft.chairs}]
    with_bots = no_bots(draft) is None
    return [
        chair.name or (free.pop(0) if chair.bot and with_bots else say(msg("player.name", n=number), locale))
        for number, chair in enumerate(draft.chairs, start=1)
    ]


def no_bots(draft: Draft) -> Msg | None:
    """Why no bot can sit at such a table."""
    if draft.tracking != "board":
        return msg(f"bot.not.{draft.tracking}")
    rules = house_rules(rules_of(draft), draft.count)
    return msg("bot.not.for_two") if mode_for(rules, draft.count, draft.count).neutrals else None


def _rules_to_start(draft: Draft) -> dict[str, Any]:
    """In a first game everybody may ask for a hint, unless the table has chosen otherwise."""
    by_detail = {"hints": "on_request"} if draft.detail == "first_game" else {}
    return {**by_detail, **rules_of(draft)}


def _board_setup(draft: Draft) -> BoardSetup:
    if draft.layout == "beginner":
        return BoardSetup(_booklet(draft))
    if draft.layout == "manual":
        box = box_of(draft)
        return written(read_painting(box, draft.tiles, draft.harbours), box)
    return BoardSetup(draft.layout, seed=draft.seed or None, mixed=True)  # type: ignore[arg-type]
