"""The lessons of the browser client: every little board can be played, and its step is done just as its text says."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from bigpoints.locales import ENGLISH
from bigpoints.notation import parse_move, parse_position
from bigpoints.position import COLOURS, STAIRCASE
from bigpoints.rules import effect, legal_moves, play, score_sheet, scores
from support.drawn_positions import after, legal, what

DATA = json.loads((Path(__file__).parents[2] / "web/src/learn/lessons.json").read_text("utf-8"))
STARTS: dict[str, str] = {lesson["name"]: lesson["start"] for lesson in DATA["lessons"]}
GOALS: dict[str, list[str | list[str]]] = {lesson["name"]: lesson["goal"] for lesson in DATA["lessons"]}
TAPS: dict[str, str] = {lesson["name"]: lesson["tap"] for lesson in DATA["lessons"] if "tap" in lesson}
PICTURES: dict[str, str] = DATA["pictures"]


def accepted(name: str) -> Sequence[str]:
    """The moves that do a step of one ply."""
    (moves,) = GOALS[name]
    return legal(STARTS[name]).split() if moves == "any" else moves


def others(name: str) -> list[str]:
    """The moves after which a step asks to try again."""
    return [move for move in legal(STARTS[name]).split() if move not in accepted(name)]


def test_the_steps_are_the_eight_things_that_a_player_does() -> None:
    assert list(STARTS) == ["move", "ahead", "behind", "skip", "climb", "black", "backward", "count"]


@pytest.mark.parametrize("bpn", [*STARTS.values(), *PICTURES.values()])
def test_every_board_is_a_position_in_which_the_first_of_two_seats_moves(bpn: str) -> None:
    position = parse_position(bpn)
    assert (position.seat, position.players) == (1, 2)
    assert legal_moves(position)


@pytest.mark.parametrize("name", STARTS)
def test_every_step_can_be_done(name: str) -> None:
    position = parse_position(STARTS[name])
    for moves in GOALS[name]:
        playable = [str(move) for move in legal_moves(position) if move.pawn]
        assert moves == "any" or set(moves) <= set(playable)
        position = play(position, parse_move(playable[0] if moves == "any" else moves[0]))
    assert position.is_over or position.seat == 2, "the turn goes on after the step is done"


@pytest.mark.parametrize("name", STARTS)
def test_every_step_says_what_to_do_praises_and_consoles_where_one_can_go_wrong(name: str) -> None:
    can_go_wrong = name == "black" or bool(others(name))
    assert {f"{name}_title", f"{name}_task", f"{name}_done"} <= ENGLISH.sections["learn"].keys()
    assert (f"{name}_wrong" in ENGLISH.sections["learn"]) == can_go_wrong


@pytest.mark.parametrize("name", TAPS)
def test_the_pawn_pointed_at_is_the_one_that_does_the_step(name: str) -> None:
    assert {move[0] for move in accepted(name)} == {TAPS[name]}


def test_the_first_step_cannot_go_wrong_and_moves_every_pawn() -> None:
    assert {move[0] for move in accepted("move")} == {"B", "R", "Y"}
    assert all(what(STARTS["move"], move).disc for move in accepted("move"))


def test_red_has_a_disc_on_either_side_and_the_one_behind_is_white() -> None:
    assert STARTS["ahead"] == STARTS["behind"]
    ahead, behind = what(STARTS["ahead"], "R+"), what(STARTS["behind"], "R-")
    assert ahead.landing == behind.landing
    assert behind.taken < behind.landing < ahead.taken
    assert (accepted("ahead"), accepted("behind"), behind.disc) == (["R+"], ["R-"], "W")


@pytest.mark.parametrize("bpn", [STARTS["skip"], PICTURES["take"]])
def test_blue_takes_the_white_disc_beyond_red_and_yellow(bpn: str) -> None:
    deed = what(bpn, "B+")
    position = parse_position(bpn)
    assert position.pawns[1:] == (deed.landing + 1, deed.landing + 2)
    assert (deed.taken, deed.disc) == (deed.landing + 3, "W")
    assert what(bpn, "B-").disc == "R"


@pytest.mark.parametrize("bpn", [STARTS["climb"], PICTURES["climb"]])
def test_blue_climbs_to_step_2_and_wins_its_bonus_disc(bpn: str) -> None:
    deed = what(bpn, "B^")
    assert (deed.landing, deed.taken, deed.disc) == (STAIRCASE + 2, 0, "B")
    assert all("^" not in move for move in others("climb"))


def test_after_any_move_the_black_disc_can_be_kept_or_spent() -> None:
    for move in legal(STARTS["black"]).split():
        extra = after(STARTS["black"], move)
        assert extra.split()[4:] == ["1", "x"]
        spent = next(str(move) for move in legal_moves(parse_position(extra)) if move.pawn)
        assert "K" in after(extra, ".").split()[3]
        assert "K" not in after(extra, spent).split()[3]


def test_going_backward_is_done_by_blue_alone_and_fetches_the_white_disc() -> None:
    assert [move for move in legal(STARTS["backward"]).split() if "<" in move] == accepted("backward")
    assert what(STARTS["backward"], "B<+").disc == "W"
    assert "." in others("backward")


@pytest.mark.parametrize("first", ["R+", "R-", "Y-"])
def test_in_the_picture_of_the_extra_move_blue_can_go_back_after_red_or_yellow(first: str) -> None:
    extra = parse_position(after(PICTURES["black"], first))
    assert effect(extra, parse_move("B<+")).disc == "W"


def test_the_last_step_ends_the_game_with_the_count_that_its_text_names() -> None:
    over = play(parse_position(STARTS["count"]), parse_move("G^"))
    assert over.is_over
    assert scores(over) == (18, 14)
    white = next(line for line in score_sheet(over, 1) if line.colour == "W")
    assert white.each == 4


def test_the_example_of_the_rules_is_counted_as_the_last_step_is() -> None:
    """R19"""
    over = play(parse_position(STARTS["count"]), parse_move("G^"))
    example = [(line["colour"], line["discs"], line["each"]) for line in DATA["example"]]
    assert example == [tuple(line) for line in score_sheet(over, 1)]
    assert sorted(example, key=lambda line: COLOURS.index(line[0])) == example


def test_the_picture_of_a_move_passes_yellow_and_a_gap() -> None:
    path = parse_position(PICTURES["move"]).path
    assert path[2:5] == "Y.B"
    assert what(PICTURES["move"], "B+").landing == 5


def test_the_picture_of_the_wires_has_three() -> None:
    assert parse_position(PICTURES["wires"]).options.wires == (3, 6, 9)
