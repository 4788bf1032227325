"""Programs that speak BPI as bots: good ones, and every kind of bad one."""

import sys
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import pytest

from bigpoints.bots.bot import OWN, BotFailed, Budget, Choice, NoChoice
from bigpoints.bots.named import NoSuchBot, Settings, make_bot
from bigpoints.bots.plain import GreedyBot
from bigpoints.bots.program import Patience, Program
from bigpoints.notation import parse_position, position_text
from bigpoints.rules import legal_moves, play, start

HERE = parse_position("G.K.PRYKPGB.WB 11,0,0,1,5 BRYGP YW/R 2 m")
OVER = parse_position("..BR s1,s0 - B2R/R 1 e")
PATIENT = Patience(start=30, load=30, grace=30, open=30, quit=30)
"""For programs that do answer, however slow the machine is."""
HASTY = Patience(start=30, load=0, grace=1, open=0.1, quit=0.1)
"""For programs that start and then hang."""

GREETING = """
import sys, time
def say(*words): print(*words, flush=True)
def hear():
    line = sys.stdin.readline()
    with open(sys.argv[1], "a") as log: log.write(line)
    if not line or line == "quit\\n": sys.exit()
    return line.split()
def greet():
    while (words := hear()) != ["bpi"]: pass
    say("id name Test")
    for option in OPTIONS: say("option name", option)
    say("bpiok")
def wait_for_go():
    while (words := hear())[0] != "go":
        if words == ["isready"]: say("readyok")
    return words
OPTIONS = ()
"""

Write = Callable[..., Program]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Where programs write what they were told."""
    return tmp_path / "log"


@pytest.fixture
def program(tmp_path: Path, log: Path) -> Iterator[Write]:
    """Writes a program and gives it as a bot."""
    written: list[Program] = []

    def write(text: str, patience: Patience = PATIENT, settings: Settings | None = None) -> Program:
        file = tmp_path / f"{len(written)} program.py"
        file.write_text(GREETING + text, encoding="utf-8")
        written.append(Program(f"bpi:{sys.executable} -u '{file}' {log}", settings or Settings(), patience))
        return written[-1]

    yield write
    for one in written:
        one.close()


def failure(bot: Program, budget: Budget = OWN) -> str:
    """What is said about a program that fails; nothing of it may be left."""
    before = threading.active_count()
    with pytest.raises(BotFailed) as caught:
        bot.choose(HERE, budget)
    assert threading.active_count() <= before
    assert not children()
    message = str(caught.value)
    assert message.startswith(f"{bot.name}: ")
    assert "\n" not in message
    return message.removeprefix(f"{bot.name}: ")


def children() -> list[str]:
    """The programs that this process has started and not cleared away, zombies included."""
    tasks = Path("/proc/self/task").glob("*/children")
    return " ".join(task.read_text() for task in tasks).split()


def heard(log: Path) -> list[str]:
    return log.read_text().splitlines()


# --- Good ones --------------------------------------------------------------------------------------------------------

GOOD = """
greet()
while True:
    wait_for_go()
    say("info depth 3 nodes 70 value 0.25 0.75 pv B- R+")
    say("info depth 4 nodes 90 nps 5 time 1 value 0.125 0.875 margin 6.5 exact pv R+ B-")
    say("bestmove R+")
"""
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
    bot = program(f"OPTIONS = {offered}\n{GOOD}", settings=Settings(seed=123, hash_megabytes=64, threads=2))
    bot.choose(HERE)
    settings = [line for line in heard(log) if line.startswith("setoption")]
    assert settings == [
        "setoption name Hash value 32",
        "setoption name Seed value 3",
        "setoption name Threads value 2",
    ]


def test_an_option_that_is_not_offered_is_not_set(program: Write, log: Path) -> None:
    program(GOOD, settings=Settings(5, 5, 5)).choose(HERE)
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
    bot = Program(f"bpi:{sys.executable} -u '{tmp_path / '0 program.py'}' {log}", Settings(), PATIENT)
    bot.choose(HERE)
    del bot
    assert not children()


def test_nothing_is_asked_about_a_finished_game(program: Write) -> None:
    with pytest.raises(NoChoice):
        program(GOOD).choose(OVER)
    assert not children()


def test_our_own_engine_is_such_a_program() -> None:
    bot = make_bot(f"bpi:{sys.executable} -m bigpoints engine")
    with closing(bot):
        choice = bot.choose(HERE, Budget(nodes=100))
    assert choice.move in legal_moves(HERE)
    assert not children()


def test_our_own_engine_plays_a_whole_game_with_itself() -> None:
    program = (
        "import sys; from bigpoints.bots.plain import GreedyBot; from bigpoints.terminal.engine import run; "
        "run(sys.stdin, sys.stdout, lambda _, settings: GreedyBot(settings.seed))"
    )
    position, itself = start(3, "BRKBWR"), GreedyBot(7)
    with closing(Program(f"bpi:{sys.executable} -c '{program}'", Settings(seed=7), PATIENT)) as bot:
        while not position.is_over:
            move = bot.choose(position, Budget(nodes=5)).move
            assert move == itself.choose(position).move
            position = play(position, move)


# --- Bad ones ---------------------------------------------------------------------------------------------------------


def test_a_program_that_does_not_exist_cannot_be_started() -> None:
    bot = Program("bpi:no-such-program-anywhere --fast", Settings())
    assert failure(bot) == "it cannot be started: No such file or directory"


def test_a_file_that_is_no_program_cannot_be_started(tmp_path: Path) -> None:
    assert failure(Program(f"bpi:{tmp_path}", Settings())) == "it cannot be started: Permission denied"
    assert failure(Program("bpi:nul\0", Settings())) == "it cannot be started: embedded null byte"


@pytest.mark.parametrize("name", ["bpi:", "bpi:  ", "bpi:'unclosed"])
def test_a_command_that_is_none_is_refused_at_once(name: str) -> None:
    with pytest.raises(NoSuchBot, match="bpi:"):
        make_bot(name)


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    failure(Program(f"bpi:{sys.executable} -c 0 ; touch {tmp_path / 'touched'}", Settings(), HASTY))
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
    assert failure(program("time.sleep(1000)", Patience(start=0.5))) == "no bpiok came in time"


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
    bot = program(text, Patience(start=30, load=1000, grace=1, open=0.1, quit=0.1))
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
        assert failure(program(flood, Patience(start=1.5))).startswith("no bpiok came in time")


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
    bot = Program(f"bpi:sh -c '{command}'", Settings(), Patience(start=0.5))
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
