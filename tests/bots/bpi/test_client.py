"""Programs that speak BPI as bots."""

import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from bigpoints.bots.bot import OWN, BotSettings, Budget, Choice, NoChoice
from bigpoints.bots.bpi.client import ProgramBot
from bigpoints.bots.simple import GreedyBot
from bigpoints.notation import parse_position, position_text
from bigpoints.rules import legal_moves, play, start
from support.bpi_programs import GOOD, HERE, PATIENT, Write, children, heard

OVER = parse_position("..BR s1,s0 - B2R/R 1 e")
R, B = legal_moves(HERE)[1], legal_moves(HERE)[0]


def test_a_program_plays_and_says_what_it_thinks(program: Write) -> None:
    told: list[Choice] = []
    choice = program(GOOD).choose(HERE, Budget(nodes=5), told.append)
    assert (str(choice.move), choice.value, choice.margin, choice.exact) == ("R+", (0.125, 0.875), 6.5, True)
    assert (choice.depth, choice.nodes, choice.line) == (4, 90, (R, B))
    assert choice.seconds > 0
    assert [one.line for one in told] == [(B, R), (R, B)]
    assert told[0].value == (0.25, 0.75)


def test_it_is_asked_as_the_protocol_has_it(program: Write, log: Path) -> None:
    bot = program(GOOD)
    assert not log.exists()
    for _ in range(2):
        bot.choose(HERE)
    question = [f"position {position_text(HERE)}", "isready", "go"]
    assert heard(log) == ["bpi", *question, *question]


@pytest.mark.parametrize(
    ("budget", "go"),
    [
        (OWN, "go"),
        (Budget(stop=Event()), "go"),
        (Budget(nodes=7), "go nodes 7"),
        (Budget(seconds=0.25), "go movetime 250"),
        (Budget(seconds=1e-9), "go movetime 1"),
        (Budget(nodes=7, seconds=2, depth=3), "go movetime 2000 nodes 7 depth 3"),
        (Budget(nodes=2**70, seconds=float("inf")), "go movetime 100000000000000000 nodes 100000000000000000"),
    ],
)
def test_the_budget_is_handed_on(program: Write, log: Path, budget: Budget, go: str) -> None:
    program(GOOD).choose(HERE, budget)
    assert heard(log)[-1] == go


def test_the_options_that_it_offers_are_set_within_their_bounds(program: Write, log: Path) -> None:
    offered = [
        "Hash type spin default 8 min 1 max 32",
        "Seed type spin default 0 min 0 max 9",
        "Threads type spin default 1 min 1 max 64",
        "Style type spin default 1 min 1 max 3",
        "Nonsense",
        f"Hash type spin default 8 min 1 max {'9' * 5000}",
    ]
    bot = program(f"OPTIONS = {offered}\n{GOOD}", settings=BotSettings(seed=123, hash_megabytes=64, threads=2))
    bot.choose(HERE)
    settings = [line for line in heard(log) if line.startswith("setoption")]
    assert settings == [
        "setoption name Hash value 32",
        "setoption name Seed value 3",
        "setoption name Threads value 2",
    ]


def test_an_option_that_is_not_offered_is_not_set(program: Write, log: Path) -> None:
    program(GOOD, settings=BotSettings(5, 5, 5)).choose(HERE)
    assert "setoption" not in log.read_text()


def test_it_is_told_to_stop(program: Write, log: Path) -> None:
    text = 'greet()\nwait_for_go()\nsay("info pv B-")\nwhile hear() != ["stop"]: pass\nsay("bestmove B-")\nhear()'
    stop = Event()
    choice = program(text).choose(HERE, Budget(seconds=1000, stop=stop), lambda choice: stop.set())  # noqa: ARG005
    assert str(choice.move) == "B-"
    assert heard(log)[-2:] == ["go movetime 1000000", "stop"]


def test_lines_that_are_none_of_ours_are_passed_over(program: Write) -> None:
    text = (
        'say("Welcome!")\ngreet()\nwait_for_go()\nsay("")\nsay("thinking about bestmove")\nsay("bestmove B-")\nhear()'
    )
    assert str(program(text).choose(HERE).move) == "B-"


def test_an_old_answer_is_not_taken_for_a_new_one(program: Write) -> None:
    text = """
greet()
for move in ("B-", "R+"):
    wait_for_go()
    say("bestmove", move)
    say("bestmove G-")
hear()
"""
    bot = program(text)
    assert [str(bot.choose(HERE).move) for _ in range(2)] == ["B-", "R+"]


def test_closing_asks_it_to_quit(program: Write, log: Path) -> None:
    text = """
import atexit
atexit.register(lambda: open(sys.argv[1], "a").write("ended by itself"))
"""
    bot = program(text + GOOD)
    bot.close()
    bot.choose(HERE)
    assert children()
    bot.close()
    bot.close()
    assert not children()
    assert heard(log)[-2:] == ["quit", "ended by itself"]


def test_a_bot_that_is_forgotten_leaves_no_program(program: Write, tmp_path: Path, log: Path) -> None:
    program(GOOD)  # Writes the file.
    bot = ProgramBot(f"bpi:{sys.executable} -u '{tmp_path / '0 program.py'}' {log}", BotSettings(), PATIENT)
    bot.choose(HERE)
    del bot
    assert not children()


def test_nothing_is_asked_about_a_finished_game(program: Write) -> None:
    with pytest.raises(NoChoice):
        program(GOOD).choose(OVER)
    assert not children()


def test_our_own_engine_is_such_a_program() -> None:
    compiling = replace(PATIENT, load=600)  # Nothing may have been compiled on this machine yet.
    with closing(ProgramBot(f"bpi:{sys.executable} -m bigpoints engine", BotSettings(), compiling)) as bot:
        choice = bot.choose(HERE, Budget(nodes=100))
    assert choice.move in legal_moves(HERE)
    assert not children()


def test_our_own_engine_plays_a_whole_game_with_itself() -> None:
    program = (
        "import sys; from bigpoints.bots.simple import GreedyBot; from bigpoints.bots.bpi.server import run; "
        "run(sys.stdin, sys.stdout, lambda _, settings: GreedyBot(settings.seed))"
    )
    position, itself = start(3, "BRKBWR"), GreedyBot(7)
    with closing(ProgramBot(f"bpi:{sys.executable} -c '{program}'", BotSettings(seed=7), PATIENT)) as bot:
        while not position.is_over:
            move = bot.choose(position, Budget(nodes=5)).move
            assert move == itself.choose(position).move
            position = play(position, move)
