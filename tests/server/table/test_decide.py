"""What somebody may do at a table, and what is refused, with its code."""

from random import Random

import pytest

from bigpoints.server.table.commands import (
    Agree,
    Change,
    Command,
    Decline,
    Free,
    Leave,
    MakeMove,
    Next,
    Return,
    SeatBot,
    Settle,
    Sit,
    Start,
    Undo,
)
from bigpoints.server.table.decide import decide
from bigpoints.server.table.events import Played
from bigpoints.server.table.setup import Setup
from support.story import BOARD, THREE, WITH_BLACK, Story, actor


def begun() -> Story:
    """Anna is to move, then Ben, then a bot."""
    return Story.of(THREE, "anna", "ben", "bot:random")


def over() -> Story:
    return begun().play(Random(1))


# --- Moves ------------------------------------------------------------------------------------------------------------


def test_a_person_moves_for_their_own_seat_in_their_turn() -> None:
    story = begun()
    assert story.do("anna", MakeMove, seat=1, move="B+") == Played(seat=1, move="B+", by="person")
    assert story.code("anna", MakeMove, seat=1, move="R-") == "not_your_turn"
    assert story.refusal("ben", MakeMove, seat=2, move="B=").about == {
        "move": "B=",
        "legal": ["B+", "B-", "R+", "R-", "Y+"],
    }


@pytest.mark.parametrize("who", ["ben", "cleo", "server"])
def test_nobody_else_moves_for_them(who: str) -> None:
    assert begun().code(who, MakeMove, seat=1, move="B+") == "not_your_seat"


def test_the_house_moves_for_a_bot_and_nobody_else_does() -> None:
    story = begun().move("B+", "R-")
    assert story.code("anna", MakeMove, seat=3, move="B+") == "not_your_seat"
    assert story.do("server", MakeMove, seat=3, move="B+") == Played(seat=3, move="B+", by="bot")


def test_the_clock_moves_for_a_person() -> None:
    story = begun()
    assert story.do("clock", MakeMove, seat=1, move="B+") == Played(seat=1, move="B+", by="clock")


def test_while_a_bot_plays_for_them_a_person_does_not_and_afterwards_the_bot_does_not() -> None:
    story = begun().leave("anna", 1)
    assert story.code("anna", MakeMove, seat=1, move="B+") == "bot_plays"
    story.do("anna", Return, seat=1)
    assert story.code("server", MakeMove, seat=1, move="B+") == "not_your_seat"


@pytest.mark.parametrize(("move", "code"), [("B=", "illegal_move"), (".", "illegal_move"), ("Q+", "bad_message")])
def test_only_legal_moves_are_made(move: str, code: str) -> None:
    assert begun().code("anna", MakeMove, seat=1, move=move) == code


def test_there_are_no_moves_before_the_game_nor_after_it() -> None:
    assert Story("anna", None).code("anna", MakeMove, seat=1, move="B+") == "not_begun"
    story = over()
    assert story.code("anna", MakeMove, seat=1, move="B+") == "game_over"


@pytest.mark.parametrize("wish", [MakeMove, Undo, Agree, Decline, Leave, Return, Free, SeatBot, Sit])
def test_a_seat_that_is_not_there_is_named(wish: type[Command]) -> None:
    about = {MakeMove: {"move": "B+"}, SeatBot: {"bot": "random"}, Sit: {"name": "Cleo"}}.get(wish, {})
    refused = begun().refusal("anna", wish, seat=4, **about)
    assert (refused.code, refused.about) == ("no_such_seat", {"seat": 4, "seats": 3})


# --- Staleness --------------------------------------------------------------------------------------------------------


def test_a_move_is_stale_if_a_ply_came_after_what_was_seen() -> None:
    story = begun()
    seen = story.table.version
    story.move("B+", "R-", "B+")
    refused = story.refusal("anna", MakeMove, seat=1, move="R^", version=seen)
    assert (refused.code, refused.about) == ("stale", {"version": story.table.version})


def test_a_move_is_stale_after_an_undo_and_after_a_start() -> None:
    story = begun().move("B+")
    seen = story.table.version
    story.undo("anna", 1)
    assert story.code("anna", MakeMove, seat=1, move="B+", version=seen) == "stale"
    story = Story("anna", None)
    seen = story.table.version
    assert story.sit("ben").code("anna", MakeMove, seat=1, move="B+", version=seen) == "stale"


def test_a_seat_change_or_a_question_makes_no_move_stale() -> None:
    story = begun().move("B+")
    seen = story.table.version
    story.do("anna", SeatBot, seat=3, bot="greedy")
    story.leave("anna", 1)
    story.do("anna", Return, seat=1)
    story.away(1)
    story.do("anna", Free, seat=3)
    story.sit("cleo", 3)
    story.do("ben", MakeMove, seat=2, move="R-", version=seen)
    seen = story.table.version
    story.do("anna", Return, seat=1)
    story.undo("anna", 1)
    assert story.table.request
    story.do("cleo", MakeMove, seat=3, move="B+", version=seen)


def test_what_was_made_for_a_version_yet_to_come_is_stale() -> None:
    story = begun()
    assert story.code("anna", MakeMove, seat=1, move="B+", version=story.table.version + 1) == "stale"


def test_a_stranger_is_not_told_whether_a_move_is_stale() -> None:
    story = begun().move("B+")
    assert story.code("cleo", MakeMove, seat=2, move="B+", version=1) == "not_your_seat"


# --- The owner's rights -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["ben", "cleo", "server"])
def test_only_the_owner_starts_changes_frees_and_seats_bots(who: str) -> None:
    story = Story("anna", "ben", None)
    assert story.code(who, Start) == "not_owner"
    assert story.code(who, Change, setup=Setup(players=3)) == "not_owner"
    assert story.code(who, Free, seat=1) == "not_owner"
    assert story.code(who, SeatBot, seat=1, bot="random") == "not_owner"


def test_the_setup_changes_before_a_game_and_between_two_not_in_one() -> None:
    story = Story("anna", None)
    story.do("anna", Change, setup=Setup(players=3, inverted=True))
    assert (len(story.table.seats), story.table.setup.inverted) == (3, True)
    story = begun()
    refused = story.refusal("anna", Change, setup=Setup(players=3))
    assert (refused.code, refused.about) == ("wrong_state", {"state": "playing"})
    story.play(Random(1)).do("anna", Change, setup=Setup(players=3, open_hands=True))
    assert story.table.setup.open_hands


def test_no_person_loses_their_seat_by_a_change() -> None:
    story = Story("anna", None, "ben")
    refused = story.refusal("anna", Change, setup=Setup(players=2))
    assert (refused.code, refused.about) == ("seat_taken", {"seat": 3})
    story.do("anna", Free, seat=3)
    story.do("anna", Change, setup=Setup(players=2))
    assert len(story.table.seats) == 2


def test_the_game_that_is_continued_cannot_be_changed_but_the_habits_can() -> None:
    story = Story.of(BOARD, "anna", None)
    story.do("anna", Change, setup=Setup(players=4, inverted=True, turn_seconds=30))
    setup = story.table.setup
    assert (setup.players, setup.inverted, setup.turn_seconds, setup.colours) == (2, False, 30, 2)


def test_after_it_the_game_can_be_changed() -> None:
    story = Story.of(BOARD, "anna", "ben").play(Random(1))
    story.do("anna", Change, setup=Setup(inverted=True))
    story.do("anna", Next)
    assert story.table.board.options.inverted


# --- Beginning --------------------------------------------------------------------------------------------------------


def test_a_game_is_started_once() -> None:
    story = begun()
    assert story.code("anna", Start) == "wrong_state"
    assert story.code("server", Settle) == "wrong_state"
    assert story.code("anna", Next) == "wrong_state"
    assert Story("anna", None).code("anna", Next) == "wrong_state"
    assert over().code("anna", Start) == "wrong_state"


def test_whoever_sits_there_begins_the_next_game() -> None:
    story = over()
    assert story.code("cleo", Next) == "not_owner"
    story.do("ben", Next)
    assert (story.table.state, story.table.game) == ("playing", 2)


def test_with_gaps_only_the_owner_does() -> None:
    story = over().leave("ben", 2)
    story.table = story.table._replace(owner="olga")
    assert story.code("anna", Next) == "not_owner"
    story.do("olga", Next)
    assert story.table.seats[1].bot == "level3"


def test_only_commands_for_a_table_are_known() -> None:
    with pytest.raises(TypeError):
        decide(Story.of(WITH_BLACK, "anna", "ben").table, actor("anna"), Command(id="x"), Random(1))
