"""The pace of a table: people change it only so fast, and games begin only so often; moves do not count."""

import pytest

from bigpoints.server.live.pace import TablePace
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.table.commands import CLOCK, SERVER, Actor
from bigpoints.server.table.events import Begun, Event, Freed, Played, Seated
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table
from support.story import Story

ANNA, BEN, CLEO = (Actor("person", name) for name in ("anna", "ben", "cleo"))
FREED, MOVE = Freed(seat=2), Played(seat=1, move="B+", by="person")


class Paced:
    """A table of Anna's at which two things may happen at once."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.pace = TablePace(Limiter(0.5, 2, lambda: self.time), Limiter(0.1, 4, lambda: self.time))
        self.table: Table = Story("anna", None).table

    def does(self, actor: Actor, event: Event = FREED) -> bool:
        """Whether an event may happen; it does if so."""
        try:
            self.pace.check(self.table, actor, event)
        except Refused:
            return False
        self.pace.count(self.table, actor, event)
        return True


@pytest.fixture
def paced() -> Paced:
    return Paced()


def test_a_burst_goes_through_and_then_the_rate_counts_with_the_seconds_to_wait(paced: Paced) -> None:
    assert [paced.does(ANNA) for _ in range(3)] == [True, True, False]
    with pytest.raises(Refused) as refused:
        paced.pace.check(paced.table, ANNA, FREED)
    assert (refused.value.code, refused.value.about) == ("too_fast", {"seconds": 2})
    paced.time += 2
    assert [paced.does(ANNA) for _ in range(2)] == [True, False]


def test_a_guest_takes_the_pace_of_no_other_guest_nor_the_owners(paced: Paced) -> None:
    assert [paced.does(BEN) for _ in range(3)] == [True, True, False]
    assert paced.does(CLEO)
    assert paced.does(ANNA)


def test_all_guests_together_do_as_much_as_three_of_them(paced: Paced) -> None:
    guests = [Actor("person", f"guest{number}") for number in range(9)]
    assert [paced.does(guest) for guest in guests] == [True] * 6 + [False] * 3
    assert paced.does(ANNA)


def test_a_seat_that_moves_to_another_device_counts_as_a_guests_change(paced: Paced) -> None:
    moved = Seated(seat=2, name="x", browser="x")
    assert [paced.does(SERVER, moved) for _ in range(3)] == [True, True, False]
    assert paced.does(BEN)
    assert paced.does(ANNA)


def test_other_tables_have_a_pace_of_their_own(paced: Paced) -> None:
    assert [paced.does(ANNA) for _ in range(3)] == [True, True, False]
    paced.table = paced.table._replace(code="OTHER222")
    assert paced.does(ANNA)


@pytest.mark.parametrize(("who", "what"), [(ANNA, MOVE), (SERVER, FREED), (CLOCK, FREED), (SERVER, MOVE)])
def test_moves_and_what_the_server_does_are_not_counted(paced: Paced, who: Actor, what: Event) -> None:
    assert all(paced.does(who, what) for _ in range(100))
    assert paced.does(ANNA)


def test_what_was_not_stored_does_not_count(paced: Paced) -> None:
    for _ in range(10):
        paced.pace.check(paced.table, ANNA, FREED)
    assert paced.does(ANNA)


def test_games_begin_only_so_often_whoever_begins_them(paced: Paced) -> None:
    begun = Begun(game=1, start="x")
    assert [paced.does(who, begun) for who in (ANNA, BEN, SERVER, SERVER)] == [True] * 4
    assert not any(paced.does(who, begun) for who in (ANNA, BEN, SERVER))
    assert paced.does(ANNA)
    paced.time += 10
    assert [paced.does(SERVER, begun) for _ in range(2)] == [True, False]
