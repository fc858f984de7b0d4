"""Agreeing to tonight's rules: who is asked for it, and a seat's own word."""

from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import RuleChanged, RulesAgreed
from narrator.core.table.phase import Over, SettingUp
from narrator.core.table.state import active_seats

from .games import Games


def agree(games: Games, game: str, seat: int) -> None:
    """A seat's own word, so it is entered at once. Raises `EntryRefused`."""
    state = games.record(game).state
    if seat not in state.agreed:
        games.enter(game, [RulesAgreed(seat=seat)], None, f"agreed {seat} {state.seq}")


def asks_agreement(head: Snapshot, seat: int) -> bool:
    """Before the first placement, and again after a rule was changed that the host was not free to change."""
    if seat in head.state.agreed or isinstance(head.state.phase, Over):
        return False
    return isinstance(head.state.phase, SettingUp) or _was_changed(head)


def waiting_for(head: Snapshot) -> list[int]:
    """Who has not agreed yet to what was changed in mid-game."""
    if isinstance(head.state.phase, SettingUp | Over):
        return []
    silent = [seat for seat in active_seats(head.state) if seat not in head.state.agreed]
    return silent if silent and _was_changed(head) else []


def _was_changed(head: Snapshot) -> bool:
    """Whether a change of a rule needed everybody's word: that is for the rules before it to say."""
    now = head
    while (before := now.before) is not None:
        if isinstance(now.fact, RuleChanged) and not now.left_out and before.state.rules.rules_lock != "free":
            return True
        now = before
    return False
