"""The command as a whole: help, exit codes, and ends that come from outside."""

import os
import pty
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from bigpoints import __version__
from support.command_line import COMMAND, bigpoints, on_a_terminal, refused

START = "GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY 0,0,0,0,0 BRYGP -/- 1 m"
COMMANDS = ["play", "new", "show", "legal", "perft", "replay", "score", "check", "hint"]
COMMANDS += ["solve", "arena", "bench", "serve", "engine", "admin"]


def test_the_version_is_that_of_the_package() -> None:
    assert bigpoints("--version") == (0, f"bigpoints {__version__}\n", "")


def test_help_names_every_command_and_exit_code() -> None:
    code, out, err = bigpoints("--help")
    assert (code, err) == (0, "")
    listed = [line.split()[0] for line in out.split("Commands:")[1].splitlines() if line.strip()]
    assert listed[: len(COMMANDS)] == COMMANDS
    assert "Exit codes:\n    0    all is well\n" in out
    assert bigpoints() == bigpoints("-h") == (0, out, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_every_parameter_has_help(command: str) -> None:
    code, out, err = bigpoints(command, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: bigpoints {command} ")
    assert not [line for line in out.splitlines() if line.startswith("  -") and len(line.split("  ")) < 3]


def test_help_fits_a_narrow_terminal() -> None:
    assert max(map(len, on_a_terminal("new", "--help", columns=40).splitlines())) <= 40


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["frob"], "no such command 'frob' (try 'bigpoints --help')"),
        (["new"], "missing option '--players' (try 'bigpoints new --help')"),
        (["legal"], "missing argument 'BPN' (try 'bigpoints legal --help')"),
        (["show", "--colour", START], "no such option: --colour (try 'bigpoints show --help')"),
        (["perft", START, "deep"], "invalid value for 'DEPTH': 'deep' is not a whole number"),
        (["engine", "now"], "got unexpected extra argument(s) (now) (try 'bigpoints engine --help')"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(args: Sequence[str], line: str) -> None:
    assert refused(*args, code=2).startswith(f"bigpoints: {line}")


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    for command in ("replay", "score"):
        assert refused(command, tmp_path / "none.bpr").endswith("none.bpr: No such file or directory")
        assert refused(command, tmp_path).endswith("Is a directory")


def test_nothing_that_is_said_can_harm_a_terminal() -> None:
    assert refused("score", "evil\x1b[2J\nfile") == r"bigpoints: evil\x1b[2J\nfile: No such file or directory"


def test_a_long_count_shows_progress_and_can_be_interrupted() -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen([*COMMAND, "perft", START, "30"], stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while b"Counting" not in shown:
            shown += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        with suppress(OSError):  # On Linux the end of a terminal is an error.
            while chunk := os.read(ours, 4096):
                shown += chunk
        assert process.wait(timeout=10) == 130
    os.close(ours)
    assert b"Traceback" not in shown
    assert shown.endswith(b"bigpoints: interrupted\r\n")


@pytest.mark.parametrize("args", [["legal", START], ["show", START], ["--help"], ["perft", START, "2", "--divide"]])
def test_a_reader_that_has_enough_is_no_trouble(args: Sequence[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.run([*COMMAND, *args], stdout=writing, stderr=subprocess.PIPE, timeout=20, check=False)
    os.close(writing)
    assert (process.returncode, process.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("shell", "code", "err"),
    [
        ('"$@" >&-', 0, b""),
        ('"$@" <&- >/dev/null', 0, b""),
        ('"$@" >/dev/full', 1, b"bigpoints: No space left on device\n"),
    ],
)
def test_closed_and_full_outputs_end_quietly(shell: str, code: int, err: bytes) -> None:
    command = ["sh", "-c", shell, "sh", *COMMAND, "legal", START]
    process = subprocess.run(command, capture_output=True, timeout=20, check=False)
    assert (process.returncode, process.stderr) == (code, err)


def test_an_output_that_knows_few_characters_gets_others_instead() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    process = subprocess.run([*COMMAND, "show", START], capture_output=True, env=environment, timeout=20, check=False)
    assert (process.returncode, process.stderr) == (0, b"")
    assert b"[B] [R] [Y] [G] [P]" in process.stdout
