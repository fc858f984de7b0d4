"""MCP tools for any link, and for a host's link. Their docstrings are shown to the assistant."""

from typing import Annotated, Any, Literal

from mcp.types import CallToolResult
from pydantic import Field

from narrator.mcp.api_client import ApiClient, tool_result

Language = Annotated[str, Field(description="en, th, ru or es; left out, the server's own.")]
Events = Annotated[
    list[dict[str, Any]],
    Field(min_length=1, description="Facts in order, each as `list_actions` shows them: {type, seat, ...}."),
]
SeenEntries = Annotated[
    int | None, Field(ge=0, description="`seq` as last seen: refused if something came in between.")
]


class HostTools:
    def __init__(self, api: ApiClient) -> None:
        self._api = api

    def see_game(self) -> CallToolResult:
        """The table as everybody may see it: phase, step, whose turn (`seat`), points, pieces, hand sizes, bank."""
        return tool_result(self._api.get(""))

    def say_line(self, language: Language = "") -> CallToolResult:
        """What the host says now, word for word: what just happened, then what to do. Also why, what came before and
        what comes next. Read it out as it is."""
        answer = self._api.get("/script", language)
        content = {} if answer.is_refused else answer.content
        return tool_result(answer, "" if answer.is_refused else content["voice"] or content["now"]["line"])

    def list_actions(self, language: Language = "") -> CallToolResult:
        """What may be entered now: `events` ready to be entered as they are, `open` kinds that need values from the
        table. With a seat's link only what that seat may do, and whether it may `roll`, `offer`, answer or confirm."""
        answer = self._api.get("/seats/me", language)
        if answer.status in (401, 403):  # a host's link
            return tool_result(self._api.get("/choices", language))
        if not answer.is_refused:
            answer = answer._replace(content={"seq": answer.content["seq"], **answer.content["actions"]})
        return tool_result(answer)

    def look_up(
        self,
        question: Annotated[str, Field(max_length=200, description="In the words of a player.")] = "",
        language: Language = "",
    ) -> CallToolResult:
        """Rulings under tonight's rules that answer a question; without a question, those that are likely to be needed
        at this moment. `decided` is this table's own ruling and counts more than `lines`."""
        return tool_result(self._api.get("/library", language, q=question))

    def read_history(self, language: Language = "") -> CallToolResult:
        """The last hundred entries that stand, in words: to find what was forgotten or entered wrongly."""
        return tool_result(self._api.get("/history", language))

    def explain_number(
        self, name: Annotated[str, Field(pattern=r"^([a-z_]+(\.[a-z0-9]+)?)?$")] = "", language: Language = ""
    ) -> CallToolResult:
        """Why a number is what it is: the entries that made it. `name` is such as `points.2`, `hand.0`, `bank.ore`,
        `road_length.1` or `deck`; left out, all names with their values."""
        return tool_result(self._api.get(f"/numbers/{name}" if name else "/numbers", language))

    def enter(
        self, events: Events, seen: SeenEntries = None, only_judge: bool = False, language: Language = ""
    ) -> CallToolResult:
        """Enter what happened at the table, all together or not at all; everybody sees it on the stage. Needs a host's
        link. What is refused as `irregular` may be entered with "waived": true, if the table lets it stand; ask first.
        With `only_judge` nothing is entered."""
        body = {"events": events, "seen": seen}
        return tool_result(self._api.post("/events", language, body, dry_run=1 if only_judge else None))

    def undo(
        self,
        to: Annotated[int | None, Field(ge=0, description="Back to how it was after this entry.")] = None,
        language: Language = "",
    ) -> CallToolResult:
        """Take back the last entry, with all that was entered together with it, or everything after entry `to`. Nothing
        is lost: `redo` brings it back. Needs a host's link."""
        return self._take_back(to, "back", language)

    def redo(self, language: Language = "") -> CallToolResult:
        """Bring back what was undone last. Needs a host's link."""
        return self._take_back(None, "forward", language)

    def _take_back(self, to: int | None, way: str, language: str) -> CallToolResult:
        known = self._api.get("/history", language)
        if known.is_refused:
            return tool_result(known)
        goal = known.content[way] if to is None else to
        if goal is None:  # nothing to go back to: the game stands as it was, and is told
            return tool_result(known)
        body = {"events": [{"type": "taken_back", "to": goal}], "seen": known.content["seq"]}
        return tool_result(self._api.post("/events", language, body))


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
