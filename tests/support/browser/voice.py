"""A fake voice in the browser."""

from playwright.sync_api import Page

VOICE = """
window.spoken = [];
window.hushed = 0;
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  speak: words => { spoken.push([words.lang, words.text]); if (words.onend) words.onend(); },
  cancel: () => { hushed += 1; }, getVoices: () => [] } });
"""


def spoken(page: Page) -> list[str]:
    """What was said since the last look."""
    return [text for _, text in page.evaluate("() => spoken.splice(0)")]
