"""Bots at the terminal's table: they play, are named and undone, and no person looks away for a bot."""

import re
from pathlib import Path

import pytest

from bigpoints.bots import registry
from bigpoints.bots.bot import Bot, BotSettings
from bigpoints.bpr import read_records
from bigpoints.record import check
from bigpoints.series import series_of
from support.command_line import COMMAND, Screen, bigpoints
from support.fake_bots import first_mover
from support.terminal_games import TINY, Register, begun, played, plies, seated

pytestmark = pytest.mark.usefixtures("own_games_folder")

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

    def maker(settings: BotSettings) -> Bot:
        seeds.append(settings.seed)
        return first_mover()

    monkeypatch.setitem(registry._OURS, "seeded", maker)
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
        (["Anna", "level3"], "seat: level3 is what a bot is called; accepted: bot:level3 for the bot, or another name"),
        (["Anna", "Bot:Greedy"], "seat: Bot:Greedy is what a bot is called; accepted: bot:greedy for the bot"),
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


def test_who_just_presses_enter_plays_a_bot(register: Register) -> None:
    register("level3", first_mover())
    run = played("--seed", "1", typed="\nquit\n")
    assert "Bots play, too: bot:level1 (a child) to bot:level6 (a master)." in run.out
    assert "Big Points: Anna, bot:level3" in run.out


def test_bots_can_be_named_when_the_names_are_asked_for() -> None:
    run = played("--seed", "1", typed="Anna, bot:nobody\nAnna, bot:greedy\nquit\n")
    assert "there is no 'nobody'" in run.out
    assert "Big Points: Anna, bot:greedy" in run.out


def test_continue_goes_past_a_game_whose_bot_is_not_here(register: Register) -> None:
    played(*seated("Anna", "Ben"), "--seed", "4", typed="quit\n")
    register("guest", first_mover())
    played(*seated("Anna", "bot:guest"), "--seed", "4", typed="quit\n")
    registry._OURS.pop("guest")
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
