"""The polite word at the end of a Thai line, if the table wants one. No other language needs anything here."""

import re
from collections.abc import Iterable

# How a question ends.
ASKS = re.compile(r"(?:ไหม|มั้ย|หรือเปล่า|หรือยัง|เหรอ|ไหน|ไหนดี|อะไร|อะไรบ้าง|ใคร|เท่าไร|เมื่อไร|ยังไง|กี่[\u0e01-\u0e4e]*)$")
# With these the same words ask nothing: nobody gets anything, draw lots for which one.
TELLS = re.compile(r"ไม่|ห้าม|(?<!ก)ว่า(?!ง)")


def with_particle(line: str, particle: str, names: Iterable[str] = ()) -> str:
    """
    >>> with_particle("ทอยลูกเต๋า", "ครับ"), with_particle("พร้อมไหม", "ค่ะ"), with_particle("เริ่มเลย!", "ค่ะ")
    ('ทอยลูกเต๋าครับ', 'พร้อมไหมคะ', 'เริ่มเลยค่ะ!')

    After นะ and in questions it is คะ; what only sounds like a question keeps ค่ะ.

    >>> with_particle("เสร็จแล้วบอกนะ", "ค่ะ"), with_particle("โจรเริ่มที่ทะเลทรายช่องไหน", "ค่ะ")
    ('เสร็จแล้วบอกนะคะ', 'โจรเริ่มที่ทะเลทรายช่องไหนคะ')
    >>> with_particle("คราวนี้ไม่มีใครได้อะไร", "ค่ะ"), with_particle("วางตรงไหนก็ได้", "ค่ะ")
    ('คราวนี้ไม่มีใครได้อะไรค่ะ', 'วางตรงไหนก็ได้ค่ะ')

    A name stands between spaces, in whatever letters it is written.

    >>> with_particle("ส่งลูกเต๋าให้ บอย", "ค่ะ", ["บอย", "Ana"]), with_particle("ส่งลูกเต๋าให้ Ana", "ค่ะ")
    ('ส่งลูกเต๋าให้ บอย ค่ะ', 'ส่งลูกเต๋าให้ Ana ค่ะ')
    """
    mark = line[-1] if line[-1] in "!?" else ""
    body = line.removesuffix(mark) if mark else line
    is_named = any(name and body.endswith(f" {name}") for name in names)
    ending = "คะ" if particle == "ค่ะ" and not is_named and _asks(body) else particle
    return f"{body}{'' if _is_thai(body[-1]) and not is_named else ' '}{ending}{mark}"


def _asks(body: str) -> bool:
    clause = body.rpartition(" ")[2]
    return clause.endswith("นะ") or bool(ASKS.search(clause) and not TELLS.search(clause))


def _is_thai(letter: str) -> bool:
    """A letter that the ending can follow at once; the sign that repeats a word (ๆ) wants a space."""
    return "\u0e01" <= letter <= "\u0e4e" and letter != "ๆ"
