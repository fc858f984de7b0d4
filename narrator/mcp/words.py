"""Answers of the API as an assistant gets them: first what people read, then everything as data."""

import json
from typing import Any

from mcp.types import CallToolResult, TextContent

from narrator.mcp.caller import Answer


def told(answer: Answer, line: str = "") -> CallToolResult:
    """What was answered; with a `line`, that one comes first. A refusal is its reasons, in the language asked for."""
    shown = messages(answer.content) if answer.is_refused else [line] if line else []
    texts = [*shown, json.dumps(answer.content, ensure_ascii=False, separators=(",", ":"))]
    content = [TextContent(type="text", text=text) for text in texts]
    return CallToolResult(content=[*content], structured_content=answer.content, is_error=answer.is_refused)


def messages(content: dict[str, Any]) -> list[str]:
    """Every reason once; the first one is the message, too."""
    reasons = [reason["message"] for reason in content.get("refused", ())]
    return list(dict.fromkeys([content["error"]["message"], *reasons])) if "error" in content else reasons
