"""A stack that was paid from although the record doubts it: only the table can see whether it was enough."""

from narrator.core.play.production import claimed_resources, doubtful_resources
from narrator.core.table.cards import Resource
from narrator.core.table.events import Amended, Corrected, DiceRolled
from narrator.core.table.state import shown_bank
from narrator.web.panels.panel import Button, Row
from narrator.web.rendering.table_context import TableContext


def asked_supply(table: TableContext) -> tuple[Row, ...]:
    """Right after such a roll: how many there were, if too few. Whoever goes on says that there were enough."""
    rolled = table.head.fact
    if not isinstance(rolled, DiceRolled) or rolled.late or table.is_elsewhere or table.head.before is None:
        return ()
    doubtful = doubtful_resources(table.head.before.state, rolled.sum)
    return tuple(_fewer(table, resource, rolled.sum) for resource in doubtful)


def _fewer(table: TableContext, resource: Resource, total: int) -> Row:
    """The count goes in before the roll, which then pays by it."""
    then = table.head.before
    assert then is not None
    counts = range(shown_bank(then.state).of(resource), claimed_resources(then.state, total).of(resource))
    buttons = tuple(
        Button(
            str(count),
            (Amended(after=then.number, event=Corrected(what="bank", resource=resource, value=count)),),
            icon=resource,
        )
        for count in counts
    )
    return Row(buttons, table.say("ui.supply.enough", resource=resource), look="few")
