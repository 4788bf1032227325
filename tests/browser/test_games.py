"""Whole games in a browser against bots: by mouse, by touch, and by keyboard alone."""

from random import Random

import pytest

from bigpoints.bpr import parse_records
from bigpoints.record import check
from bigpoints.rules import scores
from browser.conftest import Invite
from support.people import SMALL, Person, Way, by_arrows, by_keyboard, by_mouse, by_touch


def _is_as_the_rules_say(person: Person) -> bool:
    """Whether the game that was played is a legal one, to its end, with the scores that the page says."""
    table = person.view["table"]
    exported = person.page.context.request.get(f"/api/tables/{table}/export").text()
    end = check(parse_records(exported)[-1])
    return end.is_over and list(scores(end)) == person.view["result"]["scores"]


def test_a_game_from_the_start_page_to_the_score_sheet_by_mouse(anna: Person) -> None:
    anna.visit()
    anna.button("Play").first.click()
    anna.until(lambda: anna.view.get("state") == "playing")
    anna.play_on(by_mouse, Random(1))
    for score in anna.view["result"]["scores"]:
        anna.page.get_by_role("dialog").get_by_text(str(score), exact=True).first.wait_for()
    assert _is_as_the_rules_say(anna)
    assert anna.complaints == []


@pytest.mark.parametrize(("way", "seed"), [(by_keyboard, 2), (by_touch, 3)], ids=["keyboard", "touch"])
def test_a_game_on_a_phone_without_a_mouse(invite: Invite, way: Way, seed: int) -> None:
    anna = invite(390, 844, has_touch=True, is_mobile=True)
    anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "level1"}, {"bot": "level2"}, bot_delay_ms=0))
    anna.play_on(way, Random(seed))
    assert _is_as_the_rules_say(anna)
    assert anna.complaints == []


def test_the_board_is_played_with_tab_and_arrows_and_enter_alone(anna: Person) -> None:
    anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "random"}, first=1, **SMALL))
    move = next(legal["move"] for legal in anna.view["moves"] if legal["takes"] != legal["to"])
    anna.make(move, by_arrows)
    log = anna.ask("GET", f"/api/tables/{anna.view['table']}/log")["log"]
    assert next(event["move"] for event in log if event["kind"] == "ply") == move
