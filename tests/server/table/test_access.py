"""Who may watch a table."""

import pytest

from bigpoints.server.table.access import check_may_watch, may_watch
from bigpoints.server.table.refusals import Refused
from support.story import BOARD, Story


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
