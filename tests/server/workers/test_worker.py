"""What runs in a worker process, and how that ends."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from queue import Queue
from random import Random

import pytest

from bigpoints import position_text, start
from bigpoints.bots.bot import Bot, BotSettings, Budget, Choice
from bigpoints.position import Position
from bigpoints.rules import legal_moves
from bigpoints.server.workers import worker
from bigpoints.server.workers.worker import NICENESS, Answer, Order, Worker
from support.fake_bots import Acting, failing, first_mover

PATIENCE = 300
START = start(2, Random(1))
POSITION = position_text(START)
MOVE = str(legal_moves(START)[0])


class Listener(Worker):
    """A worker whose answers can be awaited."""

    def __init__(self, hash_megabytes: int = 32) -> None:
        answers = Queue[Answer]()
        super().__init__(hash_megabytes, answers.put)
        self.answers = answers

    def answer(self) -> Answer:
        return self.answers.get(timeout=PATIENCE)


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Bot]], list[tuple[str, BotSettings]]]:
    """Has workers make other bots, and gives a list of what was asked for."""

    def replaced(make: Callable[[], Bot]) -> list[tuple[str, BotSettings]]:
        asked: list[tuple[str, BotSettings]] = []

        def make_bot(name: str, settings: BotSettings) -> Bot:
            asked.append((name, settings))
            return make()

        monkeypatch.setattr(worker, "make_bot", make_bot)
        return asked

    return replaced


Replace = Callable[[Callable[[], Bot]], list[tuple[str, BotSettings]]]


def think(number: int, bot: str, seed: int = 0, position: str = POSITION) -> Order:
    return Order(think=number, bot=bot, position=position, seed=seed)


# --- Thinking ---------------------------------------------------------------------------------------------------------


def test_a_thought_ends_when_it_is_told_to(bots: Replace) -> None:
    told = list[bool]()

    def patient(position: Position, budget: Budget) -> Choice:
        told.append(budget.stop is not None and budget.stop.wait(PATIENCE))
        return Choice(legal_moves(position)[0])

    bots(lambda: Acting(patient))
    one = Listener()
    one.obey(think(7, "level6"))
    one.obey(Order(stop=6))
    assert one.answers.empty()
    one.obey(Order(stop=7))
    assert one.answer() == {"think": 7, "move": MOVE}
    assert told == [True]


def test_a_wish_to_stop_that_comes_too_late_changes_nothing() -> None:
    one = Listener()
    one.obey(think(1, "random"))
    answer = one.answer()
    one.obey(Order(stop=1))
    one.obey(think(2, "random"))
    assert one.answer() == {**answer, "think": 2}


def test_a_bot_is_kept_for_its_next_move(bots: Replace) -> None:
    asked = bots(first_mover)
    one = Listener(hash_megabytes=48)
    for number, (name, seed) in enumerate([("level4", 1), ("level4", 2), ("level4", 1), ("level6", 1), ("level6", 2)]):
        one.obey(think(number, name, seed))
        one.answer()
    assert [(name, settings.seed) for name, settings in asked] == [("level4", 1), ("level4", 2), ("level6", 0)]
    assert [settings.hash_megabytes for _, settings in asked] == [1, 1, 48]


def test_only_so_many_bots_are_kept(bots: Replace) -> None:
    asked = bots(first_mover)
    one = Listener()
    for number in [*range(100), 99, 0]:
        one.obey(think(number, "level1", number))
        one.answer()
    assert len(asked) == 101


def test_a_failure_is_told_in_one_line(bots: Replace) -> None:
    def fails(_: Position, __: Budget) -> Choice:
        raise ZeroDivisionError("one\ntwo")

    bots(lambda: Acting(fails))
    one = Listener()
    one.obey(think(1, "level1"))
    assert one.answer() == {"think": 1, "failed": "acting failed: ZeroDivisionError: one two"}


def test_a_position_that_cannot_be_read_is_a_failure() -> None:
    one = Listener()
    one.obey(think(1, "level1", position="nonsense"))
    assert "nonsense" in one.answer()["failed"]


# --- Warming ----------------------------------------------------------------------------------------------------------


def test_failing_to_warm_up_is_told(bots: Replace) -> None:
    bots(lambda: Acting(failing))
    one = Listener()
    one.obey(Order(warm=["level4"]))
    assert one.answer() == {"warm": "acting failed: ZeroDivisionError: division by zero"}


WARMING = """
import sys
from bigpoints.server.workers.worker import COMPILED, Order, Worker
from queue import Queue

def compiled():
    kernel = [module for name, module in sys.modules.items() if name.startswith("bigpoints.kernel.")]
    functions = {thing for module in kernel for thing in vars(module).values() if hasattr(thing, "signatures")}
    return sum(len(function.signatures) for function in functions)

answers = Queue()
worker = Worker(32, answers.put)
worker.obey(Order(think=0, bot="level3", position=sys.argv[1], seed=0))
assert "move" in answers.get()
assert "numba" not in sys.modules
worker.obey(Order(warm=[]))
assert answers.get() == {"warm": ""}
assert "numba" not in sys.modules
worker.obey(Order(warm=COMPILED))
assert answers.get() == {"warm": ""}
before = compiled()
for number, position in enumerate(sys.argv[1:]):
    for bot in ("level4", "level5", "level6"):
        worker.obey(Order(think=number, bot=bot, position=position, seed=0))
        assert "move" in answers.get()
print(before > 0, compiled() - before)
"""


def test_a_worker_that_is_warm_has_nothing_left_to_compile() -> None:
    solved = "KB.K.B.YR..P....P.BG..RP...YR.B...GB.G.YWWRBBR.PWBRGRPY 36,29,28,38,48 BRYGP RY3G3P3/BRY2G2PW2 2 m"
    positions = [solved, *(position_text(start(players, Random(players))) for players in (2, 3, 4, 5))]
    run = [sys.executable, "-c", WARMING, *positions]
    done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert done.stdout.split() == ["True", "0"]


# --- The process ------------------------------------------------------------------------------------------------------


@pytest.fixture
def process() -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "support.odd_worker", "1"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)


def asked(process: "subprocess.Popen[str]", order: Order) -> Answer:
    tell(process, order)
    assert process.stdout is not None
    answer: Answer = json.loads(process.stdout.readline())
    return answer


def tell(process: "subprocess.Popen[str]", order: Order) -> None:
    assert process.stdin is not None
    print(json.dumps(order), file=process.stdin, flush=True)


def test_a_process_is_nice_hears_of_no_interrupt_and_answers_without_noise(process: "subprocess.Popen[str]") -> None:
    with process:
        assert asked(process, think(1, "random")) == {"think": 1, "move": MOVE}
        mine = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(mine + NICENESS, 19)
        process.send_signal(signal.SIGINT)
        assert asked(process, think(2, "random")) == {"think": 2, "move": MOVE}


def test_the_end_of_its_input_ends_a_process_in_the_middle_of_a_thought(process: "subprocess.Popen[str]") -> None:
    with process:
        assert asked(process, think(1, "random")) == {"think": 1, "move": MOVE}
        tell(process, think(2, "greedy"))
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
