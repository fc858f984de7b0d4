"""Which sentence a message of the core is: some keys have one for each case that their parameters tell apart."""

from collections.abc import Mapping
from typing import Any

from narrator.core.message import Msg, Refusal
from narrator.text.catalog import has

ROLLED = ("actions", "trade", "build")  # steps of a turn after its roll


def of_refusal(reason: Refusal) -> Msg:
    """The sentence of a refusal, for the very step or piece, or for having none, where there is one."""
    key = f"refusal.{reason.code}"
    if reason.params.get("have") == 0 and has(f"{key}.zero"):
        return Msg(f"{key}.zero", reason.params)
    if reason.code == "step.not_now" and reason.params["event"] == "dice_rolled" and reason.params["now"] in ROLLED:
        return Msg(f"{key}.rolled", reason.params)
    for name in ("now", "piece"):
        special = f"{key}.{reason.params.get(name)}"
        if has(special):
            return Msg(special, reason.params)
    return Msg(key, reason.params)


def of_consequence(message: Msg) -> Msg:
    """The sentence of what an amendment changes."""
    params = dict(message.params)
    what = message.key.removeprefix("consequence.")
    if what in ("longest_road", "largest_army", "winner"):
        return Msg(f"{message.key}.{handover(params)}", {k: v for k, v in params.items() if v is not None})
    if what == "turn":
        return Msg(message.key, {"old_seat": params["old"], "new_seat": params["new"]})
    if what == "step" and has(f"{message.key}.{params['new']}"):
        return Msg(f"{message.key}.{params['new']}", {})
    if what in ("unsure", "sure"):
        count, _, whose = str(params["count"]).partition(".")
        about: dict[str, Any] = {"resource": whose} if count == "bank" else {"seat": int(whose)} if whose else {}
        return Msg(f"{message.key}.{count}", about)
    return message


def handover(params: Mapping[str, Any]) -> str:
    """A title that is taken by somebody, lost by somebody, or goes from one to the other."""
    if params.get("giver") is None:
        return "taken"
    return "lost" if params.get("taker") is None else "moves"
