"""Bots at the terminal's table: they play, fail, are undone and interrupted, and no person looks away for a bot."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bigpoints.bots import named
from bigpoints.bots.bot import Bot, Budget, Choice
from bigpoints.bpr import read_records
from bigpoints.position import PASS, Position
from bigpoints.record import check
from bigpoints.rules import legal_moves
from bigpoints.series import series_of
from commandline import COMMAND, Outcome, Screen, bigpoints
from thinkers import Acting, Judge

TINY = ["--colours", "2", "--discs", "2", "--white", "1", "--black", "1"]
WITH_A_BOT = """
import sys
from bigpoints.bots import named
from bigpoints.terminal.app import main

class Slow:
    name = "slow"

    def choose(self, position, budget=None, watcher=None):
        print("thinking", flush=True)
        is_told = budget.stop.wait(60)
        print("told to stop" if is_told else "forgotten", flush=True)

    def close(self):
        print("closed", flush=True)

named._OURS["slow"] = lambda settings: Slow()
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(autouse=True)
def _own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "evening.bpr"


def first_mover() -> Acting:
    return Acting(lambda position, _: Choice(legal_moves(position)[0]))


def seated(*names: str) -> list[str]:
    return [word for name in names for word in ("--seat", name)]


def played(*args: str | Path, typed: str = "") -> Outcome:
    return bigpoints("play", *args, given=typed.encode())


def begun(file: Path, *names: str, typed: str = "", more: Sequence[str] = ()) -> Outcome:
    """Begin a game of these seats, always the same one, the first seat moving first."""
    return played(*seated(*names), "--file", file, "--seed", "4", "--first", "1", *more, typed=typed)


def plies(file: Path) -> list[str]:
    return [str(move) for move in read_records(file)[-1].plies]


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Bot], None]:
    """Give a bot a name."""

    def under(name: str, bot: Bot) -> None:
        monkeypatch.setitem(named._OURS, name, lambda _: bot)

    return under


# --- Playing ----------------------------------------------------------------------------------------------------------


def test_a_bot_answers_and_the_person_reads_in_words_what_it_did(file: Path) -> None:
    run = begun(file, "Anna", "bot:greedy", typed="R+\nquit\n")
    assert run.code == 0, run.err
    assert plies(file)[0] == "R+"
    assert len(plies(file)) == 2
    assert re.search(r"\n2\. bot:greedy: [A-Z][+-]  \w+ goes to place \d+, takes \w+ (ahead|behind)", run.out)
    assert run.out.count("Anna> ") == 2
    assert "thinking" not in run.out + run.err


def test_a_bot_may_begin(file: Path) -> None:
    run = begun(file, "bot:random", "Anna", typed="quit\n")
    assert "\n1. bot:random: " in run.out
    assert len(plies(file)) == 1


def test_the_record_names_the_bot_so_that_it_sits_there_again_when_resumed(file: Path) -> None:
    begun(file, "Anna", "bot:greedy", typed="R+\nquit\n")
    assert '[Seat2 "bot:greedy"]' in file.read_text()
    run = played("--resume", file, typed="\nY+\nquit\n")
    assert len(plies(file)) == 4, run.out


def test_the_same_seed_gives_the_same_game(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.bpr"
    begun(file, "bot:random", "bot:random")
    begun(other, "bot:random", "bot:random")
    assert plies(file) == plies(other)


def test_bots_have_seeds_of_their_own(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def maker(settings: named.Settings) -> Bot:
        seeds.append(settings.seed)
        return first_mover()

    monkeypatch.setitem(named._OURS, "seeded", maker)
    begun(file, "bot:seeded", "bot:seeded", "bot:seeded")
    assert len(set(seeds)) == 3


def test_bots_alone_play_through_and_every_move_is_told(file: Path) -> None:
    run = begun(file, "bot:greedy", "bot:random", "bot:random")
    assert run.code == 0, run.err
    (record,) = read_records(file)
    assert check(record).is_over
    told = re.findall(r"^(\d+)\. bot:(?:greedy|random \(seat [23]\)): ", run.out, re.MULTILINE)
    assert list(map(int, told)) == list(range(1, len(record.plies) + 1))
    assert "> " not in run.out.split("Start")[0]


def test_two_seats_of_the_same_bot_are_told_apart_by_their_number(file: Path) -> None:
    run = begun(file, "bot:greedy", "Anna", "bot:greedy", typed="quit\n")
    assert "Big Points: bot:greedy (seat 1), Anna, bot:greedy (seat 3)" in run.out
    assert read_records(file)[0].seats == ("bot:greedy", "Anna", "bot:greedy")
    assert "bot:greedy (seat 3)" in bigpoints("score", file).out
    assert "bot:greedy (seat 1)" in bigpoints("replay", file).out


def test_bots_play_a_series_without_anybody_pressing_enter(file: Path) -> None:
    run = begun(file, "bot:random", "bot:random", more=["--series", *TINY])
    assert run.code == 0, run.err
    assert series_of(read_records(file)).is_over
    assert "Press Enter" not in run.out


def test_the_end_tells_what_the_bots_did_last(file: Path) -> None:
    file.write_text('[Seat1 "Anna"]\n[Seat2 "bot:greedy"]\n[Start "B.B. 1,s1 B -/R3 1 m"]\n')
    run = played("--resume", file, typed="B-\n")
    assert run.out.split("Anna> ")[1].splitlines()[1:3] == [
        "1. Anna: B-  blue goes to place 3, takes blue behind (place 1)",
        "2. bot:greedy: B^  blue climbs to step 0, takes its bonus disc",
    ]


def test_a_bot_may_have_its_budget_in_its_name(file: Path) -> None:
    assert begun(file, "Anna", "bot:greedy@5n", typed="R+\nquit\n").code == 0
    assert '[Seat2 "bot:greedy@5n"]' in file.read_text()
    assert len(plies(file)) == 2


# --- Names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["Anna", "bot:nobody"], "bot: there is no 'nobody'; accepted: random, greedy, "),
        (["Anna", "bot:"], "bot: there is no ''; accepted: "),
        (["Anna", "bot:greedy@fast"], "the budget of 'greedy@fast' cannot be read; accepted: NAME@1000n"),
        (["Anna", "bot:greedy@0n"], "nodes: 0 leaves nothing to think with"),
        (["Anna", "Anna", "bot:greedy"], "two seats have the same name"),
    ],
)
def test_what_cannot_sit_is_refused_before_the_game_begins(file: Path, names: list[str], message: str) -> None:
    run = begun(file, *names)
    assert (run.code, run.out) == (1, "")
    assert message in run.err
    assert run.err.count("\n") == 1
    assert not file.exists()


def test_who_just_presses_enter_plays_a_bot(register: Callable[[str, Bot], None]) -> None:
    register("level3", first_mover())
    run = played("--seed", "1", typed="\nquit\n")
    assert "Bots play, too: bot:level1 (a beginner) to bot:level6." in run.out
    assert "Big Points: Anna, bot:level3" in run.out


def test_bots_can_be_named_when_the_names_are_asked_for() -> None:
    run = played("--seed", "1", typed="Anna, bot:nobody\nAnna, bot:greedy\nquit\n")
    assert "there is no 'nobody'" in run.out
    assert "Big Points: Anna, bot:greedy" in run.out


def test_continue_goes_past_a_game_whose_bot_is_not_here(register: Callable[[str, Bot], None]) -> None:
    played(*seated("Anna", "Ben"), "--seed", "4", typed="quit\n")
    register("guest", first_mover())
    played(*seated("Anna", "bot:guest"), "--seed", "4", typed="quit\n")
    named._OURS.pop("guest")
    assert "Big Points: Anna, Ben" in played("--continue", typed="quit\n").out


# --- Taking back ------------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_last_own_decision_over_the_plies_of_bots(file: Path) -> None:
    begun(file, "Anna", "bot:greedy", "bot:greedy", typed="R+\nY+\nundo\nquit\n")
    assert len(plies(file)) == 3
    run = played("--resume", file, typed="undo\nundo\nquit\n")
    assert plies(file) == []
    assert "There is nothing to take back." in run.out


def test_what_a_bot_began_with_is_not_taken_back(file: Path) -> None:
    run = begun(file, "bot:greedy", "Anna", typed="undo\nquit\n")
    assert "There is nothing to take back." in run.out
    assert len(plies(file)) == 1


# --- Bots that fail ---------------------------------------------------------------------------------------------------


def failing(_: Position, __: Budget) -> Choice:
    raise ZeroDivisionError("division by zero")


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        (Acting(failing), "acting failed: ZeroDivisionError: division by zero"),
        (Acting(lambda *_: Choice(PASS)), "acting failed: . cannot be played"),
    ],
)
def test_a_bot_that_fails_ends_the_sitting_in_one_line_and_the_game_is_kept(
    file: Path, register: Callable[[str, Bot], None], bot: Acting, why: str
) -> None:
    register("broken", bot)
    run = begun(file, "Anna", "bot:broken", typed="R+\n")
    assert run.code == 1
    assert run.err.startswith(f"{why}. The game is kept: ")
    assert run.err.endswith(f" play --resume {file}\n")
    assert run.err.count("\n") == 1
    assert plies(file) == ["R+"]
    assert bot.is_closed


def test_bots_are_closed_when_somebody_leaves(file: Path, register: Callable[[str, Bot], None]) -> None:
    bot = first_mover()
    register("first", bot)
    begun(file, "Anna", "bot:first", typed="quit\n")
    assert bot.is_closed


def test_bots_are_closed_when_another_one_cannot_be_made(
    file: Path, register: Callable[[str, Bot], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unmade(_: named.Settings) -> Bot:
        raise OSError("it does not start")

    bot = first_mover()
    register("first", bot)
    monkeypatch.setitem(named._OURS, "unmade", unmade)
    run = begun(file, "bot:first", "bot:unmade")
    assert (run.code, run.err) == (1, "bigpoints: bot: unmade cannot be made: it does not start\n")
    assert bot.is_closed
    assert not file.exists()


def test_ctrl_c_while_a_bot_thinks_tells_it_to_stop_and_keeps_the_game(file: Path) -> None:
    command = [sys.executable, "-c", WITH_A_BOT, "play", *seated("bot:slow", "Anna"), "--file", str(file)]
    with subprocess.Popen(
        [*command, "--first", "1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=_heed_ctrl_c,
    ) as game:
        assert game.stdout is not None
        while game.stdout.readline() != b"thinking\n":
            assert game.poll() is None
        game.send_signal(signal.SIGINT)
        out, err = game.communicate(timeout=30)
    assert game.returncode == 130
    assert err.decode().startswith("Interrupted. The game is kept: ")
    assert err.count(b"\n") == 1
    assert out.split() == [b"told", b"to", b"stop", b"closed"]
    assert plies(file) == []


# --- Hints ------------------------------------------------------------------------------------------------------------


def test_a_hint_shows_three_moves_with_reasons(file: Path, register: Callable[[str, Bot], None]) -> None:
    judge = Judge()
    register("level6", judge)
    run = begun(file, "Anna", "Ben", typed="hint\nquit\n", more=["--open-hands"])
    best = "takes white: a point for each other colour you hold; otherwise Ben could take the white disc"
    assert run.out.split("Anna> ")[1].splitlines() == [
        f"B+  80 %  +3.2 points  {best}",
        "B-  40 %  +2.2 points  takes yellow: your first, worth 0 to 4",
        "R+  20 %  +1.2 points  takes yellow: your first, worth 0 to 4",
    ]
    assert judge.is_closed
    assert plies(file) == []


def test_a_hint_with_hidden_hands_has_no_margin(file: Path, register: Callable[[str, Bot], None]) -> None:
    register("level6", Judge())
    run = begun(file, "Anna", "Ben", typed="hint\nquit\n")
    assert "B-  40 %  takes yellow: your first" in run.out


def test_a_hint_that_fails_does_not_end_the_game(file: Path, register: Callable[[str, Bot], None]) -> None:
    register("level6", Acting(failing))
    run = begun(file, "Anna", "Ben", typed="hint\nR+\nquit\n")
    assert "There is no hint: acting failed: ZeroDivisionError" in run.out
    assert plies(file) == ["R+"]


def test_the_help_names_the_hint(file: Path) -> None:
    assert "hint (good moves, and why)" in begun(file, "Anna", "Ben", typed="?\nquit\n").out


# --- In a real terminal -----------------------------------------------------------------------------------------------


def at_a_terminal(file: Path, *names: str) -> Screen:
    return Screen(*COMMAND, "play", *seated(*names), "--file", file, "--seed", "4", "--first", "1")


def test_one_person_against_bots_never_hands_the_screen_over_and_sees_that_they_think(file: Path) -> None:
    with at_a_terminal(file, "Anna", "bot:greedy") as screen:
        assert "it is your turn" not in screen.until("Anna> ")
        screen.type("R+")
        shown = screen.until("Anna> ")
        assert "bot:greedy is thinking …" in shown
        assert "it is your turn" not in shown
        assert "\x1b[3J" not in shown
        assert "2. bot:greedy: " in shown
        screen.type("quit")
        assert "\x1b[3J" not in screen.until("Goodbye.")


def test_between_people_the_screen_is_handed_over_even_if_a_bot_plays_in_between(file: Path) -> None:
    with at_a_terminal(file, "Anna", "bot:greedy", "Ben") as screen:
        screen.until("Anna, it is your turn.")
        screen.type("")
        screen.until("Anna> ")
        screen.type("R+")
        between = screen.until("Ben, it is your turn.")
        assert "bot:greedy, it is your turn" not in between
        assert "\x1b[3J" in between.split("is thinking")[0]
        screen.type("")
        for_ben = screen.until("Ben> ")
        assert "1. Anna: R+" in for_ben
        assert "2. bot:greedy: " in for_ben


def _heed_ctrl_c() -> None:
    """A process started in the background may have been told to ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
