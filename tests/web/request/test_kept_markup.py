"""What looks the same from tap to tap is written once, in each language by itself."""

from flask import Flask, g
from markupsafe import Markup

from narrator.core.table.events import YearOfPlentyPlayed
from narrator.text.render import Voice
from narrator.web.panels.panel import Button
from narrator.web.request.kept_markup import Macro, keeper
from narrator.web.request.words import speaker, t

END, TRADE = Button("End", key="e"), Button("Trade", (YearOfPlentyPlayed(seat=0, cards={"ore": 2}),))


def written(macro: Macro, *given: tuple[Button, str]) -> list[str]:
    """Each button in a language, one after the other, by one keeper."""
    kept = keeper()
    with Flask("page").app_context():
        found: list[str] = []
        for button, language in given:
            g.t = speaker(Voice(language))
            found.append(kept(macro, button))
        return found


def a_macro() -> tuple[Macro, list[str]]:
    """Says a label with a word of the page, and tells how often it was asked."""
    asked: list[str] = []

    def macro(button: Button) -> Markup:
        asked.append(button.label)
        return Markup("{} {}").format(button.label, t("ui.back"))

    return macro, asked


def test_the_same_is_written_once_and_reads_alike():
    macro, asked = a_macro()
    assert written(macro, (END, "en"), (Button("End", key="e"), "en"), (Button("Start"), "en")) == [
        "End Back",
        "End Back",
        "Start Back",
    ]
    assert asked == ["End", "Start"]


def test_each_language_has_its_own():
    macro, _ = a_macro()
    assert written(macro, (END, "en"), (END, "es"), (END, "en")) == ["End Back", "End Volver", "End Back"]


def test_what_no_cache_can_find_again_is_written_each_time():
    macro, asked = a_macro()
    assert written(macro, (TRADE, "en"), (TRADE, "en")) == ["Trade Back"] * 2
    assert asked == ["Trade"] * 2
