"""The polite word at the end of a Thai line, if the table wants one. No other language needs anything here."""

QUESTIONS = ("ไหม", "มั้ย", "หรือเปล่า")


def with_particle(line: str, particle: str) -> str:
    """
    >>> with_particle("ทอยลูกเต๋า", "ครับ"), with_particle("พร้อมไหม", "ค่ะ"), with_particle("เริ่มเลย!", "ค่ะ")
    ('ทอยลูกเต๋าครับ', 'พร้อมไหมคะ', 'เริ่มเลยค่ะ!')
    """
    ending = "คะ" if particle == "ค่ะ" and line.endswith(QUESTIONS) else particle
    mark = line[-1] if line[-1] in "!?" else ""
    body = line.removesuffix(mark) if mark else line
    return f"{body}{'' if _is_thai(body[-1]) else ' '}{ending}{mark}"


def _is_thai(letter: str) -> bool:
    return "\u0e01" <= letter <= "\u0e4e"
