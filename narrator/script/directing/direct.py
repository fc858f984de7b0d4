"""From the record to one scene: what this table is shown now."""

from narrator.core.reading.public_view import view_for
from narrator.core.record.record import Record
from narrator.script.model import Script
from narrator.script.narrate import narrate
from narrator.script.scene import Picture, Scene


def staged(record: Record, detail: str | None = None, muted: bool = False) -> tuple[Script, Scene]:
    script = narrate(view_for(record.head, 6), detail)
    before = script.before[-1] if script.before else None
    scene = Scene(
        kind="options",
        is_moment=False,
        seat=script.now.seat,
        hero=script.now.lines,
        picture=Picture(),
        second=(),
        order=None,
        why=script.now.why,
        aside=script.prompts[0] if script.prompts and not muted else None,
        before=before,
        next=script.next[0] if script.next else None,
        spoken=(),
    )
    return script, scene


def staged_for(record: Record, seat: int | None, detail: str | None = None, muted: bool = False) -> tuple[Script, Scene]:
    return staged(record, detail, muted)
