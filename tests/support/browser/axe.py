"""What axe finds on a page: all rules, and contrast by day and by night.

It takes long, so the pages are shared out among the languages: the same templates make them all.
"""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

LOOK = """async ({ screen, parts }) => {
  // Pictures have a name or are hidden, and nobody reads what is in them: without it axe takes half the time.
  document.querySelectorAll("svg").forEach(picture => picture.replaceChildren());
  const found = [];
  const search = async (what, options) => {
    const { violations } = await axe.run(what, { resultTypes: ["violations"], preload: false, ...options });
    for (const { id, nodes } of violations)
      found.push(`${screen} ${id}: ${nodes.length} × ${nodes[0].target.join(" ")} ${nodes[0].failureSummary}`);
  };
  const contrast = { runOnly: ["color-contrast"] };
  const whole = parts ? { rules: { "color-contrast": { enabled: false } } } : {};
  const new_ = parts ? { include: parts.map(part => [part]) } : document;
  document.documentElement.dataset.look = "light";
  await search(document, whole);
  if (parts) await search(new_, contrast);
  document.documentElement.dataset.look = "dark";
  await search(new_, contrast);
  return found;
}"""

LANGUAGES = ("en", "ru", "th", "es")


def problems(page: Page, screen: str, parts: list[str] | None = None) -> list[str]:
    """Where only some parts of a page are new, contrast is looked at there."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(LOOK, {"screen": screen, "parts": parts})
    return found
