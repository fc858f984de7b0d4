"""The dice: a pad of totals, or both dice one after the other. During a turn, the next player's dice also end it."""

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.record.judging import apply
from narrator.core.record.next_roll import next_roll
from narrator.core.table.events import AnyFact, DiceRolled, TurnEnded
from narrator.core.table.phase import interlude_of
from narrator.web.panels.actions import end_turn_label
from narrator.web.panels.panel import Button, Row
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext

TOTAL_SHORTCUTS = {10: "0", 11: "-", 12: "="}  # keyboard shortcuts of the totals that are not a digit


class DicePad(Struct, frozen=True):
    seat: int  # whose dice they are
    row: Row
    ends_turn: bool
    other_entry_mode: str  # what the device can switch to: `two` or `total`
    end_button: Button | None = None  # ends the turn without a roll
    is_app_throwing: bool = False  # the app throws them: one button instead of the pad
    is_blocked: bool = False  # the turn has to end first: the next player may act before the roll


def dice_pad(table: TableContext) -> DicePad | None:
    roll = next_roll(table.panel_state)
    if roll is None:
        return None
    ends = roll.turn_ends
    pad = DicePad(roll.seat, Row(()), bool(ends), "", _end_button(table, ends))
    if table.state.rules.dice_source == "app":
        return replace(pad, is_app_throwing=True)
    if table.preferences.dice == "two":
        return replace(pad, row=_two_dice_row(table, ends, pad.seat), other_entry_mode="total")
    return replace(pad, row=_totals_row(ends, pad.seat, table.query.late), other_entry_mode="two")


def _end_button(table: TableContext, turn_ends: tuple[TurnEnded, ...]) -> Button | None:
    if not turn_ends:
        return None
    part = interlude_of(apply(table.panel_state, turn_ends[0]).phase) if len(turn_ends) > 1 else None
    if part is not None:  # another player has a part before those dice and must not be passed over
        label = table.say(f"ui.part.{part.step}", seat=part.seat)
        return Button(label, turn_ends[:1], icon="end", seat=part.seat, shortcut="e")
    return Button(end_turn_label(table), turn_ends[:1], icon="end", shortcut="e")


def _totals_row(turn_ends: tuple[TurnEnded, ...], seat: int, late: bool) -> Row:
    before: tuple[AnyFact, ...] = tuple(replace(event, late=late) for event in turn_ends)
    rolls = {n: (*before, DiceRolled(seat=seat, total=n, late=late)) for n in range(2, 13)}
    totals = (Button(str(n), roll, shortcut=TOTAL_SHORTCUTS.get(n, str(n))) for n, roll in rolls.items())
    return Row(tuple(totals), look="dice")


def _two_dice_row(table: TableContext, turn_ends: tuple[TurnEnded, ...], seat: int) -> Row:
    first = table.query.number("die")
    if first is None or not 1 <= first <= 6:
        dice = [Button(str(n), href=href(table.query, die=n), icon=f"die{n}", shortcut=str(n)) for n in range(1, 7)]
        return Row(tuple(dice), look="dice")
    chosen = Button(str(first), href=href(table.query, die=None), icon=f"die{first}", is_picked=True)
    rolls = {n: table.mark_if_late(*turn_ends, DiceRolled(seat=seat, dice=(first, n))) for n in range(1, 7)}
    seconds = (Button(str(n), roll, icon=f"die{n}", shortcut=str(n)) for n, roll in rolls.items())
    return Row((chosen, *seconds), look="dice")
