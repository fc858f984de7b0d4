"""Find translations whose English source has changed since.

seen.txt has a line for each message: its key, a hash of the English text, and one of the translation. `make words`
updates it; to confirm a translation, delete its line. After a git merge a key may have several lines.
"""

from collections import defaultdict
from hashlib import sha256
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from narrator.folders import folder

Fingerprints = tuple[str, str]


def fingerprint(text: object) -> str:
    return sha256(repr(text).encode()).hexdigest()[:8]


def fingerprints_of(message: Message) -> Fingerprints:
    return fingerprint(message.id), fingerprint(message.string)


def read_seen(place: Path) -> dict[str, set[Fingerprints]]:
    path, found = place / "seen.txt", defaultdict[str, set[Fingerprints]](set)
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if len(parts := line.split()) == 3:
            found[parts[0]].add((parts[1], parts[2]))
    return found


def is_stale(now: Fingerprints, seen: set[Fingerprints]) -> bool:
    """Return whether the English has changed but the translation has not."""
    return bool(seen) and now[0] not in {english for english, _ in seen} and now[1] in {words for _, words in seen}


def update_seen(catalog: Catalog, place: Path) -> list[str]:
    seen, lines, old = read_seen(place), [], []
    for message in catalog:
        if not message.id:
            continue
        key, now = str(message.context), fingerprints_of(message)
        if is_stale(now, seen[key]):
            old.append(key)
            lines += [" ".join((key, *pair)) for pair in sorted(seen[key])]
        else:
            lines.append(" ".join((key, *now)))
    (place / "seen.txt").write_text("\n".join((*sorted(lines), "")), encoding="utf-8")
    return old


def stale_keys(language: str) -> list[str]:
    place = folder("translations") / language
    seen = read_seen(place)
    with (place / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    return [str(m.context) for m in catalog if m.id and is_stale(fingerprints_of(m), seen[str(m.context)])]
