"""The nouns of the game in one language, which depend on the theme, the edition and the word set."""

from functools import cache

from msgspec import Struct

from narrator.text.languages import language_file

GENDERS = ("m", "f", "n", "pl")


class Noun(Struct, frozen=True):
    """A noun and its forms. `{settlement:acc}` takes one; a capital letter in the form capitalises the word."""

    id: str
    forms: dict[str, str]

    def __format__(self, form: str) -> str:
        if form.startswith("g|"):
            choices = form.split("|")[1:]
            return choices[GENDERS.index(self.forms["g"])] if self.forms["g"] in GENDERS[: len(choices)] else choices[0]
        if not form:
            return next(iter(self.forms.values()))
        if form[0].isupper():
            word = self.forms[form[0].lower() + form[1:]]
            return word[0].upper() + word[1:]
        return self.forms[form]


@cache
def nouns(language: str, theme: str = "classic", words: str = "box", edition: str = "6e") -> dict[str, Noun]:
    """Return all nouns as this table says them; a theme has one set of words for all editions."""
    written = language_file(language, "nouns")
    layers = ["box", edition]
    if words == "table":
        layers.append("table")
    if theme != "classic":
        layers.append(theme)
    found: dict[str, dict[str, str]] = {}
    for layer in layers:
        found.update(written.get(layer, {}))
    return {name: Noun(name, forms) for name, forms in found.items()}


def all_nouns(language: str) -> list[dict[str, str]]:
    """Return the forms of every noun of all themes, word sets and editions."""
    return [forms for layer in language_file(language, "nouns").values() for forms in layer.values()]
