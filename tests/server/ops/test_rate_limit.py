"""Limits: so many things a second by a key, so many connections, and memory that stays flat."""

import pytest

from bigpoints.server.ops.rate_limit import ConcurrencyLimiter, Limiter


class Clock:
    """A clock that goes only when it is told to."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


def allowed(limiter: Limiter, key: str, times: int) -> int:
    return sum(limiter.allows(key) for _ in range(times))


def test_a_burst_goes_through_at_once_and_then_the_rate_counts(clock: Clock) -> None:
    limiter = Limiter(2, 5, clock)
    assert allowed(limiter, "ann", 20) == 5
    clock.time += 1
    assert allowed(limiter, "ann", 20) == 2
    clock.time += 1000
    assert allowed(limiter, "ann", 20) == 5


def test_keys_do_not_share_their_tokens(clock: Clock) -> None:
    limiter = Limiter(1, 1, clock)
    assert [limiter.allows(key) for key in ("ann", "ann", "bob")] == [True, False, True]


def test_what_is_refused_costs_nothing_and_the_wait_is_told(clock: Clock) -> None:
    limiter = Limiter(2, 4, clock)
    assert limiter.wait("ann") == 0
    assert limiter.allows("ann", cost=4)
    assert not limiter.allows("ann", cost=3)
    assert limiter.wait("ann", cost=3) == pytest.approx(1.5)
    clock.time += 1.5
    assert limiter.wait("ann", cost=3) == 0
    assert limiter.allows("ann", cost=3)


@pytest.mark.parametrize(("rate", "burst"), [(1 / 3600, 1), (7 / 3600, 7), (2, 40), (0.3, 3)])
def test_there_is_nothing_to_wait_for_exactly_when_a_key_may_act(clock: Clock, rate: float, burst: int) -> None:
    limiter = Limiter(rate, burst, clock)
    for number in range(2000):
        clock.time += 0.1 + number / 7
        for _ in range(burst + 1):
            seconds = limiter.wait(f"key {number}")
            assert (seconds == 0) == limiter.allows(f"key {number}")


def test_a_rate_of_0_is_no_limit() -> None:
    limiter = Limiter(0, 1)
    assert allowed(limiter, "ann", 1000) == 1000
    assert limiter.wait("ann") == 0
    assert len(limiter) == 0


def test_full_buckets_are_forgotten_but_no_other(clock: Clock) -> None:
    limiter = Limiter(1, 10, clock)
    for number in range(100_000):
        clock.time += 0.001
        assert limiter.allows(f"key {number}")
        assert len(limiter) <= 20_100  # Those of twice the 10 seconds in which a bucket fills.
    assert allowed(limiter, "key 99999", 20) == 9


def test_others_who_ask_all_the_time_do_not_make_a_bucket_forgotten(clock: Clock) -> None:
    limiter = Limiter(1, 10, clock)

    def let_bob_ask(times: int) -> None:
        for _ in range(times):
            clock.time += 0.125
            limiter.allows("bob")

    let_bob_ask(300)
    assert allowed(limiter, "ann", 20) == 10
    let_bob_ask(40)
    assert allowed(limiter, "ann", 20) == 5


def test_who_is_charged_for_more_than_the_bucket_holds_waits_until_it_is_paid(clock: Clock) -> None:
    limiter = Limiter(2, 10, clock)
    limiter.charge("ann", 12)
    assert not limiter.allows("ann")
    assert limiter.wait("ann") == pytest.approx(1.5)
    clock.time += 1.5
    assert allowed(limiter, "ann", 5) == 1
    limiter.charge("ann", 1000)
    assert limiter.wait("ann") == pytest.approx(5.5)  # A bucket at most, and the next action.


def test_others_who_ask_all_the_time_do_not_make_a_debt_forgotten(clock: Clock) -> None:
    limiter = Limiter(1, 10, clock)
    for _ in range(50):
        limiter.charge("ann", 1000)
        for _ in range(85):
            clock.time += 0.125
            limiter.allows("bob")
        assert allowed(limiter, "ann", 20) == 0
        for _ in range(10):
            clock.time += 0.125
            limiter.allows("bob")
        assert allowed(limiter, "ann", 20) == 1


def test_without_a_limit_nothing_is_charged() -> None:
    limiter = Limiter(0, 1)
    limiter.charge("ann", 1000)
    assert limiter.allows("ann")
    assert len(limiter) == 0


def test_very_many_keys_at_once_do_not_fill_the_memory(clock: Clock) -> None:
    limiter = Limiter(1, 10, clock, max_keys=1000)
    for number in range(100_000):
        limiter.allows(f"key {number}")
    assert len(limiter) <= 2000


def test_a_key_that_keeps_asking_is_never_forgotten(clock: Clock) -> None:
    limiter = Limiter(1, 5, clock)
    passed = 0
    for _ in range(1000):
        clock.time += 0.1
        passed += limiter.allows("ann")
    assert passed in (104, 105)


def test_each_key_has_a_limit_of_connections() -> None:
    connections = ConcurrencyLimiter(2)
    assert [connections.acquire(key) for key in ("ann", "ann", "ann", "bob")] == [True, True, False, True]
    connections.release("ann")
    assert connections.acquire("ann")
    for key in ("ann", "ann", "bob"):
        connections.release(key)
    assert len(connections) == 0


def test_a_limit_of_0_is_none() -> None:
    connections = ConcurrencyLimiter(0)
    assert all(connections.acquire("ann") for _ in range(1000))
