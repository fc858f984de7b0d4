"""`make pictures`: the README's pictures, taken of the real pages with the sample evening."""

from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.browser.chromium import chromium
from tests.support.browser.server import Server

FOLDER = Path(__file__).parents[1] / "tests" / "pictures"
PLAYER = 1
"""Whose turn it is in the sample."""


NAME = "tablet.local"
"""As a house's own network knows the server; under its number it would warn that nobody else reaches it."""
BREATH = 2500
"""Milliseconds after which a phone has shown what is new on its whole screen."""


def device(browser: Browser, width: int, height: int, language: str, look: str) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale=language, color_scheme="dark" if look == "dark" else "light"
    )
    return context.new_page()


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(400)
    path = FOLDER / f"{name}.png"
    page.screenshot(path=path)
    # A palette is enough for flat colours, and a third of the size.
    Image.open(path).convert("P", palette=Image.Palette.ADAPTIVE, colors=128).save(path, optimize=True)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        arguments = ["--no-sandbox", "--disable-dev-shm-usage", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        try:
            evening(browser, server.address.replace("127.0.0.1", NAME))
        finally:
            browser.close()
            server.kill()


def evening(browser: Browser, address: str) -> None:
    host = device(browser, 1180, 820, "en", "light")
    host.goto(address)
    host.click("form[action='/sample'] button")
    host.wait_for_url("**/stage")
    take(host, "stage")
    game = host.url.split("/g/")[1].split("/")[0]
    host.goto(f"{address}/g/{game}/lobby")
    take(host, "lobby")
    host.goto(f"{address}/g/{game}/programs")
    take(host, "programs")
    host.goto(f"{address}/g/{game}/lobby")
    code = host.inner_text(".code")[-7:].replace(" ", "")
    offering = joined(browser, address, code, PLAYER, "ru")
    thai = joined(browser, address, code, 0, "th")
    offering.goto(f"{address}/g/{game}/phone?do=offer&give=grain&want=ore")
    offering.click("form[action$='/offer'] button.main")
    thai.wait_for_selector(".offer")
    thai.wait_for_timeout(BREATH)
    take(thai, "phone")


def joined(browser: Browser, address: str, code: str, seat: int, language: str) -> Page:
    """A phone that has taken a seat."""
    phone = device(browser, 390, 844, language, "dark")
    phone.goto(f"{address}/j/{code}")
    phone.click(f"button[name=seat][value='{seat}']")
    phone.wait_for_url("**/phone**")
    return phone


if __name__ == "__main__":
    main()
