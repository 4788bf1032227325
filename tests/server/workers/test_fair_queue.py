"""The fair queue: nothing is lost, nobody starves, nobody gains by asking more or by waiting longer."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.server.workers.fair_queue import FairQueue, Origin

origins = st.builds(Origin, st.sampled_from("abc"), st.sampled_from("xyz"))
seconds = st.floats(0, 3)


def drained(queue: FairQueue[int], origin_of: dict[int, Origin], each: float = 1.0) -> list[int]:
    """The jobs in the order in which one worker does them, each in the same time."""
    order = []
    while (job := queue.pop()) is not None:
        order.append(job)
        queue.settle(origin_of[job], each)
    return order


def filled(*waiting: Origin) -> tuple[FairQueue[int], dict[int, Origin]]:
    """A queue of jobs, numbered in their order."""
    queue = FairQueue[int](1.0)
    for number, origin in enumerate(waiting):
        queue.push(origin, number)
    return queue, dict(enumerate(waiting))


# --- Whatever happens -------------------------------------------------------------------------------------------------


class Model:
    """A queue and what must be in it: every job is queued, under way, cancelled or done, exactly once."""

    def __init__(self) -> None:
        self.queue = FairQueue[int](1.0)
        self.waiting: dict[Origin, list[int]] = {}
        self.under_way: dict[int, Origin] = {}
        self.number = 0

    def push(self, origin: Origin) -> None:
        self.number += 1
        self.queue.push(origin, self.number)
        self.waiting.setdefault(origin, []).append(self.number)

    def pop(self) -> None:
        job = self.queue.pop()
        assert (job is None) == (not any(self.waiting.values()))
        if job is not None:
            (origin,) = [origin for origin, jobs in self.waiting.items() if job in jobs]
            assert self.waiting[origin].pop(0) == job  # First come, first served, within a table.
            self.under_way[job] = origin

    def end(self, taken: float, died: bool) -> None:
        if self.under_way:
            job, origin = self.under_way.popitem()
            self.queue.settle(origin, taken)
            if died:
                self.queue.push_first(origin, job)
                self.waiting.setdefault(origin, []).insert(0, job)

    def cancel(self, origin: Origin) -> None:
        assert not self.queue.remove(origin, -1)
        if jobs := self.waiting.get(origin):
            assert self.queue.remove(origin, jobs.pop())

    def check(self) -> None:
        waiting = [job for jobs in self.waiting.values() for job in jobs]
        assert sorted(self.queue) == sorted(waiting)
        assert len(self.queue) == len(waiting)


steps = st.lists(
    st.tuples(st.sampled_from(["push", "push", "pop", "pop", "end", "died", "cancel"]), origins, seconds), max_size=60
)


@settings(max_examples=300)
@given(steps)
def test_no_job_is_lost_or_done_twice_and_a_cancelled_one_is_gone(story: list[tuple[str, Origin, float]]) -> None:
    model = Model()
    for what, origin, taken in story:
        if what == "push":
            model.push(origin)
        elif what == "pop":
            model.pop()
        elif what == "cancel":
            model.cancel(origin)
        else:
            model.end(taken, died=what == "died")
        model.check()
    left = len(model.queue)
    assert sorted(model.queue.clear()) == sorted(job for jobs in model.waiting.values() for job in jobs)
    assert len(model.queue) == 0
    assert left == 0 or model.queue.pop() is None


@given(steps)
def test_when_all_is_done_nothing_is_remembered(story: list[tuple[str, Origin, float]]) -> None:
    queue = FairQueue[int](1.0)
    under_way: list[tuple[Origin, float]] = []
    for what, origin, taken in story:
        if what == "push":
            queue.push(origin, len(under_way))
            under_way.append((origin, taken))
    while (job := queue.pop()) is not None:
        queue.settle(*under_way[job])
    assert not queue._tables
    assert not queue._addresses._shares


# --- Shares -----------------------------------------------------------------------------------------------------------


@given(st.integers(1, 6), st.integers(1, 20), st.integers(1, 50), st.data())
def test_who_has_one_job_waits_for_one_job_of_every_busy_address(
    addresses: int, tables: int, before: int, data: st.DataObject
) -> None:
    """However many tables and jobs the others have, and however long they have been served already."""
    busy = [Origin(str(address), str(table)) for table in range(tables) for address in range(addresses)]
    queue = FairQueue[Origin](1.0)
    for origin in busy * 3:
        queue.push(origin, origin)
    for _ in range(min(before, 2 * len(busy))):
        served = queue.pop()
        assert served
        queue.settle(served, data.draw(seconds))
    newcomer = Origin("newcomer", "t")
    queue.push(newcomer, newcomer)
    ahead = Counter[str]()
    while (served := queue.pop()) != newcomer:
        assert served
        ahead[served.address] += 1
        queue.settle(served, 1.0)
    assert max(ahead.values(), default=0) <= 1


@given(st.lists(st.floats(0.1, 3), min_size=40, max_size=80), st.integers(1, 3))
def test_busy_addresses_get_the_same_time_however_long_their_jobs(times: list[float], workers: int) -> None:
    """At any time the time used differs by no more than a job for each worker, as long as both have some queued."""
    queue = FairQueue[Origin](1.0)
    for number in range(200):
        for address in "ab":
            origin = Origin(address, str(number % 7))
            queue.push(origin, origin)
    used = {"a": 0.0, "b": 0.0}
    under_way: list[Origin] = []
    for taken in times:
        job = queue.pop()
        assert job
        under_way.append(job)
        if len(under_way) == workers:
            origin = under_way.pop(0)
            queue.settle(origin, taken)
            used[origin.address] += taken
        assert abs(used["a"] - used["b"]) <= 3.0 * (workers + 1)


def test_idle_time_is_not_saved_up() -> None:
    busy, late = Origin("busy", "t"), Origin("late", "t")
    queue, origin_of = filled(*[busy] * 100)
    for _ in range(50):
        job = queue.pop()
        assert job is not None
        queue.settle(busy, 1.0)
    for number in range(1000, 1040):
        queue.push(late, number)
        origin_of[number] = late
    assert 9 <= [origin_of[job] for job in drained(queue, origin_of)[:20]].count(late) <= 11


def test_a_worker_that_hung_is_not_held_against_its_table_for_long() -> None:
    queue, origin_of = filled(Origin("a", "t"), *[Origin("b", "t")] * 30, *[Origin("a", "t")] * 3)
    assert queue.pop() == 0
    queue.settle(origin_of[0], 60.0)
    assert drained(queue, origin_of).index(31) <= 5


def test_the_tables_of_an_address_take_turns() -> None:
    queue, origin_of = filled(*[Origin("a", "x")] * 3, *[Origin("a", "y")] * 3)
    assert drained(queue, origin_of) == [0, 3, 1, 4, 2, 5]


def test_a_table_that_takes_longer_is_served_less_often() -> None:
    slow, quick = Origin("a", "slow"), Origin("a", "quick")
    queue, origin_of = filled(*[slow] * 10, *[quick] * 10)
    order = []
    for _ in range(12):
        job = queue.pop()
        assert job is not None
        order.append(origin_of[job].table)
        queue.settle(origin_of[job], 2.0 if origin_of[job] is slow else 0.5)
    assert Counter(order)["quick"] > 2 * Counter(order)["slow"]


def test_an_address_gets_no_second_worker_while_another_one_waits() -> None:
    queue, _ = filled(Origin("a", "x"), Origin("a", "y"), Origin("a", "z"), Origin("b", "x"))
    assert [queue.pop() for _ in range(4)] == [0, 3, 1, 2]


def test_jobs_that_take_no_time_are_served_in_turn_as_well() -> None:
    rng = Random(1)
    waiting = [Origin(rng.choice("ab"), "t") for _ in range(40)]
    queue, origin_of = filled(*waiting)
    order = [origin_of[job].address for job in drained(queue, origin_of, 0.0)]
    each = min(order.count("a"), order.count("b"))
    assert abs(order[: 2 * each].count("a") - each) <= 1
