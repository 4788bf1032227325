"""Without a connection: a friendly page, and the page itself once there is one again."""

import pytest

from browser.conftest import Invite


@pytest.mark.parametrize(("language", "words"), [("en", "No connection"), ("de", "Keine Verbindung")])
def test_offline_there_is_a_friendly_page_and_once_connected_the_game_by_itself(
    invite: Invite, language: str, words: str
) -> None:
    anna = invite(locale=language, service_workers="allow")
    anna.visit()
    anna.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    anna.page.reload()
    anna.page.context.set_offline(True)
    anna.page.goto("/?again")
    anna.page.get_by_text(words).first.wait_for()
    assert anna.page.locator("html").get_attribute("lang") == language
    anna.page.context.set_offline(False)
    anna.page.locator("main.home").wait_for()


def test_the_page_can_be_installed(invite: Invite) -> None:
    anna = invite()
    anna.visit()
    address = anna.page.locator("link[rel=manifest]").get_attribute("href") or ""
    manifest = anna.page.context.request.get(address).json()
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert anna.page.context.request.get(icon["src"]).ok
