"""`make pictures`: pictures of the real pages with the sample evening, for the README and the host's guide."""

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from narrator.storage.files.game_file import read_event, read_game
from narrator.web.guide.moments import MOMENTS, PHONE, PHONE_SEAT, SAMPLE_FILE, Moment
from narrator.web.guide.view import DRAWINGS
from tests.support.browser.chromium import chromium
from tests.support.browser.server import Game, Server

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
GUIDE = FOLDER / "guide"
WIDTH = 800
"""Pixels: as wide as a document is shown."""
TURN = range(114, 119)
"""Entries of the sample evening that the README animates: a roll, a settlement, a road, the next turn."""
FRAME_MS = 1900
TELEVISION_ENTRIES = 115
PARTS = {"undo": ".bar", "cards": ".entry"}
"""What a picture of the guide shows, if it is not the whole screen."""
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
    shrink(path, WIDTH)


def take_for_guide(page: Page, name: str, part: str = "") -> None:
    page.wait_for_timeout(400)
    path = GUIDE / f"{name}.png"
    page.locator(part).screenshot(path=path) if part else page.screenshot(path=path)
    shrink(path, WIDTH)


def shrink(path: Path, width: int = 0) -> None:
    """Make a picture smaller: a palette is enough for flat colors, and a third of the size."""
    image = Image.open(path).convert("RGB")
    if width and image.width > width:
        image = image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)
    image.convert("P", palette=Image.Palette.ADAPTIVE, colors=128).save(path, optimize=True)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    GUIDE.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        arguments = ["--no-sandbox", "--disable-dev-shm-usage", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        try:
            address = server.address.replace("127.0.0.1", NAME)
            evening(browser, address)
            turn(browser, address, server)
            guide(browser, address, server)
        finally:
            browser.close()
            server.kill()


def evening(browser: Browser, address: str) -> None:
    host = device(browser, 1180, 820, "en", "light")
    host.goto(address)
    host.click("form[action='/sample'] button")
    host.wait_for_url("**/stage")
    game = host.url.split("/g/")[1].split("/")[0]
    host.goto(f"{address}/g/{game}/lobby")
    take(host, "lobby")
    code = host.inner_text(".code")[-7:].replace(" ", "")
    offering = joined(browser, address, code, PLAYER, "ru")
    thai = joined(browser, address, code, 0, "th")
    offering.goto(f"{address}/g/{game}/phone?do=offer&give=grain&want=ore")
    offering.click("form[action$='/offer'] button.main")
    thai.wait_for_selector(".offer")
    thai.wait_for_timeout(BREATH)
    take(thai, "phone")


def turn(browser: Browser, address: str, server: Server) -> None:
    """Animate a turn on the tablet, and take the television's picture of its roll."""
    host = device(browser, 1180, 820, "en", "light")
    frames = []
    for entries in TURN:
        game = open_as_host(host, address, server, Moment(entries))
        host.goto(f"{address}/g/{game.id}/stage")
        host.wait_for_timeout(BREATH)
        frames.append(Image.open(BytesIO(host.screenshot())).convert("RGB").resize((WIDTH, 556)))
    # One palette for all frames: what does not change stays the same, and the file small.
    palette = frames[1].quantize(128, dither=Image.Dither.NONE)
    first, *rest = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    first.save(FOLDER / "turn.gif", save_all=True, append_images=rest, duration=FRAME_MS, loop=0, optimize=True)
    television = device(browser, 1920, 1080, "en", "dark")
    game = open_as_host(television, address, server, Moment(TELEVISION_ENTRIES))
    television.goto(f"{address}/g/{game.id}/table")
    television.wait_for_timeout(BREATH)
    take(television, "television")


def guide(browser: Browser, address: str, server: Server) -> None:
    host = device(browser, 1180, 820, "en", "light")
    host.goto(f"{address}/new?players=4")
    take_for_guide(host, "new")
    host.goto(f"{address}/guide")
    for name in (*DRAWINGS, "rules"):
        take_for_guide(host, name, f"[aria-labelledby={name}] figure > div")
    for name, moment in MOMENTS.items():
        game = open_as_host(host, address, server, moment)
        host.goto(f"{address}/g/{game.id}/stage?{moment.query}")
        take_for_guide(host, name, PARTS.get(name, ""))
    game = open_as_host(host, address, server, PHONE)
    host.goto(f"{address}/g/{game.id}/lobby")
    code = host.inner_text(".code")[-7:].replace(" ", "")
    phone = joined(browser, address, code, PHONE_SEAT, "en", "light")
    phone.wait_for_timeout(BREATH)
    take_for_guide(phone, "phones")
    host.reload()
    take_for_guide(host, "lobby")


def open_as_host(host: Page, address: str, server: Server, moment: Moment) -> Game:
    """Begin the sample evening up to a moment on the server; this device becomes its host's."""
    file = read_game(SAMPLE_FILE.read_bytes())
    game = server.begin(file.setup, *map(read_event, file.events[: moment.entries]))
    host.context.add_cookies([{"name": f"host_{game.id}", "value": game.secret, "url": address}])
    return game


def joined(browser: Browser, address: str, code: str, seat: int, language: str, look: str = "dark") -> Page:
    """A phone that has taken a seat."""
    phone = device(browser, 390, 844, language, look)
    phone.goto(f"{address}/j/{code}")
    phone.click(f"button[name=seat][value='{seat}']")
    phone.wait_for_url("**/phone**")
    return phone


if __name__ == "__main__":
    main()
