"""`make words`: update the catalogs from the English sources, and list missing translations."""

import io
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from narrator.folders import PACKAGE, folder
from narrator.text.languages import DEFAULT_LANGUAGE, LANGUAGES
from narrator.text.segmenting import can_segment, find_words
from narrator.text.stale_translations import update_seen


def extract_template() -> bytes:
    with TemporaryDirectory() as place:
        template = Path(place) / "messages.pot"
        command = [sys.executable, "-m", "babel.messages.frontend", "-q", "extract", "-F", "pyproject.toml"]
        subprocess.run([*command, "-o", str(template), PACKAGE.name], cwd=PACKAGE.parent, check=True)
        return template.read_bytes()


def update_catalog(catalog: Catalog, template: bytes) -> None:
    # Read again for each catalog, since Babel puts the template's own messages into it.
    messages = read_po(io.BytesIO(template))
    keep_by_key(catalog, messages)
    catalog.update(messages, no_fuzzy_matching=True, update_creation_date=False)
    if catalog.locale_identifier == DEFAULT_LANGUAGE:
        for message in catalog:
            message.string = message.id or message.string


def keep_by_key(catalog: Catalog, template: Catalog) -> None:
    """Replace changed English texts first, since Babel would drop their translations."""
    english = {message.context: message.id for message in template}
    for old in list(catalog):
        new = english.get(old.context, old.id)
        if old.id and new != old.id:
            catalog.delete(old.id, old.context)
            catalog.add(new, old.string, context=old.context)


def untranslated_keys(catalog: Catalog) -> list[str]:
    return [str(message.context) for message in catalog if message.id and not all(forms(message))]


def forms(message: Message) -> list[str]:
    string = message.string or ""
    return [string] if isinstance(string, str) else list(string)


def write_word_list(catalog: Catalog, place: Path) -> None:
    if not (place / "lines.toml").exists():
        return
    if not can_segment():
        print(f"{place.name}: words.txt stays as it is, since PyThaiNLP is missing (make tools)")
        return
    words = find_words((form for message in catalog if message.id for form in forms(message)), place.name)
    (place / "words.txt").write_text("\n".join((*words, "")), encoding="utf-8")


def main() -> None:
    template = extract_template()
    for language in LANGUAGES:
        path = folder("translations") / language / "LC_MESSAGES" / "messages.po"
        catalog = Catalog(locale=language, project="Narrator", fuzzy=False)
        if path.exists():
            catalog = read_po(io.BytesIO(path.read_bytes()), locale=language)
        update_catalog(catalog, template)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog, width=0, no_location=True, ignore_obsolete=True)
        write_word_list(catalog, path.parent.parent)
        changed = [] if language == DEFAULT_LANGUAGE else update_seen(catalog, path.parent.parent)
        wordless = untranslated_keys(catalog)
        print(f"{language}: {len(catalog)} messages, {len(wordless)} without words", *wordless, sep="\n  ")
        if changed:
            print(f"{language}: the English has changed, these have not", *changed, sep="\n  ")


if __name__ == "__main__":
    main()
