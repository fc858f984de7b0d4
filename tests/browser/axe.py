"""What axe finds on a page. It takes long, so a page is looked at in two languages: in one by day, in one by night."""

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
  await search(document, { rules: { "color-contrast": { enabled: false } } });
  const page = document.documentElement;
  page.dataset.look = { en: "light", th: "light", ru: "dark", es: "dark" }[page.lang];
  await search(parts ? { include: parts.map(part => [part]) } : document, { runOnly: ["color-contrast"] });
  return found;
}"""

PAIRS = (("en", "ru"), ("th", "es"))
"""A language by day and one by night."""


def problems(page: Page, screen: str, parts: list[str] | None = None) -> list[str]:
    """Where only some parts of a page are new, contrast is looked at there."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(LOOK, {"screen": screen, "parts": parts})
    return found
