"""The exact solver: the margin of a two-player position under perfect play.

A margin is the final score of the seat to move minus the other's. Null-window searches, as in MTD(f), move from zero
towards it, so that the winner is known first; a transposition table carries over what each search found. The search
runs without the GIL in its own thread and stops within a few hundredths of a second.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillRunning
from dataclasses import dataclass, replace
from functools import cache
from time import perf_counter

from bigpoints.bots.bot import OWN, Budget
from bigpoints.errors import BigPointsError
from bigpoints.kernel.api import played
from bigpoints.kernel.pack import Packed, pack
from bigpoints.kernel.solver.alphabeta import NODE_LIMIT, NODES, STOP, Memory, new_memory, search_margin, stored_action
from bigpoints.kernel.solver.transposition import INFINITY
from bigpoints.notation import action_number, parse_position
from bigpoints.position import Move, Position
from bigpoints.rules import legal_moves, play, start

TABLE_ENTRIES = 1 << 23
"""Of 16 bytes each; the system provides the memory only as entries are written."""
NO_LIMIT = 1 << 62
_FIXED = "KB.K.B.YR..P....P.BG..RP...YR.B...GB.G.YWWRBBR.PWBRGRPY 36,29,28,38,48 BRYGP RY3G3P3/BRY2G2PW2 2 m"
_POLL_SECONDS = 0.02
"""Seconds between two checks of the limits by the waiting thread."""
UNKNOWN = 1 << 40
"""A bound that excludes nothing."""
_MAX_MARGIN = 1000
"""More than any margin, in points, that the discs of a game can make."""


class NotSolvable(BigPointsError):
    """A position that the solver cannot take: not two players, or the game is over."""


class Stopped(BigPointsError):
    """A search was stopped before it had an answer."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The proven bounds of a position: its margin is from `low` to `high`."""

    low: int
    high: int
    exact: bool
    nodes: int
    seconds: float
    line: tuple[Move, ...] = ()
    """Moves that keep what is proven, as far as the search got: perfect play if the margin is exact."""

    @property
    def margin(self) -> int | None:
        """The margin if it is exact, otherwise a bound on it, or None."""
        return next((bound for bound in (self.low, self.high) if abs(bound) < UNKNOWN), None)

    @property
    def outcome(self) -> int | None:
        """1 if the seat to move wins, 0 for a tie, -1 if it loses; None if not proven."""
        if self.low > 0 or self.high < 0:
            return 1 if self.low > 0 else -1
        return 0 if self.low == self.high == 0 else None


SolutionWatcher = Callable[[Solution], None]
"""Receives what is proven so far, from time to time."""


def solve(
    position: Position,
    *,
    outcome: bool = False,
    limits: Budget = OWN,
    watcher: SolutionWatcher | None = None,
    memory: Memory | None = None,
) -> Solution:
    """Solve a two-player position within limits: its exact margin, or with `outcome` only who wins."""
    _check_solvable(position)
    compile_solver()  # Before the clock starts.
    return _SolverRun(position, outcome, memory or new_memory(TABLE_ENTRIES)).run(limits, watcher)


def solve_outcome(position: Position, memory: Memory) -> int:
    """1, 0 or -1 for the seat to move, in the calling thread and without limits: for surveys of small boards."""
    board, penalties = _without_penalties(_check_solvable(position))
    zero = _clamp_margin(-penalties)
    memory.control[:] = 0, 0, NO_LIMIT
    margin = search_margin(memory, pack(board), zero - 1, zero + 1) + penalties
    if memory.control[STOP]:
        raise Stopped("the search was ended before it had an answer")
    return (margin > 0) - (margin < 0)


def fixed_search() -> int:
    """Solve a fixed position; the node count, which is the signature of the solver."""
    return solve(parse_position(_FIXED)).nodes


def _check_solvable(position: Position) -> Position:
    if position.players != 2:
        raise NotSolvable(f"the solver is for two players; this position has {position.players}")
    if position.is_over:
        raise NotSolvable("the game is over: there is nothing to solve")
    return position


def _without_penalties(position: Position) -> tuple[Position, int]:
    """The position without wire penalties (V3), and their balance for the seat to move.

    Penalties may be larger than the 16 bits of a table entry hold; they are constant, so they are added at the end.
    """
    mine, theirs = position.hands[position.seat - 1], position.hands[2 - position.seat]
    hands = tuple(hand._replace(penalties=0) for hand in position.hands)
    return replace(position, hands=hands), theirs.penalties - mine.penalties


def _clamp_margin(margin: int) -> int:
    """A margin clamped to the range that margins can have."""
    return max(-_MAX_MARGIN, min(_MAX_MARGIN, margin))


@cache
def compile_solver() -> None:
    """Compile the solver by solving a tiny board, so that no clock counts compilation."""
    memory, packed = new_memory(1 << 4), pack(start(2, "BR"))
    memory.control[NODE_LIMIT] = NO_LIMIT
    search_margin(memory, packed, -1, 1)
    stored_action(memory, played(packed, 0))


class _SolverRun:
    """The solving of one position, and what is proven of it so far."""

    def __init__(self, position: Position, outcome: bool, memory: Memory) -> None:
        self.position, self.penalties = _without_penalties(position)
        self.outcome = outcome
        self.memory = memory
        self.low, self.high = -INFINITY, INFINITY
        self.line: list[Move] = []
        self.began = perf_counter()

    def run(self, limits: Budget, watcher: SolutionWatcher | None) -> Solution:
        """Search in another thread, while this one watches the limits."""
        self.memory.control[:] = 0, 0, limits.nodes or NO_LIMIT
        with ThreadPoolExecutor(1) as pool:
            try:
                work = pool.submit(self._search)
                self._wait(work, limits, watcher)
            finally:
                self.memory.control[STOP] = 1  # Whatever ended the waiting, Ctrl-C included, stops the search.
        work.result()
        return self.known

    @property
    def known(self) -> Solution:
        """The solution proven so far."""
        low = self.low + self.penalties if self.low > -INFINITY else -UNKNOWN
        high = self.high + self.penalties if self.high < INFINITY else UNKNOWN
        exact = low == high or (self.outcome and (low > 0 or high < 0))
        seconds = perf_counter() - self.began
        return Solution(low, high, exact, int(self.memory.control[NODES]), seconds, tuple(self.line))

    def _wait(self, work: Future[None], limits: Budget, watcher: SolutionWatcher | None) -> None:
        while not self._is_done(work):
            if limits.seconds is not None and perf_counter() - self.began >= limits.seconds:
                return
            if limits.stop is not None and limits.stop.is_set():
                return
            if watcher is not None:
                watcher(self.known)

    @staticmethod
    def _is_done(work: Future[None]) -> bool:
        try:
            work.result(_POLL_SECONDS)
        except StillRunning:
            return work.done()
        return True

    def _search(self) -> None:
        self._prove()
        if self.known.exact:
            for move in self._follow_best_line():
                self.line.append(move)

    def _prove(self) -> None:
        """Narrow the bounds by null-window searches; one search of three values settles an outcome."""
        packed, zero = pack(self.position), _clamp_margin(-self.penalties)
        alpha, beta = (zero - 1, zero + 1) if self.outcome else (zero - 1, zero)
        while not self.known.exact:
            margin = search_margin(self.memory, packed, alpha, beta)
            if self._is_stopped:
                return
            self.low = margin if margin > alpha else self.low
            self.high = margin if margin < beta else self.high
            beta = max(margin, self.low + 1)
            alpha = beta - 1

    @property
    def _is_stopped(self) -> bool:
        return bool(self.memory.control[STOP])

    def _follow_best_line(self) -> Iterator[Move]:
        """Moves that keep what is proven, to the end of the game or until the search is stopped."""
        position, low, high = self.position, self.low, self.high
        packed = pack(position)
        while not position.is_over:
            move = self._find_keeping_move(position, packed, low)
            if move is None:
                return
            yield move
            after = play(position, move)
            # Played on rather than packed again: a packed row forgets the colours of taken discs, which the salt of the
            # table's keys includes.
            packed = played(packed, action_number(move))
            if after.seat != position.seat:
                low, high = -high, -low
            position = after

    def _find_keeping_move(self, position: Position, packed: Packed, low: int) -> Move | None:
        """A move after which the margin is still at least `low`; None if the search was stopped."""
        advice = stored_action(self.memory, packed)
        moves = sorted(legal_moves(position), key=lambda move: action_number(move) != advice)
        if low == -INFINITY or len(moves) == 1:
            return moves[0]
        for move in moves:
            kept = self._keeps(position, packed, move, low)
            if self._is_stopped:
                return None
            if kept:
                return move
        raise AssertionError("a proven margin has a move that keeps it")

    def _keeps(self, position: Position, packed: Packed, move: Move, low: int) -> bool:
        after = played(packed, action_number(move))
        if play(position, move).seat == position.seat:
            return search_margin(self.memory, after, low - 1, low) >= low
        return -search_margin(self.memory, after, -low, -low + 1) >= low
