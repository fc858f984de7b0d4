"""Starting games in the browser."""

from playwright.sync_api import Page

from tests.support.browser.host import Host
from tests.support.browser.server import Game, Server


def start_game(page: Page, server: Server) -> Host:
    """The last tap of a new game's page."""
    page.locator("#new .start button").first.click()
    page.wait_for_url("**/stage")
    game = page.get_attribute("#content", "data-game") or ""
    secret = next(c["value"] for c in page.context.cookies() if c["name"] == f"host_{game}")
    return Host(page, server, Game(game, secret))
