"""Programs that fail as bots, each in its own way: one line says how, and nothing of them is left."""

import sys
from pathlib import Path
from threading import Event

import pytest

from bigpoints.bots.bot import OWN, BotSettings, Budget, NoSuchBot
from bigpoints.bots.bpi.client import ProgramBot, Timeouts
from bigpoints.bots.registry import make_bot
from support.bpi_programs import HASTY, HERE, Write, failure, heard


def test_a_program_that_does_not_exist_cannot_be_started() -> None:
    bot = ProgramBot("bpi:no-such-program-anywhere --fast", BotSettings())
    assert failure(bot) == "it cannot be started: No such file or directory"


def test_a_file_that_is_no_program_cannot_be_started(tmp_path: Path) -> None:
    assert failure(ProgramBot(f"bpi:{tmp_path}", BotSettings())) == "it cannot be started: Permission denied"
    assert failure(ProgramBot("bpi:nul\0", BotSettings())) == "it cannot be started: embedded null byte"


@pytest.mark.parametrize("name", ["bpi:", "bpi:  ", "bpi:'unclosed"])
def test_a_command_that_is_none_is_refused_at_once(name: str) -> None:
    with pytest.raises(NoSuchBot, match="bpi:"):
        make_bot(name)


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    failure(ProgramBot(f"bpi:{sys.executable} -c 0 ; touch {tmp_path / 'touched'}", BotSettings(), HASTY))
    assert not (tmp_path / "touched").exists()


def test_a_program_that_dies_is_quoted(program: Write) -> None:
    text = 'greet()\nwait_for_go()\nprint("out of luck\\n\\n", file=sys.stderr)\nsys.exit(3)'
    message = "it ended with exit code 3 where bestmove was due; it complained: 'out of luck'"
    assert failure(program(text)) == message


def test_a_program_that_dies_at_once_is_no_engine(program: Write) -> None:
    assert failure(program("raise ValueError('bad day')")) == (
        "it ended with exit code 1 where bpiok was due; it complained: 'ValueError: bad day'"
    )


def test_a_program_that_closes_its_output_has_ended(program: Write) -> None:
    text = "import os\ngreet()\nwait_for_go()\nos.close(1)\ntime.sleep(100)"
    assert failure(program(text)) == "it closed its output where bestmove was due"


def test_a_program_that_does_not_greet_is_ended(program: Write) -> None:
    assert failure(program("time.sleep(1000)", Timeouts(start=0.5))) == "no bpiok came in time"


def test_a_program_that_is_never_ready_is_ended(program: Write) -> None:
    assert failure(program("greet()\ntime.sleep(1000)", HASTY)) == "no readyok came in time"


@pytest.mark.parametrize("budget", [OWN, Budget(seconds=0.1), Budget(nodes=1)])
def test_a_program_that_hangs_is_ended(program: Write, budget: Budget) -> None:
    text = "greet()\nwait_for_go()\nsay('info depth 1')\ntime.sleep(1000)"
    assert failure(program(text, HASTY), budget) == "no bestmove came in time; the last line was 'info depth 1'"


def test_only_its_first_move_has_time_to_load(program: Write) -> None:
    text = """
greet()
wait_for_go()
time.sleep(1.5)
say("bestmove B-")
wait_for_go()
time.sleep(1000)
"""
    bot = program(text, Timeouts(start=30, load=1000, grace=1, open=0.1, quit=0.1))
    bot.choose(HERE)
    assert failure(bot) == "no bestmove came in time"


def test_a_program_that_does_not_stop_is_ended(program: Write) -> None:
    stop = Event()
    stop.set()
    assert failure(program("greet()\nwait_for_go()\ntime.sleep(1000)", HASTY), Budget(seconds=1000, stop=stop)) == (
        "no bestmove came in time"
    )


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("bestmove", "it answered 'bestmove', which is no move"),
        ("bestmove Q7", "it answered 'bestmove Q7', which is no move"),
        ("bestmove B- R+", "it answered 'bestmove B- R+', which is no move"),
        ("bestmove \\x1b[2J\\xff", "it answered 'bestmove \\x1b[2Jÿ', which is no move"),
        ("bestmove B+", "it chose B+, which cannot be played; legal: B- R+ R- Y+ Y- G+ G- P+ P-"),
        ("bestmove P^", "it chose P^, which cannot be played; legal: B- R+ R- Y+ Y- G+ G- P+ P-"),
        ("error go: I am tired", "it answered 'error go: I am tired'"),
        ("error", "it answered 'error'"),
    ],
)
def test_a_program_that_answers_nonsense_has_failed(program: Write, answer: str, message: str) -> None:
    assert failure(program(f'greet()\nwait_for_go()\nsay("{answer}")\nhear()')) == message


def test_a_program_that_refuses_the_position_has_failed(program: Write) -> None:
    text = 'greet()\nhear()\nsay("error too many colours")\nwait_for_go()'
    assert failure(program(text)) == "it answered 'error too many colours'"


def test_a_program_that_failed_is_started_anew(program: Write, log: Path) -> None:
    text = """
import os
is_first = not os.path.exists(sys.argv[1])
greet()
wait_for_go()
if is_first: sys.exit(1)
say("bestmove B-")
hear()
"""
    bot = program(text)
    failure(bot)
    assert str(bot.choose(HERE).move) == "B-"
    assert heard(log).count("bpi") == 2
