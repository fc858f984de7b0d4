"""The choice of a sentence for refusals and consequences, which may have one for each case."""

from collections.abc import Mapping
from typing import Any

from narrator.core.message import Msg, Refusal
from narrator.text.catalog import has

ROLLED = ("actions", "trade", "build")  # steps of a turn after its roll


def of_refusal(reason: Refusal) -> Msg:
    """Return the message of a refusal, the most specific one for the step, the piece or having none."""
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
    """Return the message of a consequence of an amendment."""
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
    """Return whether a title is taken, lost, or moves between players."""
    if params.get("giver") is None:
        return "taken"
    return "lost" if params.get("taker") is None else "moves"
