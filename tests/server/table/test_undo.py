"""Undo: which turn comes back, and when nothing does. Who is asked is in test_undo_consent."""

from random import Random

import pytest

from bigpoints.server.table.commands import Agree, Decline, Return, Undo
from bigpoints.server.table.events import Undone
from bigpoints.server.table.setup import opening_from_record
from bigpoints.server.table.undo import undo_target
from support.story import SMALL, THREE, WITH_BLACK, Story, three

RECORD = f'[Seat1 "A"]\n[Seat2 "B"]\n[Seat3 "C"]\n[Path "{THREE.split()[0]}"]\n[First "1"]\n\nB+ B+ B-\n\n'

# --- Which turn comes back -------------------------------------------------------------------------------------------


def test_an_undo_returns_to_the_start_of_the_askers_last_turn() -> None:
    story = Story.of(THREE, "anna", "ben", "cleo").move("B+", "R+", "Y+")
    before = story.position
    story.move("B+")
    assert story.do("anna", Undo, seat=1) == Undone(seat=1, plies=3)
    assert story.position == before
    assert story.moves == "B+ R+ Y+"
    assert story.table.board.seat == 1


def test_it_drops_the_later_turns_of_bots() -> None:
    story = Story.of(THREE, "anna", "bot:random", "bot:random").move("B+", "R+", "Y+")
    assert story.do("anna", Undo, seat=1) == Undone(seat=1, plies=0)
    assert story.position == THREE


def test_in_an_extra_ply_it_returns_to_before_the_regular_one() -> None:
    story = Story.of(WITH_BLACK, "anna", "ben").move("R+")
    assert story.position.endswith("1 x")
    assert story.undo("anna", 1).position == WITH_BLACK


@pytest.mark.parametrize("extra", ["R-", "."])
def test_a_turn_with_an_extra_ply_comes_back_whole(extra: str) -> None:
    story = Story.of(WITH_BLACK, "anna", "ben").move("R+", extra)
    assert story.do("anna", Undo, seat=1) == Undone(seat=1, plies=0)


def test_a_turn_of_two_plies_and_the_one_before_it_are_two_turns() -> None:
    story = Story.of("BRYWBRYKWBRYRBY. 0,0,0 BRY K/- 1 m", "anna", "bot:random").move("B+", ".", "R+", "Y+", ".")
    assert story.undo("anna", 1).moves == "B+ . R+"
    assert story.undo("anna", 1).moves == ""


def test_several_undos_follow_one_another() -> None:
    story = Story.of(THREE, "anna", "bot:random", "bot:random").move("B+", "R+", "Y+", "B+", "R+")
    assert story.undo("anna", 1).moves == "B+ R+ Y+"
    assert story.undo("anna", 1).moves == ""
    assert story.code("anna", Undo, seat=1) == "nothing_to_undo"


def test_the_game_goes_on_from_there() -> None:
    story = three().undo("anna", 1).move("R+", "Y+")
    assert story.moves == "B+ R+ Y+ R+ Y+"
    assert [ply.turn for ply in story.table.plies] == [1, 2, 3, 4, 5]


def test_who_has_made_no_turn_takes_none_back() -> None:
    story = Story.of(THREE, "anna", "ben", "cleo").move("B+")
    assert story.code("ben", Undo, seat=2) == "nothing_to_undo"
    assert undo_target(story.table, 2) is None


def test_the_plies_of_a_record_stay() -> None:
    story = Story.continuing(RECORD, "anna", "ben", "cleo")
    assert story.code("anna", Undo, seat=1) == "nothing_to_undo"
    assert story.move("B+").undo("anna", 1).moves == "B+ B+ B-"
    assert story.code("anna", Undo, seat=1) == "nothing_to_undo"


def test_a_regular_ply_of_a_record_stays_before_the_extra_one_made_here() -> None:
    record = f'[Seat1 "A"]\n[Seat2 "B"]\n[Start "{WITH_BLACK}"]\n\nR+\n\n'
    assert opening_from_record(record)[0].plies == ("R+",)
    story = Story.continuing(record, "anna", "ben").move("R-")
    assert story.undo("anna", 1).position == "BR.BR. 0,2 BR WK/- 1 x"


# --- When nothing comes back ------------------------------------------------------------------------------------------


def test_it_is_refused_after_the_end() -> None:
    story = Story.of("B...R. 1,5 BR BW/R 1 m", "anna", "bot:random").move("R^")
    assert undo_target(story.table, 1) == 0
    story.move("B^")
    assert story.code("anna", Undo, seat=1) == "game_over"


def test_it_is_refused_before_the_beginning() -> None:
    story = Story("anna", None)
    for wish in (Undo, Agree, Decline):
        assert story.code("anna", wish, seat=1) == "not_begun"


def test_with_no_question_there_is_nothing_to_answer() -> None:
    assert three().code("ben", Agree, seat=2) == "no_request"
    assert three().code("ben", Decline, seat=2) == "no_request"


def test_a_stale_undo_is_refused() -> None:
    story = three()
    assert story.code("anna", Undo, seat=1, version=story.table.version - 1) == "stale"


# --- What it is -------------------------------------------------------------------------------------------------------


def test_who_returns_takes_back_what_the_bot_has_played_for_them() -> None:
    story = Story.of(THREE, "anna", "bot:random", "bot:random").leave("anna", 1).move("B+", "R+")
    story.do("anna", Return, seat=1)
    assert story.undo("anna", 1).moves == ""


def test_an_undo_is_an_event_like_any_other() -> None:
    story = three().undo("anna", 1)
    assert story.log[-1][2] == Undone(seat=1, plies=3)
    assert story.table.moved == story.table.version


def test_after_any_undo_the_plies_are_those_before() -> None:
    for seed in range(30):
        rng = Random(seed)
        story = Story("anna", "bot:random", "bot:random", **{**SMALL, "black": 3, "discs": 3}).settled().play(rng, 12)
        if story.table.board.is_over or undo_target(story.table, 1) is None:
            continue
        before = story.table.plies
        story.undo("anna", 1)
        kept = len(story.table.plies)
        assert story.table.plies == before[:kept]
        assert before[kept].seat == story.table.board.seat == 1
        assert len({ply.turn for ply in before[kept:] if ply.seat == 1}) == 1
        assert story.table.board.phase.value == "m"
