"""What happened, in message keys: one or more whole sentences for every fact, with what it led to."""

from narrator.core.message import Msg
from narrator.core.reading.public_view import Moment
from narrator.core.table.events import Corrected

from .shortage import tell_short_hand
from .tellings import telling_of
from .titles import tell_titles
from .turns import tell_end


def tell(moment: Moment) -> tuple[Msg, ...]:
    """A fact and its consequences, in the order in which a host says them."""
    fact, before, after = moment.fact, moment.before, moment.after
    # A title that the host set by hand has been told by then.
    titles = () if isinstance(fact, Corrected) else tell_titles(before, after)
    told = (*telling_of(fact).tell(fact, before, after), *tell_short_hand(fact, before))
    return (*told, *titles, *tell_end(before, after))
