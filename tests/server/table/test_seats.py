"""Who may sit where, leave, come back, and be stood in for."""

from random import Random

import pytest

from bigpoints.server.table.commands import Command, Free, HandOver, Leave, Return, Sit, StandIn
from support.story import THREE, Story


def begun() -> Story:
    """Anna is to move, then Ben, then a bot."""
    return Story.of(THREE, "anna", "ben", "bot:random")


def over() -> Story:
    return begun().play(Random(1))


def test_a_free_seat_is_taken_by_whoever_comes_first() -> None:
    story = Story("anna", None, None)
    story.sit("ben", 3)
    assert story.table.seats_of("ben") == (3,)
    assert story.refusal("cleo", Sit, seat=3, name="Cleo").about == {"seat": 3}
    assert story.code("cleo", Sit, seat=1, name="Cleo") == "seat_taken"
    assert story.sit("cleo").table.seats_of("cleo") == (2,)
    assert story.code("dora", Sit, name="Dora") == "full"
    assert story.code("dora", Sit, seat=2, name="Dora") == "seat_taken"


def test_the_house_sits_nowhere() -> None:
    assert Story("anna", None).code("server", Sit, name="House") == "not_your_seat"


def test_a_bots_seat_is_free_only_if_it_was_freed() -> None:
    story = begun()
    assert story.code("cleo", Sit, seat=3, name="Cleo") == "seat_taken"
    story.do("anna", Free, seat=3)
    assert story.sit("cleo", 3).table.people == (1, 2, 3)


@pytest.mark.parametrize("wish", [Leave, Return])
def test_nobody_leaves_or_returns_for_somebody_else(wish: type[Command]) -> None:
    story = begun().leave("ben", 2)
    assert story.code("anna", wish, seat=2) == "not_your_seat"
    assert story.code("anna", wish, seat=3) == "not_your_seat"
    assert story.code("server", wish, seat=3) == "not_your_seat"


def test_nobody_returns_to_a_seat_that_they_have() -> None:
    assert begun().code("anna", Return, seat=1) == "seat_taken"


def test_whose_seat_was_freed_has_no_way_back() -> None:
    story = begun().leave("ben", 2)
    story.do("anna", Free, seat=2)
    assert story.code("ben", Return, seat=2) == "not_your_seat"


def test_a_bot_stands_in_only_for_a_person_who_plays() -> None:
    story = begun()
    assert story.code("server", StandIn, seat=3) == "bot_plays"
    story.leave("ben", 2)
    assert story.code("server", StandIn, seat=2) == "bot_plays"
    assert story.table.seats[1].left
    assert over().code("server", StandIn, seat=1) == "wrong_state"


def test_a_seat_is_handed_over_by_whoever_has_it_and_by_nobody_else() -> None:
    story = begun()
    assert story.code("server", HandOver, seat=4, giver="ben", browser="phone") == "no_such_seat"
    assert story.code("server", HandOver, seat=1, giver="ben", browser="phone") == "handover_unknown"
    assert story.code("server", HandOver, seat=3, giver="ben", browser="phone") == "handover_unknown"
    story.do("server", HandOver, seat=2, giver="ben", browser="phone")
    assert story.table.seats_of("phone") == (2,)
    assert story.table.seats_of("ben") == ()
