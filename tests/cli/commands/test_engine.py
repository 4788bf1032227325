"""The command engine: the protocol on standard input and output, until quit, the end of the input or Ctrl-C."""

import signal
import subprocess

import pytest

from support.command_line import COMMAND, bigpoints

START = "BRBR 0,0 BR -/- 1 m"


@pytest.mark.parametrize("end", ["quit\nisready\n", ""], ids=["quit", "the end of the input"])
def test_it_answers_until_it_is_told_to_quit_or_the_input_ends(end: str) -> None:
    code, out, err = bigpoints("engine", given=f"position {START}\nlegal\n{end}".encode())
    assert (code, out, err) == (0, "legal B+ R+ R-\n", "")


def test_what_it_cannot_follow_is_an_answer_and_no_end() -> None:
    code, out, err = bigpoints("engine", given=b"dance\nisready\n")
    assert (code, err) == (0, "")
    refusal, ready = out.splitlines()
    assert refusal.startswith("error command: found 'dance'")
    assert ready == "readyok"


def test_it_searches_at_a_level() -> None:
    code, out, err = bigpoints("engine", given=f"position {START}\ngo level 1\n".encode())
    assert (code, err) == (0, "")
    assert out.splitlines()[-1].startswith("bestmove ")


def test_ctrl_c_is_one_line() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([*COMMAND, "engine"], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err) == (130, b"", b"bigpoints: interrupted\n")
