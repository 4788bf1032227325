"""Who may watch a table."""

import asyncio
from random import Random

import pytest

from bigpoints.server.live.live_table import LiveTable
from bigpoints.server.table.access import check_may_watch, may_watch
from bigpoints.server.table.commands import Actor, Undo
from bigpoints.server.table.decide import decide
from bigpoints.server.table.log_limit import MAX_EVENTS, MAX_EVENTS_IN_A_GAME
from bigpoints.server.table.refusals import Refused
from support.disclosures import all_commands
from support.kept_story import service_of
from support.story import BOARD, WITH_BLACK, Story, actor


def test_anybody_may_watch_unless_told() -> None:
    assert may_watch(Story.of(BOARD, "ben", "cleo").table, None)


def test_a_table_that_lets_nobody_watch_is_seen_by_who_plays_and_by_its_owner() -> None:
    table = Story.of(BOARD, "ben", "cleo", watch="nobody").table
    assert {who: may_watch(table, who) for who in ("ben", "cleo", "anna", "dora", None)} == {
        "ben": True,
        "cleo": True,
        "anna": True,
        "dora": False,
        None: False,
    }


def test_while_there_is_a_free_seat_whoever_comes_may_look() -> None:
    assert may_watch(Story("anna", None, watch="nobody").table, "dora")


def test_who_may_not_look_is_told_so() -> None:
    table = Story.of(BOARD, "ben", "cleo", watch="nobody").table
    check_may_watch(table, "ben")
    with pytest.raises(Refused) as refused:
        check_may_watch(table, "dora")
    assert refused.value.code == "watching_not_allowed"


def private_stories() -> list[Story]:
    """A table that lets nobody watch: not begun, begun, in an extra move, with a request, and over."""
    asking = Story.of(BOARD, "ben", "cleo", watch="nobody").move("R+", "B+")
    asking.do("ben", Undo, seat=1)
    assert asking.table.request
    return [
        Story("ben", "cleo", watch="nobody"),
        Story.of(BOARD, "ben", "cleo", watch="nobody"),
        Story.of(WITH_BLACK, "ben", "bot:random", watch="nobody").move("R+"),
        asking,
        Story.of(BOARD, "ben", "cleo", watch="nobody").play(Random(1)),
    ]


STRANGERS = [actor("dora"), Actor("person")]


def test_who_may_not_watch_learns_nothing_by_any_command_in_any_state() -> None:
    for story in private_stories():
        for command in all_commands(story):
            for stranger in STRANGERS:
                with pytest.raises(Refused) as refused:
                    decide(story.table, stranger, command, story.draw)
                assert (refused.value.code, refused.value.about) == ("watching_not_allowed", {})


@pytest.mark.parametrize("version", [MAX_EVENTS - 1, MAX_EVENTS, MAX_EVENTS_IN_A_GAME])
def test_nor_by_any_command_to_a_table_that_is_full_of_events(version: int) -> None:
    for story in private_stories():
        live, registry = LiveTable(story.table._replace(version=version)), service_of(story).registry
        for command in all_commands(story):
            for stranger in STRANGERS:
                with pytest.raises(Refused) as refused:
                    asyncio.run(registry.act(live, stranger, command))
                assert (refused.value.code, refused.value.about) == ("watching_not_allowed", {})
