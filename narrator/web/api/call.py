"""A call of the API as its description has it."""

from typing import Any, NamedTuple


class Content(NamedTuple):
    """A body: its type and an example."""

    shape: Any
    example: Any = None


class Call(NamedTuple):
    """One call of the API. Answers without a type of their own are `Failed`."""

    method: str
    path: str
    name: str
    summary: str
    answers: dict[int, Content]
    sent: Content | None = None
    parameters: tuple[str, ...] = ()
    for_host: bool = False
    for_seat: bool = False
    """Whether a seat's own secret means something, where the app deals."""
    for_program: bool = False
    """Whether it needs a seat's secret."""
    failures: tuple[int, ...] = (404, 503)


GAME = "/api/v1/games/{game}"
