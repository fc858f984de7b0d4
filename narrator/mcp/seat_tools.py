"""MCP tools for a seat's link. Their docstrings are shown to the assistant."""

from typing import Annotated, Literal

from mcp.types import CallToolResult
from pydantic import Field

from narrator.mcp.api_client import ApiClient, tool_result
from narrator.mcp.host_tools import Events, Language, SeenEntries

OptionalNumber = Annotated[int | None, Field(ge=0)]
Resource = Literal["lumber", "brick", "wool", "grain", "ore"]
Cards = Annotated[dict[Resource, Annotated[int, Field(ge=0)]], Field(description='Such as {"wool": 1}.')]
NOTHING: dict[Resource, int] = {}


class SeatTools:
    def __init__(self, api: ApiClient) -> None:
        self._api = api

    def look_around(
        self,
        since: OptionalNumber = None,
        notes: OptionalNumber = None,
        wait: Annotated[int, Field(ge=0, le=30)] = 0,
        language: Language = "",
    ) -> CallToolResult:
        """All that this seat needs to decide: the table, its own hand where the app deals, its legal `actions`,
        `your_move`, the offer on the table. Send the `seq` and `notes` of the last answer as `since` and `notes` with
        `wait` seconds to be answered when something new has happened."""
        return tool_result(self._api.get("/seats/me", language, wait=wait, since=since, notes=notes))

    def propose(self, events: Events, seen: SeenEntries = None, language: Language = "") -> CallToolResult:
        """What this seat does. Where the app deals it stands at once; with cards at the table the host decides, and
        until then it is in `waiting`."""
        return tool_result(self._api.post("/seats/me/events", language, {"events": events, "seen": seen}))

    def roll(self, language: Language = "") -> CallToolResult:
        """Have Narrator's dice thrown, where it is this seat's roll (`roll` of its actions)."""
        return tool_result(self._api.post("/seats/me/roll", language))

    def offer_trade(self, give: Cards, want: Cards, language: Language = "") -> CallToolResult:
        """Offer cards to everybody, on this seat's turn. Nothing moves before `confirm_trade`."""
        return tool_result(self._api.post("/seats/me/offer", language, {"give": give, "want": want}))

    def answer_trade(
        self,
        answer: Literal["accept", "decline", "counter"],
        give: Cards = NOTHING,
        want: Cards = NOTHING,
        offer: OptionalNumber = None,
        language: Language = "",
    ) -> CallToolResult:
        """Answer the offer on the table. `give` and `want` are this seat's, for `counter` only. `offer` is the number
        of the offer that was read: a newer one is then not answered by mistake."""
        body = {"answer": answer, "give": give, "want": want, "offer": offer}
        return tool_result(self._api.post("/seats/me/answer", language, body))

    def confirm_trade(
        self, partner: Annotated[int, Field(ge=0)], answer: OptionalNumber = None, language: Language = ""
    ) -> CallToolResult:
        """Trade with one who accepted or made a counter-offer. `answer` is the number of the answer that was read."""
        return tool_result(self._api.post("/seats/me/confirm", language, {"partner": partner, "answer": answer}))

    def cancel_trade(self, language: Language = "") -> CallToolResult:
        """Take this seat's own offer back."""
        return tool_result(self._api.post("/seats/me/cancel", language))
