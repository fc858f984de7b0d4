"""What every template knows: the device, the words, the theme, the address of the page."""

from typing import Any

from flask import g, request

from narrator.web.rendering.words import page_locale, speaker


def page_context() -> dict[str, Any]:
    """The theme is that of the table, where the page is about one."""
    locale = page_locale()
    g.t = speaker(locale)
    return {"device": g.device, "here": request.full_path.rstrip("?"), "t": g.t, "theme": locale.theme}
