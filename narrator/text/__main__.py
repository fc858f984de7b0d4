"""`python -m narrator.text`: brings the catalogs in step with the English sources; translations are kept by key."""

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from narrator.folders import folder
from narrator.text.sources.all import SOURCES

from .languages import LANGUAGES


def fresh(language: str, old: Catalog) -> Catalog:
    """A catalog with every source, in their order, and what was translated before under the same key."""
    known = {message.context: message for message in old if message.id}
    catalog = Catalog(locale=language, project="Narrator", fuzzy=False, charset="utf-8")
    for source in SOURCES.values():
        text = source.text if source.plural is None else (source.text, source.plural)
        previous = known.get(source.key)
        string = previous.string if previous is not None else None
        if language == "en":
            string = text
        catalog.add(text, string or None, context=source.key)
    return catalog


def missing(catalog: Catalog) -> list[Message]:
    """Messages that have no words yet."""
    return [m for m in catalog if m.id and not all(m.string if isinstance(m.string, tuple | list) else [m.string])]


def main() -> None:
    for language in LANGUAGES:
        path = folder("translations") / language / "LC_MESSAGES" / "messages.po"
        old = Catalog(locale=language)
        if path.exists():
            with path.open("rb") as file:
                old = read_po(file, locale=language)
        catalog = fresh(language, old)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog, width=0, omit_header=False, sort_output=False)
        print(f"{language}: {len(SOURCES)} messages, {len(missing(catalog))} without words")


if __name__ == "__main__":
    main()
