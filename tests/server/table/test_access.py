"""Who may watch a table."""

from random import Random

import pytest

from bigpoints.server.table.access import check_may_watch, may_watch
from bigpoints.server.table.commands import Actor, Undo
from bigpoints.server.table.decide import decide
from bigpoints.server.table.refusals import Refused
from support.disclosures import all_commands
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


def test_who_may_not_watch_learns_nothing_by_any_command_in_any_state() -> None:
    """Begun, in an extra move, with a request, over, full and not begun: the answer is the same."""
    asking = Story.of(BOARD, "ben", "cleo", watch="nobody").move("R+", "B+")
    asking.do("ben", Undo, seat=1)
    states = [
        Story("ben", "cleo", watch="nobody"),
        Story.of(BOARD, "ben", "cleo", watch="nobody"),
        Story.of(WITH_BLACK, "ben", "bot:random", watch="nobody").move("R+"),
        asking,
        Story.of(BOARD, "ben", "cleo", watch="nobody").play(Random(1)),
    ]
    assert asking.table.request
    for story in states:
        for command in all_commands(story):
            for stranger in ("dora", None):
                with pytest.raises(Refused) as refused:
                    decide(story.table, actor(stranger) if stranger else Actor("person"), command, story.draw)
                assert (refused.value.code, refused.value.about) == ("watching_not_allowed", {})
