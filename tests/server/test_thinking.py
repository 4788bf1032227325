"""The pool of worker processes: who thinks when, and what happens when somebody dies, hangs or is not needed."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
from asyncio import create_task
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, sleep
from typing import TypeVar

import pytest
import uvloop

from bigpoints import legal_moves, parse_move, parse_position, position_text, start
from bigpoints.bots.asking import ask
from bigpoints.bots.named import Settings, make_bot
from bigpoints.server import thinker
from bigpoints.server.thinker import Job, State, Thinker
from bigpoints.server.thinking import BOTS, Thinkers, ThinkingFailed

T = TypeVar("T")
PATIENCE = 300
POSITIONS = {players: position_text(start(players, Random(players))) for players in (2, 3, 4, 5)}
POSITION = POSITIONS[2]
FIRST = str(legal_moves(parse_position(POSITION))[0])
"""The move of every odd bot that makes one."""


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


def is_running(pid: int) -> bool:
    """Whether a process that may not be ours still runs; one that nobody has buried yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


# --- With our own bots ------------------------------------------------------------------------------------------------


class Room:
    """A pool that many tests use, with a loop of its own in a thread."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever)
        self.thread.start()
        self.observed: list[tuple[str, float]] = []
        self.thinkers = Thinkers(2, observe=lambda bot, seconds: self.observed.append((bot, seconds)))
        self.run(self.thinkers.start())
        self.run(self.thinkers.warmed())

    def run(self, work: Awaitable[T]) -> T:
        async def awaited() -> T:
            return await work

        return asyncio.run_coroutine_threadsafe(awaited(), self.loop).result(PATIENCE)

    def think(self, bot: str, position: str = POSITION, seed: int = 0) -> str:
        return self.run(self.thinkers.think(bot, position, seed))

    def close(self) -> None:
        self.run(self.thinkers.stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    room = Room()
    yield room
    room.close()


def test_importing_the_pool_loads_no_compiler() -> None:
    program = "import sys, bigpoints.server.thinking; print({'numba', 'numpy', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("bot", [bot for bot in BOTS if bot != "level6"])
@pytest.mark.parametrize("players", POSITIONS)
def test_a_bot_plays_in_a_worker_as_it_plays_anywhere(room: Room, bot: str, players: int) -> None:
    for seed in (1, 2):
        expected = ask(make_bot(bot, Settings(seed)), parse_position(POSITIONS[players])).move
        assert room.think(bot, POSITIONS[players], seed) == str(expected)


@pytest.mark.parametrize("players", [2, 3])
def test_the_strongest_bot_thinks_about_a_move(room: Room, players: int) -> None:
    room.observed.clear()
    move = room.think("level6", POSITIONS[players])
    assert parse_move(move) in legal_moves(parse_position(POSITIONS[players]))
    [(bot, seconds)] = room.observed
    assert bot == "level6"
    assert seconds > 0.5


def test_a_pool_that_is_warm_is_ready_and_at_leisure(room: Room) -> None:
    assert (room.thinkers.ready, room.thinkers.busy, room.thinkers.waiting) == (True, 0, 0)


@pytest.mark.parametrize("bot", ["bpi:touch here", "level6@9s", "bot:level3", "uct", "", "Level1"])
def test_only_bots_that_sit_at_tables_are_ever_made(room: Room, bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thinker, "give", lambda *_: pytest.fail("it was given to a worker"))
    with pytest.raises(ThinkingFailed, match="sits at no table; accepted: random, greedy, level1"):
        room.think(bot)


@pytest.mark.parametrize("position", ["nonsense", "", "two\nlines"])
def test_a_position_that_cannot_be_read_is_a_failure_in_one_line(room: Room, position: str) -> None:
    with pytest.raises(ThinkingFailed) as failure:
        room.think("level2", position)
    assert len(str(failure.value).splitlines()) == 1


def test_thoughts_that_nobody_needs_end_and_leave_the_workers_free(room: Room) -> None:
    pids = room.thinkers.pids

    async def cancel_some() -> None:
        for _ in range(10):
            task = create_task(room.thinkers.think("level6", POSITION, 0))
            await until(lambda: room.thinkers.busy == 1)
            task.cancel()
            await asyncio.wait([task])
            assert task.cancelled()
            await until(lambda: room.thinkers.busy == 0)

    room.run(cancel_some())
    assert room.thinkers.pids == pids


def test_a_worker_that_is_killed_is_replaced_and_its_job_done_by_another(room: Room) -> None:
    room.run(until(lambda: room.thinkers.ready))
    first, second = room.thinkers.pids
    os.kill(first, signal.SIGSTOP)

    async def bereaved() -> str:
        task = create_task(room.thinkers.think("level1", POSITION, 5))
        await until(lambda: room.thinkers.busy == 1)
        os.kill(first, signal.SIGKILL)
        return await task

    assert room.run(bereaved()) == room.think("level1", POSITION, 5)
    room.run(until(lambda: room.thinkers.ready))
    assert second in room.thinkers.pids
    assert first not in room.thinkers.pids
    assert len(room.thinkers.pids) == 2


# --- With odd ones ----------------------------------------------------------------------------------------------------

Play = Callable[[Thinkers], Awaitable[None]]


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Has pools start odd workers; gives the folder that tells them what to do."""
    monkeypatch.setattr(thinker, "_MODULE", "server.odd_worker")
    monkeypatch.setenv("ODD_FOLDER", str(tmp_path))
    return tmp_path


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The bots of the jobs that were given to workers."""
    names: list[str] = []
    give = Thinker.give

    def noted(self: Thinker, job: Job) -> None:
        names.append(job.bot)
        give(self, job)

    monkeypatch.setattr(Thinker, "give", noted)
    return names


async def play(workers: int, work: Play, longest: float = PATIENCE) -> None:
    """What a pool does from its start to its end; nothing is left of it."""
    thinkers = Thinkers(workers, longest=longest)
    await thinkers.start()
    try:
        await work(thinkers)
    finally:
        pids = thinkers.pids
        await thinkers.stop()
    assert not thinkers.pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.usefixtures("odd")
def test_who_comes_first_is_served_first_and_who_leaves_is_never_given_to_anybody(given: list[str]) -> None:
    async def work(thinkers: Thinkers) -> None:
        await thinkers.warmed()
        pids = thinkers.pids
        thoughts = [create_task(thinkers.think(bot, POSITION, 0)) for bot in ("level6", "level6", "random", "level4")]
        await until(lambda: (thinkers.busy, thinkers.waiting) == (2, 2))
        thoughts.append(create_task(thinkers.think("level5", POSITION, 0)))
        thoughts.pop(2).cancel()
        await until(lambda: thinkers.waiting == 2)
        thoughts.pop(0).cancel()
        assert [await thought for thought in thoughts[1:]] == [FIRST] * 2
        assert given == ["level6", "level6", "level4", "level5"]
        assert thinkers.busy == 1
        thoughts[0].cancel()
        await until(lambda: thinkers.busy == 0)
        assert thinkers.pids == pids

    asyncio.run(play(2, work))


def test_only_bots_without_a_compiler_play_before_it_is_warm(odd: Path) -> None:
    (odd / "wait").touch()

    async def work(thinkers: Thinkers) -> None:
        strong = create_task(thinkers.think("level4", POSITION, 0))
        assert await thinkers.think("random", POSITION, 0) == FIRST
        assert (thinkers.ready, thinkers.waiting) == (False, 1)
        (odd / "wait").unlink()
        assert await strong == FIRST
        await thinkers.warmed()
        assert thinkers.ready

    asyncio.run(play(1, work))


@pytest.mark.usefixtures("odd")
def test_the_first_worker_compiles_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    states: list[list[State]] = []
    warm = Thinker.warm

    async def work(thinkers: Thinkers) -> None:
        def noted(self: Thinker) -> None:
            states.append([other.state for other in thinkers._thinkers])
            warm(self)

        monkeypatch.setattr(Thinker, "warm", noted)
        await thinkers.warmed()

    asyncio.run(play(3, work))
    assert len(states) == 3
    assert not {State.WARM, State.WARMING} & set(states[0])
    assert all(State.WARM in later for later in states[1:])


@pytest.mark.usefixtures("odd")
def test_a_job_whose_worker_dies_is_done_by_the_next_one() -> None:
    async def work(thinkers: Thinkers) -> None:
        assert await thinkers.think("level3", POSITION, 0) == FIRST

    asyncio.run(play(1, work))


@pytest.mark.usefixtures("odd")
def test_a_job_that_two_workers_die_of_fails(given: list[str]) -> None:
    async def work(thinkers: Thinkers) -> None:
        with pytest.raises(ThinkingFailed, match="level2: its worker died, and so did the next one"):
            await thinkers.think("level2", POSITION, 0)
        assert await thinkers.think("random", POSITION, 0) == FIRST

    asyncio.run(play(2, work))
    assert given == ["level2", "level2", "random"]


@pytest.mark.usefixtures("odd")
def test_a_bot_that_fails_says_why_in_one_line() -> None:
    async def work(thinkers: Thinkers) -> None:
        with pytest.raises(ThinkingFailed, match=r"^acting failed: ZeroDivisionError: one two$"):
            await thinkers.think("level1", POSITION, 0)

    asyncio.run(play(1, work))


@pytest.mark.usefixtures("odd")
def test_a_worker_that_hangs_is_replaced() -> None:
    async def work(thinkers: Thinkers) -> None:
        await thinkers.warmed()
        pids = thinkers.pids
        with pytest.raises(ThinkingFailed, match="there was no move within 1 s"):
            await thinkers.think("greedy", POSITION, 0)
        await until(lambda: thinkers.ready)
        assert thinkers.pids != pids

    asyncio.run(play(1, work, longest=1.0))


@pytest.mark.usefixtures("odd")
def test_a_worker_that_does_not_stop_thinking_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "_GRACE", 0.5)

    async def work(thinkers: Thinkers) -> None:
        await thinkers.warmed()
        pids = thinkers.pids
        thought = create_task(thinkers.think("greedy", POSITION, 0))
        await until(lambda: thinkers.busy == 1)
        thought.cancel()
        await until(lambda: thinkers.pids != pids and thinkers.ready)
        assert thinkers.busy == 0

    asyncio.run(play(1, work))


def test_workers_that_cannot_be_warmed_are_not_waited_for_for_ever(odd: Path, caplog: pytest.LogCaptureFixture) -> None:
    (odd / "crash").touch()

    async def work(thinkers: Thinkers) -> None:
        with pytest.raises(ThinkingFailed, match="level4: its worker cannot be started"):
            await thinkers.think("level4", POSITION, 0)
        (odd / "crash").unlink()
        await thinkers.warmed()
        assert await thinkers.think("level4", POSITION, 0) == FIRST

    with caplog.at_level(logging.WARNING):
        asyncio.run(play(1, work))
    told = [(record.msg, getattr(record, "fields", {})) for record in caplog.records]
    pauses = [fields["next_in_seconds"] for event, fields in told if event == "bot_worker_ended"]
    assert pauses[:3] == [0.1, 0.2, 0.4]
    assert ("bot_worker_says", {"words": "this is odd"}) in told


@pytest.mark.usefixtures("odd")
def test_whoever_waits_when_the_pool_is_stopped_learns_so() -> None:
    async def work(thinkers: Thinkers) -> None:
        await thinkers.warmed()
        thoughts = [create_task(thinkers.think("level6", POSITION, 0)) for _ in range(3)]
        await until(lambda: (thinkers.busy, thinkers.waiting) == (2, 1))
        os.kill(thinkers.pids[0], signal.SIGSTOP)
        pids = thinkers.pids
        await thinkers.stop()
        for thought in thoughts:
            with pytest.raises(ThinkingFailed, match="they have been stopped"):
                await thought
        with pytest.raises(ThinkingFailed, match="they have been stopped"):
            await thinkers.think("random", POSITION, 0)
        with pytest.raises(ThinkingFailed, match="they have been stopped"):
            await thinkers.warmed()
        for pid in pids:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)

    asyncio.run(play(2, work))


@pytest.mark.usefixtures("odd")
def test_a_pool_can_be_stopped_while_it_starts() -> None:
    async def work(_: Thinkers) -> None:
        await asyncio.sleep(0)

    asyncio.run(play(2, work))


@pytest.mark.usefixtures("odd")
def test_it_all_works_on_the_loop_that_the_server_runs_on() -> None:
    async def work(thinkers: Thinkers) -> None:
        await thinkers.warmed()
        assert await thinkers.think("level3", POSITION, 0) == FIRST
        thought = create_task(thinkers.think("level6", POSITION, 0))
        await until(lambda: thinkers.busy == 1)
        thought.cancel()
        await until(lambda: thinkers.busy == 0)

    uvloop.run(play(2, work))


SERVER = f"""
import asyncio
from bigpoints.server import thinker
from bigpoints.server.thinking import Thinkers

thinker._MODULE = "server.odd_worker"

async def serve():
    thinkers = Thinkers(2)
    await thinkers.start()
    await thinkers.warmed()
    thoughts = [asyncio.create_task(thinkers.think("greedy", {POSITION!r}, 0)) for _ in range(2)]
    await asyncio.sleep(0.1)
    print(*thinkers.pids, flush=True)
    await asyncio.gather(*thoughts)

asyncio.run(serve())
"""


def test_no_worker_outlives_a_server_that_is_killed() -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True, env=env) as server:
        assert server.stdout is not None
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 2
        assert all(map(is_running, pids))
        server.kill()
    end = monotonic() + PATIENCE
    while any(map(is_running, pids)) and monotonic() < end:
        sleep(0.01)
    assert not any(map(is_running, pids))
