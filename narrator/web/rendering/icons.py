"""Our own icons as templates show them, from the sprite on the page."""

from functools import cache

from markupsafe import Markup


@cache
def icon(name: str, css: str = "") -> Markup:
    return Markup('<svg class="icon {}" aria-hidden="true"><use href="#i-{}"/></svg>').format(css, name)


def shape(colour: str) -> Markup:
    """What stands beside a player's colour, for those who don't tell colours apart."""
    return icon(f"shape-{colour}", "shape")
