"""A chair for a program, by keyboard alone: what is given can be copied, and axe finds nothing there."""

from playwright.sync_api import expect

from tests.browser.conftest import Hosting
from tests.support.browser.axe import problems
from tests.support.browser.situations import trio


def test_a_chair_is_given_by_keyboard_and_the_link_is_copied(hosting: Hosting) -> None:
    host = hosting(trio()).open("programs")
    host.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.page.locator("[name=dialect]").first.press("Enter")
    copy = host.page.locator(".given button").first
    copy.press("Enter")
    expect(copy).to_have_text("Copied")
    link = host.page.locator(".given code").first.inner_text()
    assert host.page.evaluate("navigator.clipboard.readText()") == link
    assert problems(host.page, "given") == []
    host.page.keyboard.press("Escape")
    expect(host.page.locator(".given")).to_have_count(0)
    expect(host.page.locator("[value=free]")).to_have_count(1)
