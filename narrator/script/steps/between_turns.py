"""Between two turns of five or six: the partner's part, or special building in turn."""

from narrator.core.message import msg
from narrator.core.play.checklist import only_tells
from narrator.core.play.development import playable_cards
from narrator.core.record.facts import types_of
from narrator.core.table.phase import Part, PartnerActing
from narrator.core.table.state import GameState
from narrator.script.model import Step


def can_play(state: GameState, seat: int) -> bool:
    """Whether there may be a card to play: where nobody counts them, or the count is in doubt, there may."""
    if state.rules.development_cards == "off":
        return False
    is_unsure = only_tells(state) or f"development_cards.{seat}" in state.unsure
    return is_unsure or playable_cards(state, seat) > 0


def part_step(state: GameState, part: Part, detail: str) -> Step:
    """What one player may do between two turns."""
    partner = isinstance(part, PartnerActing)
    with_cards = can_play(state, part.seat) if partner else state.rules.development_cards == "on"
    cards = types_of("card") if partner else ()
    name = part.step if with_cards else f"{part.step}_no_cards"
    return Step(
        id=f"turn.{part.step}",
        seat=part.seat,
        lines=(msg(f"step.{name}.{detail}", seat=part.seat),),
        why=msg(f"step.{part.step}.why"),
        events=(*(("bank_traded",) if partner else ()), *types_of("build"), *cards, "turn_ended"),
        card="five_six",
    )
