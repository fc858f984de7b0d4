"""What happened, in message keys: one or more whole sentences for every fact, with what it led to."""

from narrator.core.memo import memo
from narrator.core.message import Msg
from narrator.core.reading.public_view import Moment
from narrator.core.table.events import Corrected
from narrator.script.announcements.register import announcement_of
from narrator.script.announcements.shortage import tell_short_hand
from narrator.script.announcements.titles import tell_titles
from narrator.script.announcements.turns import tell_end

SCORED = ("event.settlement_built", "event.city_built")


@memo
def announce(moment: Moment) -> tuple[Msg, ...]:
    """A fact and its consequences, in the order in which a host says them."""
    fact, before, after = moment.fact, moment.before, moment.after
    # A title that the host set by hand has been told by then.
    titles = () if isinstance(fact, Corrected) else tell_titles(before, after)
    told = (*announcement_of(fact).tell(fact, before, after), *tell_short_hand(fact, before))
    return (*told, *titles, *(_said_once(line, told) for line in tell_end(before, after)))


def _said_once(end: Msg, told: tuple[Msg, ...]) -> Msg:
    """A win whose points were told with the building that brought them is a win without a number."""
    scored = [line.params for line in told if line.key in SCORED]
    if end.key == "event.won" and end.params in scored:
        return Msg("event.won_told", {"seat": end.params["seat"]})
    return end
