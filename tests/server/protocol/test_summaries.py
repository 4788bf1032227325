"""Summaries in the list of a browser's own tables."""

from random import Random

from bigpoints.contract.answers import TableSummary
from bigpoints.server.protocol.summaries import summary_view
from support.messages import as_sent
from support.story import BOARD, Story

LINK = "http://127.0.0.1/#/table/TABLE222"


def begun() -> Story:
    return Story.of(BOARD, "anna", "bot:random")


def summary(story: Story, browser: str) -> TableSummary:
    found = summary_view(story.table, browser, LINK)
    assert found is not None
    return found


def test_the_owner_sees_who_plays_whose_turn_it_is_and_which_seats_are_theirs() -> None:
    found = summary(begun(), "anna")
    as_sent(TableSummary, found)
    assert found == {
        "table": "TABLE222",
        "link": LINK,
        "state": "playing",
        "game": 1,
        "names": ["Anna", "random"],
        "bots": [None, "random"],
        "yours": [1],
        "turn": 1,
        "owner": True,
        "at": begun().table.at,
    }


def test_an_empty_seat_has_an_empty_name_and_an_open_table_no_turn() -> None:
    found = summary(Story("anna", None), "anna")
    assert (found["state"], found["names"], found["turn"]) == ("open", ["Anna", ""], None)


def test_a_finished_game_is_nobodys_turn() -> None:
    found = summary(begun().play(Random(1)), "anna")
    assert (found["state"], found["turn"]) == ("over", None)


def test_somebody_who_sits_at_the_table_is_not_its_owner() -> None:
    found = summary(Story("anna", None).sit("ben"), "ben")
    assert (found["owner"], found["yours"]) == (False, [2])


def test_a_table_that_is_no_longer_ones_own_has_no_summary() -> None:
    story = Story("anna", None, None).sit("ben")
    assert summary_view(story.table, "ben", LINK)
    assert summary_view(story.leave("ben", 2).table, "ben", LINK) is None
