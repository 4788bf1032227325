"""Limits by address, as settings ask for them."""

import pytest

from bigpoints.server.http.limits import cost_of, make_limits
from bigpoints.server.ops.rate_limit import Limiter
from bigpoints.server.settings import Settings
from bigpoints.server.table.commands import Change, Command, MakeMove, Sit, Undo
from bigpoints.server.table.setup import Setup

HERE, THERE = "192.0.2.7", "192.0.2.8"


def allowed_at_once(limiter: Limiter, address: str) -> int:
    """How many requests of an address are allowed in a burst of 500."""
    return sum(limiter.allows(address) for _ in range(500))


def test_an_address_makes_as_many_tables_at_once_as_in_an_hour_and_others_do_not_count() -> None:
    limits = make_limits(Settings.given(tables_per_address=7))
    assert allowed_at_once(limits.new_tables, HERE) == 7
    assert allowed_at_once(limits.new_tables, THERE) == 7


@pytest.mark.parametrize("tables", [0, 1])
def test_no_limit_of_tables_is_none(tables: int) -> None:
    limits = make_limits(Settings.given(tables_per_address=tables))
    assert allowed_at_once(limits.new_tables, HERE) == (1 if tables else 500)


def test_replays_and_hints_have_limits_where_requests_have_one() -> None:
    limited = make_limits(Settings.given(requests_per_second=5))
    assert (allowed_at_once(limited.replays, HERE), allowed_at_once(limited.hints, HERE)) == (10, 20)
    free = make_limits(Settings.given(requests_per_second=0))
    assert (allowed_at_once(free.replays, HERE), allowed_at_once(free.hints, HERE)) == (500, 500)


def test_sockets_of_an_address_are_counted_until_they_leave() -> None:
    limits = make_limits(Settings.given(clients_per_address=2))
    assert [limits.sockets.acquire(HERE) for _ in range(3)] == [True, True, False]
    assert limits.sockets.acquire(THERE)
    limits.sockets.release(HERE)
    assert limits.sockets.acquire(HERE)


def test_messages_are_limited_by_their_own_settings() -> None:
    limits = make_limits(Settings.given(address_messages_per_second=1, address_messages_burst=30))
    assert allowed_at_once(limits.messages, HERE) == 30


@pytest.mark.parametrize(
    ("command", "a_second"),
    [
        (MakeMove(id="m", version=1, seat=1, move="R+"), 50),
        (Sit(id="s", name="Anna"), 20),
        (Undo(id="u", version=1, seat=1), 20),
        (Change(id="c", setup=Setup()), 10),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_address_stores_only_so_much_a_second(command: Command, a_second: int) -> None:
    settings = Settings.given()
    assert settings.address_messages_per_second / cost_of(command) == a_second


def test_any_message_goes_through_however_small_the_burst_is() -> None:
    limits = make_limits(Settings.given(address_messages_burst=1))
    limits.messages.check(HERE, cost_of(Change(id="c", setup=Setup())))


def test_tables_have_a_pace_by_settings_of_their_own() -> None:
    limits = make_limits(Settings.given(table_changes_per_second=1, table_changes_burst=7))
    assert allowed_at_once(limits.table_changes, "TABLE222") == 7
    free = make_limits(Settings.given(table_changes_per_second=0, table_games_per_hour=0))
    assert allowed_at_once(free.table_changes, "TABLE222") == 500
    assert (allowed_at_once(limits.table_games, "TABLE222"), allowed_at_once(free.table_games, "TABLE222")) == (20, 500)
