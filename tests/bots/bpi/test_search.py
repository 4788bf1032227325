"""Searches of the engine: what limits them, what they tell, and that they never hold up the loop."""

import io
import subprocess
import sys
from collections.abc import Iterator
from threading import Event

import pytest

from bigpoints.bots.bot import Bot, BotSettings, Budget, Choice, Watcher
from bigpoints.bots.bpi import search
from bigpoints.bots.bpi.server import run
from bigpoints.position import Position
from bigpoints.rules import legal_moves
from support.engine_desk import LONG, OVER, START, Desk, Think, Thinker, at_once, until_stopped

# --- What limits a search ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "nodes", "seconds", "depth"),
    [
        ("go", None, 1, None),
        ("go movetime 250", None, 0.25, None),
        ("go nodes 1000", 1000, None, None),
        ("go depth 3", None, None, 3),
        ("go depth 3 nodes 7 movetime 20 infinite", 7, 0.02, 3),
        ("go level 2", None, None, None),
        ("go level 6 nodes 5", 5, None, None),
    ],
)
def test_the_bot_gets_the_limits_that_go_names(
    line: str, nodes: int | None, seconds: float | None, depth: int | None
) -> None:
    desk = Desk()
    assert desk.tell(line) == []
    assert desk.last() == "bestmove B+"
    (budget,) = desk.bots[0].budgets
    assert (budget.nodes, budget.seconds, budget.depth) == (nodes, seconds, depth)
    assert budget.stop


def test_an_endless_search_gives_the_bot_more_than_it_can_use() -> None:
    desk = Desk()
    desk.tell("go infinite")
    desk.tell("stop")
    assert desk.last() == "bestmove B+"
    assert not desk.bots[0].budgets[0].is_open
    assert (desk.bots[0].budgets[0].nodes or 0) > 10**15


@pytest.mark.parametrize(("line", "name"), [("go", "level6"), ("go level 1", "level1"), ("go level 6", "level6")])
def test_without_a_level_the_strongest_bot_plays(line: str, name: str) -> None:
    desk = Desk()
    desk.tell(line)
    desk.last()
    assert desk.made == [(name, BotSettings())]


def test_an_endless_search_waits_for_its_stop_though_the_bot_has_finished() -> None:
    desk = Desk()
    desk.tell("go infinite")
    assert desk.said.get(timeout=LONG).startswith("info ")
    assert desk.tell("isready") == ["readyok"]
    assert desk.tell("show")[0].startswith("error ")
    assert desk.said.empty()
    assert desk.tell("stop") == []
    assert desk.last() == "bestmove B+"


def test_a_stop_without_a_search_is_ignored() -> None:
    desk = Desk()
    assert desk.tell("stop") == []
    desk.tell("go nodes 1")
    desk.last()
    assert desk.tell("stop") == []
    assert desk.said.empty()


def test_there_is_nothing_to_find_in_a_finished_game() -> None:
    desk = Desk(bpn=OVER)
    assert desk.tell("go level 2") == ["error go cannot be played; the game is over"]
    assert not desk.made


# --- What a search tells ----------------------------------------------------------------------------------------------


class Clock:
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(search, "perf_counter", clock)
    return clock


def test_what_the_bot_thinks_is_told_before_its_move(clock: Clock) -> None:
    def think(position: Position, budget: Budget, watcher: Watcher) -> Choice:  # noqa: ARG001
        move = legal_moves(position)[0]
        clock.now += 0.5
        watcher(Choice(move, (0.5, 0.5), depth=2, nodes=100, seconds=0.25))
        clock.now += 0.5
        return Choice(move, (0.625, 0.375), 2.5, True, 3, 200, 0.5, (move, legal_moves(position)[2]))

    desk = Desk(think)
    desk.tell("go")
    assert desk.rest() == [
        "info depth 2 nodes 100 nps 400 time 500 value 0.5000 0.5000 pv B+",
        "info depth 3 nodes 200 nps 400 time 1000 value 0.6250 0.3750 margin 2.5 exact pv B+ R+",
        "bestmove B+",
    ]


def test_news_comes_at_most_ten_times_a_second_and_only_when_it_is_news(clock: Clock) -> None:
    def think(position: Position, budget: Budget, watcher: Watcher) -> Choice:  # noqa: ARG001
        move = legal_moves(position)[0]
        for step in range(1000):  # One second: first there is something new all the time, then never again.
            clock.now += 0.001
            watcher(Choice(move, nodes=min(step, 500)))
        return Choice(move, nodes=1000)

    desk = Desk(think)
    desk.tell("go")
    told = [int(line.split()[2]) for line in desk.rest()[:-1]]
    assert 5 <= len(told) <= 7
    assert told == sorted(set(told))
    assert told[-2:] == [500, 1000]


# --- How it ends ------------------------------------------------------------------------------------------------------


def deaf(position: Position, budget: Budget, watcher: Watcher) -> Choice:  # noqa: ARG001
    """A bot that does not heed its budget."""
    Event().wait(LONG)
    return Choice(legal_moves(position)[0])


@pytest.mark.parametrize("end", [["quit\n", "isready\n"], []])
@pytest.mark.parametrize(
    ("think", "patience", "said"), [(until_stopped, LONG, "bestmove B-\n"), (deaf, search._STOP_SECONDS, "")]
)
def test_a_search_is_left_by_quit_and_by_the_end_of_the_input(
    monkeypatch: pytest.MonkeyPatch, end: list[str], think: Think, patience: float, said: str
) -> None:
    monkeypatch.setattr(search, "_STOP_SECONDS", patience)  # A thread that does heed may be slow on a busy machine.
    out, bots = io.StringIO(), list[Thinker]()

    def make(name: str, settings: BotSettings) -> Bot:  # noqa: ARG001
        bots.append(Thinker(think))
        return bots[-1]

    run([f"position {START}\n", "go infinite\n", *end], out, make)
    assert "".join(line for line in out.getvalue().splitlines(True) if not line.startswith("info")) == said
    assert bots[0].is_closed == bool(said)


def test_a_search_that_was_left_behind_says_nothing_more() -> None:
    out, go_on, is_done = io.StringIO(), Event(), Event()

    def think(position: Position, budget: Budget, watcher: Watcher) -> Choice:  # noqa: ARG001
        assert go_on.wait(LONG)
        watcher(Choice(legal_moves(position)[0]))
        is_done.set()
        return Choice(legal_moves(position)[0])

    run([f"position {START}", "go"], out, lambda *_: Thinker(think))
    go_on.set()
    assert is_done.wait(LONG)
    assert out.getvalue() == ""


def test_a_reader_that_has_gone_does_not_upset_the_search() -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError(text)

    def lines() -> Iterator[str]:
        yield f"position {START}"
        yield "go"
        assert tried.wait(LONG)

    tried = Event()

    def think(position: Position, budget: Budget, watcher: Watcher) -> Choice:
        tried.set()
        return at_once(position, budget, watcher)

    run(lines(), Gone(), lambda *_: Thinker(think))


def test_nothing_is_compiled_before_there_is_something_to_find() -> None:
    program = (
        "import sys; from bigpoints.cli.app import main; "
        "code = main(['engine']); print(code, sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    lines = f"bpi\nisready\nposition {START}\nlegal\nsetoption name Hash value 32\nnewgame\nquit\n"
    done = subprocess.run([sys.executable, "-c", program], input=lines, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 []"
