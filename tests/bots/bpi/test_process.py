"""Programs that flood us, do not listen or do not go: they hold nothing up, and nothing of them is left."""

import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from bigpoints.bots.bot import OWN, BotSettings, Choice
from bigpoints.bots.bpi.client import ProgramBot, Timeouts
from support.bpi_programs import GOOD, HASTY, HERE, Write, children, failure


@contextmanager
def little_memory() -> Iterator[None]:
    """Whatever happens inside may take no more than some megabytes at any time."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < 10 * 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "flood",
    [
        'while True: say("info depth 1")',
        'while True: sys.stdout.write("x" * 100000)',
        "sys.stdout.close()\nwhile True: sys.stderr.write('x' * 100000)",
    ],
)
def test_a_flood_is_stemmed(program: Write, flood: str) -> None:
    with little_memory():
        message = failure(program(f"greet()\nwait_for_go()\n{flood}", HASTY))
    assert "bestmove" in message
    assert len(message) < 1000


def test_a_flood_instead_of_a_greeting_is_stemmed(program: Write) -> None:
    flood = 'number = 0\nwhile True:\n    number += 1\n    say("option name", number, "x" * 2000)'
    with little_memory():
        assert failure(program(flood, Timeouts(start=1.5))).startswith("no bpiok came in time")


def test_whatever_it_writes_to_standard_error_holds_nothing_up(
    program: Write, capfd: pytest.CaptureFixture[str]
) -> None:
    text = 'sys.stderr.write("complaint\\n" * 100000)\n' + GOOD
    assert str(program(text).choose(HERE).move) == "R+"
    assert capfd.readouterr() == ("", "")


def test_a_flood_between_its_moves_waits_until_it_is_asked(program: Write) -> None:
    text = """
import threading
greet()
def flood():
    while True: say("x" * 8000)
wait_for_go()
say("bestmove B-")
threading.Thread(target=flood, daemon=True).start()
hear()
"""
    bot, before = program(text, HASTY), threading.active_count()
    with little_memory():
        bot.choose(HERE)
        sleep(0.5)
        bot.close()
    assert threading.active_count() <= before
    assert not children()


def test_a_program_that_never_reads_does_not_hold_us_up(program: Write) -> None:
    text = """
say("bpiok")
while True:
    say("readyok")
    say("bestmove B-")
"""
    bot = program(text, HASTY)
    for _ in range(2000):  # More than a pipe holds.
        assert str(bot.choose(HERE).move) == "B-"
    bot.close()
    assert not children()


def test_one_that_ignores_quit_is_ended(program: Write) -> None:
    text = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
greet()
wait_for_go()
say("bestmove B-")
time.sleep(1000)
"""
    bot = program(text, HASTY)
    bot.choose(HERE)
    began = monotonic()
    bot.close()
    assert monotonic() - began < 20
    assert not children()


def test_what_it_has_started_in_turn_is_ended_with_it(program: Write, tmp_path: Path) -> None:
    text = f"""
import subprocess
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
with open({str(tmp_path / "pid")!r}, "w") as file: file.write(str(child.pid))
greet()
wait_for_go()
time.sleep(1000)
"""
    failure(program(text, HASTY))
    check_gone(tmp_path / "pid")


def test_what_it_has_started_is_ended_though_it_has_ended_by_itself(tmp_path: Path) -> None:
    command = f"sleep 1000 & echo $! >{tmp_path / 'pid'}; echo hi; exit 3"
    bot = ProgramBot(f"bpi:sh -c '{command}'", BotSettings(), Timeouts(start=0.5))
    assert failure(bot) == "no bpiok came in time; the last line was 'hi'"
    check_gone(tmp_path / "pid")


def test_what_it_has_started_is_ended_though_it_heeds_quit(program: Write, tmp_path: Path) -> None:
    text = f"""
import subprocess
child = subprocess.Popen(["sleep", "1000"])
with open({str(tmp_path / "pid")!r}, "w") as file: file.write(str(child.pid))
"""
    bot, before = program(text + GOOD), threading.active_count()
    bot.choose(HERE)
    bot.close()
    assert threading.active_count() <= before
    check_gone(tmp_path / "pid")


def test_a_listener_that_fails_ends_the_program(program: Write) -> None:
    def listen(_: Choice) -> None:
        raise KeyboardInterrupt

    bot = program(GOOD)
    with pytest.raises(KeyboardInterrupt):
        bot.choose(HERE, OWN, listen)
    assert not children()


def check_gone(pid: Path) -> None:
    """The program whose number is in a file ends soon."""
    until = monotonic() + 20
    while is_running(int(pid.read_text())):
        assert monotonic() < until
        sleep(0.01)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False
