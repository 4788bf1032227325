"""The engine protocol (BPI), line by line as notation.md has it, and under a rain of nonsense."""

import io
import json
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigpoints import __version__
from bigpoints.bots.bpi.server import Engine, run
from bigpoints.bots.simple import RandomBot
from bigpoints.notation import position_text
from bigpoints.position import Position
from bigpoints.rules import legal_moves, perft, score_bounds
from support.command_line import COMMAND
from support.strategies import positions

DATA = Path(__file__).parents[2] / "data"
PATH = "GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY"
START = f"{PATH} 0,0,0,0,0 BRYGP -/- 1 m"
OVER = "..BR s1,s0 - B2R/R 1 e"
REFUSED = [json.loads(line)["bpn"] for line in (DATA / "refused.jsonl").read_text().splitlines()]


def engine_at(*lines: str) -> Engine:
    """An engine with a random mover behind it that has followed these lines."""
    engine = Engine(lambda _: None, lambda _, settings: RandomBot(settings.seed))
    for line in lines:
        assert not any(answer.startswith("error") for answer in engine.answer(line)), line
    return engine


def told(*lines: str) -> list[str]:
    """The answer to the last of these lines; those before it must be followed."""
    return engine_at(*lines[:-1]).answer(lines[-1])


def error(*lines: str) -> str:
    (answer,) = told(*lines)
    assert answer.startswith("error ")
    return answer


# --- What is answered -------------------------------------------------------------------------------------------------


def test_the_greeting_names_the_engine_and_its_options() -> None:
    assert told("bpi") == [
        f"id name Big Points {__version__}",
        "id author the Big Points maintainers",
        "option name Hash type spin default 64 min 1 max 65536",
        "option name Threads type spin default 1 min 1 max 256",
        "option name Seed type spin default 0 min 0 max 2147483647",
        "bpiok",
    ]


def test_it_is_always_ready() -> None:
    assert told("isready") == ["readyok"]


def test_a_position_is_shown_as_it_was_given() -> None:
    assert told(f"position {START}", "show") == [f"position {START}"]


def test_moves_are_played_from_the_position() -> None:
    after = f"GY.YW{PATH[5:]} 0,0,2,0,0 BRYGP R/- 2 m"
    assert told(f"position {START} moves Y+", "show") == [f"position {after}"]
    assert told(f"position {START} moves", "show") == [f"position {START}"]


def test_a_game_starts_on_a_given_path() -> None:
    assert told(f"position start players 2 path {PATH}", "show") == [f"position {START}"]
    assert told(f"position start players 2 path {PATH} options -", "show") == [f"position {START}"]


def test_a_start_has_its_first_seat_its_options_and_its_moves() -> None:
    line = "position start players 3 path BRBR first 3 options inverted,wires=2 moves B+"
    assert told(line, "show") == ["position B.BR 1,0 BR -/-/R 1 m inverted,wires=2"]


def test_legal_moves_stand_on_one_line() -> None:
    assert told(f"position {START}", "legal") == ["legal B+ B- R+ R- Y+ Y- G+ P+ P-"]


def test_a_finished_game_has_no_legal_moves() -> None:
    assert told(f"position {OVER}", "legal") == ["legal"]


def test_perft_counts_sequences() -> None:
    assert told(f"position {START}", "perft 3") == ["perft 3 741"]
    assert told(f"position {START}", "perft 0") == ["perft 0 1"]


def test_scores_are_bounds_while_a_step_is_open() -> None:
    assert told("position ..BR 3,0 BR R/B 1 m", "scores") == ["scores 0..1 0..1"]
    assert told("position ..BR s1,4 R BR/B 1 m", "scores") == ["scores 1 1"]
    assert told(f"position {OVER}", "scores") == ["scores 2 0"]


def test_empty_lines_and_a_stop_without_a_search_are_ignored() -> None:
    assert told("") == told("   \n") == told("stop") == []


def test_a_new_game_forgets_the_position() -> None:
    assert told(f"position {START}", "newgame", "show") == [
        "error position: nothing found; accepted: a position command before this one"
    ]


@given(positions())
def test_every_position_is_taken_shown_and_counted(position: Position) -> None:
    engine = engine_at()
    assert engine.answer(f"position {position_text(position)}") == []
    assert engine.answer("show") == [f"position {position_text(position)}"]
    assert engine.answer("legal") == [" ".join(["legal", *map(str, legal_moves(position))])]
    assert engine.answer("perft 2") == [f"perft 2 {perft(position, 2)}"]
    assert len(engine.answer("scores")[0].split()) == len(score_bounds(position)) + 1


# --- What is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["show", "legal", "perft 1", "scores", "go", "go infinite"])
def test_what_needs_a_position_is_refused_before_there_is_one(line: str) -> None:
    assert "position" in error(line)


@pytest.mark.parametrize("bpn", [*REFUSED, "..BR 3,0 BR R/?1 1 m", "..BR 3,0 BR ?1/?1 1 m", "start", "nonsense", ""])
def test_a_position_that_is_refused_leaves_the_old_one(bpn: str) -> None:
    engine = engine_at(f"position {START}")
    assert engine.answer(f"position {bpn}")[0].startswith("error ")
    assert engine.answer("show") == [f"position {START}"]


@pytest.mark.parametrize("moves", ["Y+ B^", "X+", "Y+ Y", "Y+ .", "moves Y+"])
def test_an_illegal_move_leaves_the_old_position(moves: str) -> None:
    engine = engine_at(f"position {OVER}")
    assert engine.answer(f"position {START} moves {moves}")[0].startswith("error ")
    assert engine.answer("show") == [f"position {OVER}"]


@pytest.mark.parametrize(
    "line",
    [
        "players 2",
        f"path {PATH}",
        f"players 6 path {PATH}",
        f"players two path {PATH}",
        f"players 2 path {PATH}Y",
        f"players 2 path {PATH} first 3",
        f"players 2 path {PATH} first 0",
        f"players 2 path {PATH} options nonsense",
        f"players 2 path {PATH} options wires=55",
        f"players 2 path {PATH} options",
        f"players 2 players 3 path {PATH}",
        f"players 2 path {PATH} seed 4",
        f"players 2 path {PATH} moves B^",
    ],
)
def test_a_start_that_makes_no_sense_is_refused(line: str) -> None:
    engine = engine_at()
    assert engine.answer(f"position start {line}")[0].startswith("error ")
    assert engine.position is None


@pytest.mark.parametrize(
    "limits",
    [
        "movetime",
        "movetime 0",
        "movetime -5",
        "movetime soon",
        "nodes 1.5",
        "depth ٣",
        "level 0",
        "level 7",
        "infinite infinite",
        "depth 1 depth 2",
        "fast",
        f"nodes {'9' * 5000}",
    ],
)
def test_a_limit_that_makes_no_sense_is_refused(limits: str) -> None:
    assert error(f"position {START}", f"go {limits}")


def test_there_is_no_move_to_find_in_a_finished_game() -> None:
    assert error(f"position {OVER}", "go") == "error go cannot be played; the game is over"


@pytest.mark.parametrize(
    "line",
    [
        "setoption",
        "setoption name Seed",
        "setoption name Ponder value 1",
        "setoption name hash value 64",
        "setoption name Hash value 0",
        "setoption name Hash value 65537",
        "setoption name Threads value 0",
        "setoption name Threads value 257",
        "setoption name Seed value -1",
        "setoption name Seed value 2147483648",
        "setoption name Seed value many",
        "setoption name Seed value",
    ],
)
def test_an_option_that_is_not_offered_is_refused(line: str) -> None:
    assert error(line)


@pytest.mark.parametrize("line", ["perft", "perft -1", "perft many", "perft 1 2", "nonsense", "isready now", "Bpi"])
def test_a_line_that_cannot_be_followed_is_refused(line: str) -> None:
    assert error(f"position {START}", line)


def test_a_reason_is_one_line_that_harms_no_terminal() -> None:
    answer = error("evil\x1b[2J\x00\ud800")
    assert answer.isprintable()


WORDS = st.sampled_from(
    "bpi isready setoption name value Seed Hash newgame position start players path first options moves show legal "
    f"perft scores go movetime nodes depth level infinite stop 0 1 2 -1 - {PATH} BRBR B+ B- R^ . m wires=1".split()
)
LINES = st.lists(WORDS, max_size=9).map(" ".join) | st.text() | st.just(f"position {START}")


@given(st.lists(LINES, max_size=12))
def test_nonsense_never_raises_and_a_refused_line_changes_nothing(lines: list[str]) -> None:
    engine = engine_at()
    for line in lines:
        before = engine.position
        answers = engine.answer(line)
        assert all(answer.isprintable() for answer in answers)
        if any(answer.startswith("error") for answer in answers):
            assert engine.position is before
        if engine.has_quit:  # It would read no further.
            assert line.split() == ["quit"]
            return
    engine.close()


# --- Over pipes -------------------------------------------------------------------------------------------------------


def test_quit_ends_the_loop_and_so_does_the_end_of_the_input() -> None:
    out = io.StringIO()
    run(["isready\n", "quit\n", "isready\n"], out)
    run(["isready"], out)
    assert out.getvalue() == "readyok\n" * 2


def test_every_answer_comes_before_the_next_question() -> None:
    with subprocess.Popen([*COMMAND, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        assert engine.stdin and engine.stdout  # noqa: PT018
        for question, answer in (
            (b"isready\n", b"readyok\n"),
            (b"\xff\xfe\n", b"error "),
            (b"isready\r\n", b"readyok"),
        ):
            engine.stdin.write(question)
            engine.stdin.flush()
            assert engine.stdout.readline().startswith(answer)
        engine.stdin.close()
        assert engine.wait(timeout=10) == 0
