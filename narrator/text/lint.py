"""`python -m narrator.text.lint`: check the catalogs for typical mistakes; exits with 1 if there are any."""

import io
import re
import string
import sys
from collections.abc import Iterator

from babel.messages.pofile import read_po

from narrator.folders import folder
from narrator.text.languages import DEFAULT_LANGUAGE, LANGUAGES
from narrator.text.stale_translations import stale_keys
from narrator.text.word_breaks import classifiers, split_words

DOUBLED_WORDS = re.compile(r"\b(\w{2,}) \1\b|([\u0e01-\u0e4e]{4,}) ?\2|(เลย|ก็|นะ) \3", re.IGNORECASE)
STRAIGHT_QUOTES = re.compile(r"\"|(?<![\w¤])'(?=\w)")
# Options, addresses, files and commands keep straight quotes and Latin letters.
CODE = re.compile(r"--[\w-]+|\S+://\S+|[\w.-]*\.(?:db|json|toml)\b|\S*\bnarrator [a-z]+(?: --[a-z]+)?(?: FILE)?")
LATIN = re.compile(r"[A-Za-z]{2,}(?:-[A-Za-z]+)*")
# Names that are not translated.
UNTRANSLATED_NAMES = frozenset(
    (
        *("Narrator", "Catan", "Clawtan", "QR", "Wi-Fi", "JSON", "API", "MCP", "URL", "Ctrl", "Idempotency-Key"),
        *("Letter", "BG", "Stats", "CSV", "Excel", "Google", "Sheets", "JPEG", "PNG", "SQLite", "localhost"),
    )
)
QUESTION_WORDS = "ไหม|มั้ย|หรือเปล่า|หรือยัง|ไหน|อะไร|ใคร|เท่าไร|เหรอ|กี่[\u0e01-\u0e4e]*"
PARTICLES = ((re.compile("นะค่ะ"), "คะ after นะ"), (re.compile(f"(?:{QUESTION_WORDS})ค่ะ"), "a question ends in คะ"))
PARTICLE_KHA = re.compile(r"([\u0e01-\u0e4e]*)คะ(?![\u0e01-\u0e4e])")
QUESTION_END = re.compile(f"(?:{QUESTION_WORDS}|นะ)$")
COUNTED_WORD = re.compile(r"\{n(?::\w+)?\} ([\u0e01-\u0e4e]+)")
# Words that may follow a number without being counted.
UNCOUNTED_WORDS = frozenset(
    ["ซ้ำ", "ไม่", "ไม่มี", "ไม่ได้", "รับ", "จาก", "หยิบ", "คุณ", "และ", "หรือ", "กับ", "ถึง", "แต่", "ใคร"]
)
# By the prefix of the key; a placeholder counts as six letters.
MAX_LENGTHS = {"scene": 90, "deed": 70, "heading": 40, "offer": 70, "phrase": 60, "price": 60}
KEYS_ABOUT_PARTICLES = ("rule.th_particle",)
BRITISH = re.compile(
    r"\b\w*(?:behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|rum)our\w*"
    r"|\b(?:centre|grey|licence|litre|metre|theatre|catalogue|programme|cheque|defence|offence)s?\b"
    r"|\b(?:cancell|labell|modell|travell)(?:ed|ing|ers?)\b"
    r"|\b(?:analy|apologi|customi|finali|memori|organi|practi|randomi|reali|recogni|summari)s(?:e[sd]?|ing)\b"
    r"|\b(?:amongst|learnt|spelt|towards|whilst)\b",
    re.IGNORECASE,
)
Problem = tuple[str, str]


def message_problems(key: str, form: str, english: str, language: str) -> Iterator[str]:
    try:
        list(string.Formatter().parse(form))
    except ValueError as wrong:
        yield f"braces: {wrong}"
        return
    plain = re.sub(r"\{[^}]*\}", "¤", form)
    is_tags = key.endswith(".tags")
    if (found := DOUBLED_WORDS.search(plain)) and not is_tags:
        yield f"said twice: {found[0]}"
    if STRAIGHT_QUOTES.search(plain):
        yield "straight quotes"
    if (longest := MAX_LENGTHS.get(key.split(".")[0])) and len(plain.replace("¤", "¤¤¤¤¤¤")) > longest and not is_tags:
        yield f"longer than {longest} letters"
    if language == DEFAULT_LANGUAGE and not is_tags and (found := BRITISH.search(plain)):
        yield f"British spelling: {found[0]}"
    if language in ("th", "ru") and not is_tags:
        yield from (f"English: {word}" for word in LATIN.findall(CODE.sub("", plain)) if word not in UNTRANSLATED_NAMES)
    elif language != DEFAULT_LANGUAGE and form == english and " " in plain.strip(" ¤.") and LATIN.search(plain):
        yield "still English"
    if language == "th" and not key.startswith(KEYS_ABOUT_PARTICLES):
        yield from thai_problems(form)


def thai_problems(form: str) -> Iterator[str]:
    yield from (f"particle: {rule}" for wrong, rule in PARTICLES if wrong.search(form))
    if any(not QUESTION_END.search(found[1]) for found in PARTICLE_KHA.finditer(form)):
        yield "particle: คะ only in questions or after นะ"
    for found in COUNTED_WORD.finditer(form):
        word = (split_words(found[1]) or [found[1]])[0]
        if word not in UNCOUNTED_WORDS and not any(found[1].startswith(counter) for counter in classifiers("th")):
            yield f"a line may break before {word}: counted (lines.toml)?"


def catalog_problems(language: str) -> Iterator[Problem]:
    path = folder("translations") / language / "LC_MESSAGES" / "messages.po"
    for message in read_po(io.BytesIO(path.read_bytes()), locale=language):
        if message.id:
            key = str(message.context)
            english = message.id if isinstance(message.id, str) else message.id[-1]
            forms = [message.string] if isinstance(message.string, str) else list(message.string or ())
            for form in dict.fromkeys(forms):
                yield from ((key, wrong) for wrong in message_problems(key, form, english, language))
    changed = "its English changed: look at it, then delete its line in seen.txt"
    yield from ((key, changed) for key in stale_keys(language))


def main() -> None:
    lines = [f"{language} {key}: {wrong}" for language in LANGUAGES for key, wrong in catalog_problems(language)]
    print(*lines, sep="\n") if lines else None
    sys.exit(bool(lines))


if __name__ == "__main__":
    main()
