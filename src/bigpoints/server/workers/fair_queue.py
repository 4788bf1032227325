"""A queue of jobs that is fair by the time they take: between addresses, then between the tables of an address.

Nobody can have more than their share by asking more often, at more tables or for longer searches. It is start-time fair
queueing: everybody has a clock that runs with the time they used, and the one whose clock is furthest behind is served
next. Who comes (back) starts where those who are served are: idle time is not saved up, and an old debt is not kept.
"""

from collections import deque
from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

_LEAST_SECONDS = 0.0001
"""Charged for every job at least, so that even free ones are served in turn."""
_MOST_TIMES_USUAL = 5
"""Charged at most: if a worker hangs, that is no fault of those whom it works for."""


class Origin(NamedTuple):
    """Who a job is for: an address, and a table."""

    address: str
    table: str


class _Share:
    """The clock of one party, and the number of its jobs that are queued and under way."""

    __slots__ = ("queued", "running", "since", "used")

    def __init__(self) -> None:
        self.used = 0.0
        self.queued = self.running = 0
        self.since = 0
        """When it began to wait: the number of those who did so before."""

    @property
    def order(self) -> tuple[float, int]:
        """The least is served next."""
        return self.used, self.since


class _Shares:
    """The clocks of parties that compete with each other."""

    __slots__ = ("_arrivals", "_now", "_shares", "_usual_seconds")

    def __init__(self, usual_seconds: float) -> None:
        self._usual_seconds = usual_seconds
        self._shares: dict[str, _Share] = {}
        self._now = 0.0
        """The clock of the party that was served last, when it was."""
        self._arrivals = 0

    def __contains__(self, party: str) -> bool:
        return party in self._shares

    def join(self, party: str) -> None:
        """Queue a job of a party."""
        share = self._shares.setdefault(party, _Share())
        if not share.queued:
            self._arrivals += 1
            share.since = self._arrivals
            share.used = max(share.used, self._now)
        share.queued += 1

    def leave(self, party: str) -> None:
        """Take a job of a party out of the queue."""
        self._shares[party].queued -= 1
        self._forget()

    def serve(self) -> str:
        """The party whose job is next. The usual time is charged in advance: others must not overtake meanwhile."""
        party = min((name for name, share in self._shares.items() if share.queued), key=self._order)
        share = self._shares[party]
        self._now = max(self._now, share.used)
        share.queued -= 1
        share.running += 1
        share.used += self._usual_seconds
        return party

    def settle(self, party: str, seconds: float) -> None:
        """Charge the real time of a job that has ended, instead of the usual one."""
        share = self._shares[party]
        share.running -= 1
        charged = min(max(_LEAST_SECONDS, seconds), _MOST_TIMES_USUAL * self._usual_seconds)
        share.used += charged - self._usual_seconds
        self._forget()

    def _order(self, party: str) -> tuple[float, int]:
        return self._shares[party].order

    def _forget(self) -> None:
        """Forget parties without jobs: those who are not ahead of the others, and all if nobody has one."""
        active = {name: share for name, share in self._shares.items() if share.queued or share.running}
        if active:
            active |= {name: share for name, share in self._shares.items() if share.used > self._now}
        self._shares = active


class FairQueue(Generic[T]):
    """Jobs that wait for a worker. What `pop` gives must be settled when it has ended."""

    def __init__(self, usual_seconds: float) -> None:
        self._usual_seconds = usual_seconds
        self._addresses = _Shares(usual_seconds)
        self._tables: dict[str, _Shares] = {}
        self._jobs: dict[Origin, deque[T]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._jobs.values()))

    def __iter__(self) -> Iterator[T]:
        for jobs in self._jobs.values():
            yield from jobs

    def push(self, origin: Origin, job: T) -> None:
        """Queue a job after the others of its table."""
        self._join(origin).append(job)

    def push_first(self, origin: Origin, job: T) -> None:
        """Queue a job before the others of its table: it was given to a worker that died."""
        self._join(origin).appendleft(job)

    def pop(self) -> T | None:
        """The next job; None if none is queued."""
        if not self._jobs:
            return None
        address = self._addresses.serve()
        return self._take(Origin(address, self._tables[address].serve()), 0)

    def remove(self, origin: Origin, job: T) -> bool:
        """Remove a job; says whether it was queued."""
        if job not in self._jobs.get(origin, ()):
            return False
        self._take(origin, self._jobs[origin].index(job))
        self._tables[origin.address].leave(origin.table)
        self._addresses.leave(origin.address)
        self._forget()
        return True

    def settle(self, origin: Origin, seconds: float) -> None:
        """Charge for the seconds that a job took, or that passed until it was cancelled."""
        self._tables[origin.address].settle(origin.table, seconds)
        self._addresses.settle(origin.address, seconds)
        self._forget()

    def clear(self) -> list[T]:
        """Remove all jobs that are queued; gives them."""
        removed = list(self)
        for origin in list(self._jobs):
            for job in list(self._jobs[origin]):
                self.remove(origin, job)
        return removed

    def _join(self, origin: Origin) -> deque[T]:
        self._addresses.join(origin.address)
        self._tables.setdefault(origin.address, _Shares(self._usual_seconds)).join(origin.table)
        return self._jobs.setdefault(origin, deque())

    def _take(self, origin: Origin, index: int) -> T:
        jobs = self._jobs[origin]
        job = jobs[index]
        del jobs[index]
        if not jobs:
            del self._jobs[origin]
        return job

    def _forget(self) -> None:
        self._tables = {address: tables for address, tables in self._tables.items() if address in self._addresses}
