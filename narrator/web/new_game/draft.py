"""A game in preparation: read from the query or a form, written back into a query, converted to a `Setup`."""

from collections.abc import Mapping
from secrets import SystemRandom, randbelow
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.access.typed_input import clean_name
from narrator.bot.characters import BOT_LEVELS
from narrator.core.message import Msg, Refusal, Refused, impossible, msg
from narrator.core.table.box import COLOURS, LARGE_BOX, Box, Colour
from narrator.core.table.house_rules import DUEL_RULES, PRESET_THEMES, PRESETS, HouseRules, make_house_rules
from narrator.core.table.layouts import colours_offered
from narrator.core.table.player_names import normalized_name
from narrator.core.table.setup import RANDOM_LAYOUTS, BoardSetup, Player, Setup, board_for, box_for
from narrator.core.table.state import BotLevel, mode_for
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from narrator.web.auth.preferences import current_preferences
from narrator.web.board.manual_layout import Painting, apply_brush, board_setup, encode_painting, parse_painting
from narrator.web.rendering.page_query import parse_number
from narrator.web.rules.groups import form_value, parse_rules

LAYOUTS = ("beginner", "spiral", "random_tokens", "manual")
TRACKINGS = ("board", "counts", "script")
DETAILS = ("first_game", "normal", "terse")
SHORT_FORM_DETAILS = ("normal", "first_game")  # the details that the short form offers
THEMES = ("classic", "clawtan")
CARD_DEALERS = ("table", "app")  # who deals the cards
SEEDS = 1_000_000


class DraftSeat(Struct, frozen=True):
    name: str
    colour: Colour
    language: str
    bot: BotLevel | None = None


class Draft(Struct, frozen=True):
    """A game in preparation. `rules` has only what differs from the preset, and nothing if `wrong` is not empty."""

    seats: tuple[DraftSeat, ...]
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
    rules: dict[str, Any] = {}
    wrong: tuple[Refusal, ...] = ()

    @property
    def is_dealt(self) -> bool:
        return self.cards == "app"

    @property
    def count(self) -> int:
        return len(self.seats)

    @property
    def preset_and_rules(self) -> dict[str, Any]:
        """The rules as a `Setup` has them."""
        edition = {} if PRESETS[self.preset].get("edition", "6e") == self.edition else {"edition": self.edition}
        return {"preset": self.preset, **edition, **self.rules}

    @property
    def house_rules(self) -> HouseRules:
        return make_house_rules(self.preset_and_rules, self.count)

    @property
    def box(self) -> Box:
        return box_for(self.count, self.house_rules)


def draft_locale(draft: Draft, language: str) -> TableLocale:
    """Return the words of the game in preparation: those of its edition and theme."""
    rules = draft.house_rules
    return TableLocale(language, theme=draft.theme, word_set=rules.words, edition=rules.edition)


def parse_draft(form: Mapping[str, str]) -> Draft:
    count = min(6, max(2, parse_number(form.get("players", "")) or 4))
    preset = _one_of(form.get("preset"), presets_for(count))
    rules, wrong = _rules(form, preset, count)
    draft = Draft(
        seats=_seats(form, count),
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
    cards = _one_of(form.get("cards"), CARD_DEALERS) if can_be_dealt(draft) else "table"
    return _painted(replace(draft, cards=cards, seats=_with_offered_colours(draft)), form)


def offered_colours(draft: Draft) -> tuple[Colour, ...]:
    """Return the colors to choose from; three players on the booklet's island leave one in the box (S-05)."""
    layout = _booklet_layout(draft) if draft.layout == "beginner" else draft.layout
    return colours_offered(layout, draft.count, COLOURS)


def _with_offered_colours(draft: Draft) -> tuple[DraftSeat, ...]:
    offered = offered_colours(draft)
    free = [colour for colour in offered if colour not in {seat.colour for seat in draft.seats}]
    return tuple(seat if seat.colour in offered else replace(seat, colour=free.pop(0)) for seat in draft.seats)


def can_be_dealt(draft: Draft) -> bool:
    """Whether the app can deal: it must know every hand, so it needs a board and no forced trades for two."""
    is_catan_for_two = draft.count == 2 and draft.house_rules.two_player_mode == "catan_for_two"
    return draft.tracking == "board" and not is_catan_for_two


def presets_for(players: int) -> tuple[str, ...]:
    return tuple(name for name, rules in PRESETS.items() if players == 2 or rules.get("two_player_mode") != "duel")


def with_seed(draft: Draft) -> Draft:
    """Fix the seed of a random board, so that the game starts with the board that the page shows."""
    by_chance = draft.layout in RANDOM_LAYOUTS
    return replace(draft, seed=str(randbelow(SEEDS))) if by_chance and not draft.seed else draft


def _rules(form: Mapping[str, str], preset: str, count: int) -> tuple[dict[str, Any], tuple[Refusal, ...]]:
    """Return the single rules that differ from the preset, or none of them and what is wrong."""
    sent = {name.removeprefix("r."): value for name, value in form.items() if name.startswith("r.")}
    if form.get("preset") and form["preset"] not in PRESETS:
        return {}, (impossible("rules.unknown_preset", preset=form["preset"][:40], allowed=list(PRESETS)),)
    try:
        read = parse_rules(sent)
        mode = {key: read[key] for key in ("two_player_mode",) if key in read}
        if mode and form.get("was_mode", mode["two_player_mode"]) != mode["two_player_mode"]:
            # The form shows the rules of the previous mode; the new one brings its own.
            read = {key: value for key, value in read.items() if key not in DUEL_RULES}
        of_preset = make_house_rules({"preset": preset}, count)
        of_mode = make_house_rules({"preset": preset, **mode}, count)
        box_for(count, make_house_rules({"preset": preset, **read}, count))
    except Refused as refused:
        return {}, refused.reasons
    usual = {key: getattr(of_preset if key in mode else of_mode, key) for key in read}
    return {key: value for key, value in read.items() if key != "edition" and value != usual[key]}, ()


def _edition(form: Mapping[str, str], preset: str, wrong: tuple[Refusal, ...]) -> str:
    """Return the edition set as a rule or in the form; a preset that was just chosen brings its own."""
    by_preset: str = PRESETS[preset].get("edition", "6e")
    if not wrong and "r.edition" in form:
        return form["r.edition"]
    is_new = form.get("was", preset) != preset
    return by_preset if is_new else _one_of(form.get("edition"), ("6e", "5e"), by_preset)


def _theme(form: Mapping[str, str], preset: str) -> str:
    """Return the theme in the form; a preset that was just chosen or left brings or removes its own."""
    previous = form.get("was", preset)
    by_preset: str = PRESET_THEMES.get(preset, "classic")
    if previous != preset and (preset in PRESET_THEMES or previous in PRESET_THEMES):
        return by_preset
    return _one_of(form.get("theme"), THEMES, by_preset)


def draft_fields(draft: Draft) -> dict[str, str]:
    names = ("edition", "layout", "seed", "tracking", "detail", "theme", "preset", "tiles", "harbours")
    fields = {"players": str(draft.count), **{name: getattr(draft, name) for name in names}}
    fields["cards"] = "app" if draft.is_dealt else ""
    for number, seat in enumerate(draft.seats):
        fields |= {f"name{number}": seat.name, f"colour{number}": seat.colour, f"language{number}": seat.language}
        fields |= {f"bot{number}": seat.bot or ""}
    fields |= {f"r.{key}": form_value(value) for key, value in draft.rules.items()}
    return {name: value for name, value in fields.items() if value}


def _one_of(value: str | None, allowed: tuple[str, ...], default: str | None = None) -> str:
    return value if value in allowed else default or allowed[0]


def _seats(form: Mapping[str, str], count: int) -> tuple[DraftSeat, ...]:
    seats: list[DraftSeat] = []
    for number in range(count):
        wanted = form.get(f"colour{number}")
        taken = {seat.colour for seat in seats}
        free = [colour for colour in COLOURS if colour not in taken]
        colour: Colour = wanted if wanted in free else free[0]
        name = clean_name(form.get(f"name{number}", ""))
        language = _one_of(form.get(f"language{number}"), LANGUAGES, current_preferences().lang)
        bot = form.get(f"bot{number}")
        seats.append(DraftSeat(name, colour, language, bot if bot in BOT_LEVELS else None))
    if form.get("roll") == "seats":
        SystemRandom().shuffle(seats)
    return tuple(seats)


def _painted(draft: Draft, form: Mapping[str, str]) -> Draft:
    """Apply a tap on a board that is laid by hand, or start again from the booklet's or an empty board."""
    if draft.layout != "manual":
        return draft
    painting = parse_painting(draft.box, draft.tiles, draft.harbours)
    if form.get("roll") == "start":
        board = board_for(BoardSetup(_booklet_layout(draft)), draft.box, draft.house_rules)
        painting = Painting(board.terrain, board.numbers, board.harbours)
    elif form.get("roll") == "empty":
        painting = Painting({}, {}, {})
    elif at := form.get("paint"):
        painting = apply_brush(painting, draft.brush, at)
    tiles, harbours = encode_painting(draft.box, painting)
    return replace(draft, tiles=tiles, harbours=harbours)


def _booklet_layout(draft: Draft) -> Any:
    return "beginner_56" if draft.box == LARGE_BOX else f"beginner_{draft.edition}"


def setup_of(draft: Draft) -> Setup:
    with_bots = why_no_bots(draft) is None
    players = [
        Player(name, seat.colour, seat.language, seat.bot if with_bots else None)
        for seat, name in zip(draft.seats, player_names(draft, TableLocale(current_preferences().lang)), strict=True)
    ]
    # In a first game everybody may ask for hints, unless the rules say otherwise.
    hints = {"hints": "on_request"} if draft.detail == "first_game" else {}
    return Setup(
        players,
        tracking=draft.tracking,  # type: ignore[arg-type]
        theme=draft.theme,  # type: ignore[arg-type]
        detail=draft.detail,  # type: ignore[arg-type]
        rules={**hints, **draft.preset_and_rules},
        cards=draft.cards,  # type: ignore[arg-type]
        board=_board_setup(draft) if draft.tracking == "board" else None,
    )


def player_names(draft: Draft, locale: TableLocale) -> list[str]:
    """Return everybody's name: unnamed players are numbered, unnamed bots get an unused bot name."""
    taken = {normalized_name(seat.name) for seat in draft.seats}
    bot_names = (say(msg(f"bot.name.{number}"), locale) for number in range(1, 7))
    free = [name for name in bot_names if normalized_name(name) not in taken]
    with_bots = why_no_bots(draft) is None
    return [
        seat.name or (free.pop(0) if seat.bot and with_bots else say(msg("player.name", n=number), locale))
        for number, seat in enumerate(draft.seats, start=1)
    ]


def why_no_bots(draft: Draft) -> Msg | None:
    if draft.tracking != "board":
        return msg(f"bot.not.{draft.tracking}")
    has_neutrals = mode_for(draft.house_rules, draft.count, draft.count).neutrals
    return msg("bot.not.for_two") if has_neutrals else None


def _board_setup(draft: Draft) -> BoardSetup:
    if draft.layout == "beginner":
        return BoardSetup(_booklet_layout(draft))
    if draft.layout == "manual":
        return board_setup(parse_painting(draft.box, draft.tiles, draft.harbours), draft.box)
    return BoardSetup(draft.layout, seed=draft.seed or None, mixed=True)  # type: ignore[arg-type]
