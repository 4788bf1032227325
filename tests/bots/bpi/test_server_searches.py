"""The engine around its searches: what it follows meanwhile, and the bot behind them."""

from queue import Queue
from threading import Event, Thread

import pytest

from bigpoints.bots.bot import Bot, BotFailed, BotSettings, Choice, NoChoice, NoSuchBot
from bigpoints.bots.bpi.server import Engine
from bigpoints.bots.simple import RandomBot
from bigpoints.notation import parse_move
from support.engine_desk import LONG, OVER, START, Desk, Think, Thinker, at_once, until_stopped

# --- What is followed during a search ---------------------------------------------------------------------------------

OTHERS = [
    "bpi",
    "show",
    "legal",
    "scores",
    "perft 1",
    "newgame",
    "go",
    f"position {OVER}",
    "setoption name Hash value 1",
]


@pytest.mark.parametrize("line", [*OTHERS, "nonsense"])
def test_a_search_is_not_disturbed(line: str) -> None:
    desk = Desk(until_stopped)
    desk.tell("go")
    assert desk.tell(line) == [
        f"error command: found {line!r}; accepted: isready, stop or quit while a search is under way"
    ]
    assert desk.tell("isready") == ["readyok"]
    assert desk.tell("") == []
    assert desk.tell("stop") == []
    assert desk.last() == "bestmove B-"
    assert desk.tell("show") == [f"position {START}"]
    assert len(desk.made) == 1


def test_the_loop_goes_on_while_a_bot_is_made() -> None:
    is_made = Event()

    def make(name: str, settings: BotSettings) -> Bot:  # noqa: ARG001
        assert is_made.wait(LONG)
        return RandomBot()

    said: Queue[str] = Queue()
    engine = Engine(said.put, make)
    engine.answer(f"position {START}")
    assert engine.answer("go") == []
    assert engine.answer("isready") == ["readyok"]
    assert engine.answer("stop") == []
    assert said.empty()
    is_made.set()
    assert said.get(timeout=LONG).startswith("info ")
    assert said.get(timeout=LONG).startswith("bestmove ")


def test_whoever_reads_the_last_line_may_go_on_at_once() -> None:
    desk = Desk()
    for _ in range(300):
        assert desk.tell("go nodes 1") == []
        desk.last()
        assert desk.tell("show") == [f"position {START}"]


def test_whoever_asks_while_the_last_line_is_written_is_answered_after_it() -> None:
    asking, answers, is_early = list[Thread](), list[str](), list[bool]()

    def say(line: str) -> None:
        if not line.startswith("bestmove"):
            return
        asking.append(Thread(target=lambda: answers.extend(engine.answer("show"))))
        asking[0].start()
        asking[0].join(0.2)
        is_early.append(bool(answers))

    engine = Engine(say, lambda *_: Thinker(at_once))
    engine.answer(f"position {START}")
    engine.answer("go infinite")
    engine.answer("stop")
    asking[0].join(LONG)
    assert is_early == [False]
    assert answers == [f"position {START}"]


# --- The bot behind it ------------------------------------------------------------------------------------------------


def test_the_bot_is_kept_from_search_to_search() -> None:
    desk = Desk()
    for _ in range(2):
        desk.tell("go nodes 1")
        desk.last()
    assert len(desk.made) == 1
    assert not desk.bots[0].is_closed


@pytest.mark.parametrize(
    ("line", "settings"),
    [
        ("newgame", BotSettings()),
        ("setoption name Hash value 2", BotSettings(hash_megabytes=2)),
        ("setoption name Threads value 2", BotSettings(threads=2)),
        ("setoption name Seed value 5", BotSettings(seed=5)),
    ],
)
def test_a_new_game_and_every_option_make_the_bot_anew(line: str, settings: BotSettings) -> None:
    desk = Desk()
    desk.tell("go")
    desk.last()
    assert desk.tell(line) == []
    assert desk.bots[0].is_closed
    desk.tell(f"position {START}")
    desk.tell("go")
    desk.last()
    assert desk.made == [("level6", BotSettings()), ("level6", settings)]
    assert not desk.bots[1].is_closed


def test_options_are_kept_together_and_over_a_new_game() -> None:
    desk = Desk()
    for line in ("setoption name Hash value 2", "setoption name Seed value 3", "newgame", f"position {START}", "go"):
        assert desk.tell(line) == []
    desk.last()
    assert desk.made == [("level6", BotSettings(seed=3, hash_megabytes=2))]


def test_another_level_is_another_bot() -> None:
    desk = Desk()
    desk.tell("go level 2")
    desk.last()
    desk.tell("go level 3")
    desk.last()
    assert [name for name, _ in desk.made] == ["level2", "level3"]
    assert desk.bots[0].is_closed


def fail(error: Exception) -> Think:
    def think(*_: object) -> Choice:
        raise error

    return think


def illegal(*_: object) -> Choice:
    return Choice(parse_move("B^"))


@pytest.mark.parametrize(
    ("think", "answer"),
    [
        (fail(BotFailed("it died")), "error it died"),
        (fail(NoChoice("nothing\nto choose")), "error nothing\\nto choose"),
        (fail(ZeroDivisionError("by 0")), "error the search failed: ZeroDivisionError: by 0"),
        (illegal, "error B^ was chosen, which cannot be played"),
    ],
)
def test_a_bot_that_fails_is_an_error_and_the_engine_goes_on(think: Think, answer: str) -> None:
    desk = Desk(think)
    for line in ("go", "go infinite"):
        desk.tell(line)
        assert desk.rest() == [answer]
        assert desk.tell("show") == [f"position {START}"]


def test_a_bot_that_cannot_be_made_is_an_error() -> None:
    said: Queue[str] = Queue()

    def make(name: str, settings: BotSettings) -> Bot:  # noqa: ARG001
        raise NoSuchBot(f"there is no {name}")

    engine = Engine(said.put, make)
    engine.answer(f"position {START}")
    engine.answer("go")
    assert said.get(timeout=LONG) == "error there is no level6"
    assert engine.answer("isready") == ["readyok"]
