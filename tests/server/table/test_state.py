"""The life of a table: open, playing, over, next; and who sits at it."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bigpoints.notation import parse_position
from bigpoints.rules import scores
from bigpoints.server.table.commands import Change, Free, HandOver, Next, Return, SeatBot, Settle
from bigpoints.server.table.decide import needs_settling
from bigpoints.server.table.events import BadEvent, Begun, Created, Freed
from bigpoints.server.table.setup import Setup
from bigpoints.server.table.state import Seat, begin, is_same, step
from support.story import BOARD, DAWN, SMALL, THREE, WITH_BLACK, Story, fold, placed

RECORD = '[Seat1 "Ida"]\n[Seat2 "Ole"]\n[Path "BRWBRK"]\n[First "1"]\n\nB+ R-\n\n'
PERSON = Seat("Ben", "ben", free=False, known_to=frozenset({"ben"}), held_by="ben")
BOT = Seat(bot="random", free=False)


def seat(story: Story, number: int) -> Seat:
    return story.table.seats[number - 1]


# --- Open → playing ---------------------------------------------------------------------------------------------------


def test_a_new_table_waits_for_people() -> None:
    story = Story("anna", "bot:random", None)
    assert story.table.state == "open"
    assert story.table.seats == (Seat("Anna", "anna", free=False), BOT, Seat())
    assert not needs_settling(story.table)


def test_it_begins_by_itself_once_it_is_full() -> None:
    story = Story("anna", None, None).sit("ben").sit("cleo")
    assert story.table.state == "playing"
    assert story.table.game == 1
    assert [each.name for each in story.table.seats] == ["Anna", "Ben", "Cleo"]


def test_it_does_not_begin_by_itself_if_somebody_left_in_the_meantime() -> None:
    story = Story("anna", "ben")
    story.leave("ben", 2)
    assert story.code("server", Settle) == "wrong_state"


def test_it_begins_as_soon_as_its_owner_wants_bots_filling_the_gaps() -> None:
    story = Story("anna", None, None, stand_in="random").start()
    assert story.table.state == "playing"
    assert story.table.seats[1:] == (BOT, BOT)
    assert not needs_settling(story.table)


def test_a_bot_in_the_last_empty_seat_makes_it_full_and_so_does_one_seat_less() -> None:
    story = Story("anna", None)
    story.do("anna", SeatBot, seat=2, bot="random")
    assert story.settled().table.state == "playing"
    story = Story("anna", "ben", None)
    story.do("anna", Change, setup=Setup(players=2))
    assert story.settled().table.state == "playing"


def test_whoever_is_drawn_begins_unless_the_setup_says_who() -> None:
    drawn = set()
    for seed in range(20):
        story = Story("anna", "ben", "cleo")
        story.draw = Random(seed)
        drawn.add(story.settled().table.board.seat)
    assert drawn == {1, 2, 3}
    assert Story("anna", "ben", "cleo", first=2).settled().table.board.seat == 2


def test_the_game_is_the_one_of_the_setup() -> None:
    board = Story("anna", "ben", wires=True, inverted=True, optional_bonus=True, **SMALL).settled().table.board
    assert sorted(board.path) == sorted("BBRRWK")
    assert (board.options.inverted, board.options.optional_bonus, board.options.wires) == (True, True, (1, 3, 5))


# --- Beginning elsewhere ----------------------------------------------------------------------------------------------


def test_a_table_starts_from_a_position() -> None:
    story = Story.of(WITH_BLACK, "anna", "ben")
    assert story.position == WITH_BLACK
    assert story.move("R+", "R-").position == "BR..R. 0,5 BR BW/- 2 m"


def test_a_table_starts_in_the_middle_of_a_turn() -> None:
    story = Story.of("BR.BR. 0,2 BR WK/- 1 x", "anna", "ben").move("R-")
    assert [ply.turn for ply in story.table.plies] == [1]
    assert story.table.turn == 2


def test_a_table_continues_a_record() -> None:
    story = Story.continuing(RECORD, "anna", "ben")
    assert story.moves == "B+ R-"
    assert [(ply.seat, ply.by, ply.turn) for ply in story.table.plies] == [(1, None, 1), (2, None, 2)]
    assert story.table.board.seat == 1


def test_the_game_after_it_is_a_fresh_one() -> None:
    story = Story.continuing(RECORD, "anna", "ben").play(Random(1))
    story.do("anna", Next)
    assert story.table.plies == ()
    assert story.table.board.seat == 2
    assert sorted(story.table.board.path) == sorted("BRWBRK")
    assert story.table.board.hands == parse_position(BOARD).hands


def test_it_is_fresh_with_more_seats_too() -> None:
    story = Story.of(WITH_BLACK, "anna", "ben").play(Random(1))
    story.do("anna", Change, setup=Setup(players=3, **SMALL))
    assert story.table.state == "open"
    story.sit("cleo")
    assert (story.table.board.players, story.table.game) == (3, 2)


# --- Playing → over → next --------------------------------------------------------------------------------------------


def test_it_is_over_when_the_last_pawn_has_climbed() -> None:
    story = Story.of("B...R. 1,s1 B BRW/R 2 m", "anna", "ben").move("B^")
    assert story.table.state == "over"
    assert story.table.results == ((3, 1),)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_start_passes_clockwise_in_a_series_and_in_rematches(players: int) -> None:
    people = [f"p{number}" for number in range(1, players)]
    story = Story("anna", *people, series=True, first=2, **SMALL).settled()
    rng, begun = Random(players), []
    for _ in range(players + 2):
        begun.append(story.table.board.seat)
        story.play(rng)
        story.do("anna", Next)
    assert begun == [(1 + game) % players + 1 for game in range(players + 2)]
    assert story.table.game == players + 3


def test_the_results_of_all_games_are_kept_until_the_setup_changes() -> None:
    story = Story("anna", "ben", **SMALL).settled()
    ends = []
    for seed in range(3):
        ends.append(scores(story.play(Random(seed)).table.board))
        story.do("anna", Next)
    assert story.table.results == tuple(ends)
    story.play(Random(4)).do("anna", Change, setup=Setup(series=True, **SMALL))
    assert story.table.results == ()
    assert story.table.state == "over"


def test_a_table_with_fewer_seats_keeps_those_who_sit_there() -> None:
    story = Story("anna", "ben", "bot:random", **SMALL).settled().play(Random(1))
    story.do("anna", Change, setup=Setup(players=2, **SMALL))
    assert [each.name for each in story.table.seats] == ["Anna", "Ben"]
    assert story.settled().table.state == "playing"


# --- Seats in the middle of a game ------------------------------------------------------------------------------------


def test_a_bot_plays_for_somebody_who_left_until_they_come_back() -> None:
    story = Story("anna", "ben", stand_in="random", first=1).settled().leave("ben", 2)
    assert seat(story, 2) == PERSON._replace(bot="random", left=True)
    assert list(story.table.people) == [1]
    assert story.table.seats_of("ben") == (2,)
    story.do("ben", Return, seat=2)
    assert seat(story, 2) == PERSON
    assert list(story.table.people) == [1, 2]


def test_a_bot_plays_for_somebody_who_was_away_for_too_long() -> None:
    story = Story("anna", "ben", stand_in="random").settled().away(2)
    assert seat(story, 2) == PERSON._replace(bot="random", left=False)


def test_a_freed_seat_is_held_by_a_bot_until_somebody_sits_down() -> None:
    story = Story("anna", "ben", stand_in="random").settled()
    story.do("anna", Free, seat=2)
    assert seat(story, 2) == Seat(bot="random", free=True, known_to=frozenset({"ben"}), held_by="ben")
    assert story.table.seats_of("ben") == ()
    assert story.sit("cleo").table.seats_of("cleo") == (2,)
    assert seat(story, 2).is_person
    assert not seat(story, 2).free


def test_between_games_a_seat_is_freed_for_good() -> None:
    story = Story("anna", "ben", **SMALL).settled().play(Random(1)).leave("ben", 2)
    assert seat(story, 2) == Seat()
    assert not story.table.is_full


def test_the_owner_seats_a_bot_in_the_middle_of_a_game() -> None:
    story = Story("anna", "ben").settled()
    story.do("anna", SeatBot, seat=2, bot="random")
    assert seat(story, 2) == BOT._replace(known_to=frozenset({"ben"}), held_by="ben")
    assert not seat(story, 2).free


def test_a_hand_is_inherited_for_the_game_only() -> None:
    before, story = Story("anna", None, **SMALL), Story("anna", "ben", **SMALL).settled()
    before.do("anna", SeatBot, seat=2, bot="random")
    assert not seat(before, 2).known_to
    story.do("anna", SeatBot, seat=2, bot="random")
    story.do("anna", Free, seat=2)
    assert seat(story, 2).known_to == {"ben"}
    assert story.sit("ben").table.seats_of("ben") == (2,)
    story.do("anna", Free, seat=2)
    story.play(Random(1)).do("anna", Next)
    assert not seat(story, 2).known_to


def test_a_seat_goes_on_at_another_device_under_its_name() -> None:
    story = Story("anna", "ben").settled().leave("ben", 2)
    story.do("server", HandOver, seat=2, giver="ben", browser="phone")
    assert seat(story, 2) == Seat("Ben", "phone", free=False, known_to=frozenset({"ben", "phone"}), held_by="phone")


def test_one_browser_has_several_seats() -> None:
    story = Story("anna", None, "anna").sit("anna")
    assert story.table.seats_of("anna") == (1, 2, 3)
    assert story.table.seats_of(None) == ()
    assert not is_same(None, None)


# --- Time, and the fold -----------------------------------------------------------------------------------------------


def test_a_turn_begins_with_its_regular_ply_and_for_whoever_comes() -> None:
    story = Story.of(WITH_BLACK, "anna", "ben")
    begun = story.table.turn_at
    assert begun == DAWN + 1000
    assert story.move("R+").table.turn_at == begun
    story.leave("ben", 2)
    assert story.table.turn_at == begun
    story.move(".")
    assert story.table.turn_at == story.table.at
    story.do("ben", Return, seat=2)
    assert story.table.turn_at == story.table.at
    story.undo("anna", 1)
    assert story.table.turn_at == story.table.at


def test_a_table_is_its_log() -> None:
    story = Story("anna", None, "bot:random").sit("ben").play(Random(3), 20).leave("ben", 2).undo("anna", 1)
    assert fold("TABLE222", story.log) == story.table
    assert fold("TABLE222", []) is None


@pytest.mark.parametrize("version", [1, 2, 4])
def test_the_next_event_has_the_next_version(version: int) -> None:
    table = Story.of(BOARD, "anna", "ben").table
    assert table.version == 2
    with pytest.raises(BadEvent, match=f"it is missing: the next one is {version}"):
        step(table.code, table, version, table.at, Freed(seat=1))


def test_the_first_event_has_version_1_and_as_many_seats_as_players() -> None:
    created = Created(setup=Setup(), owner="anna", seats=[placed("anna"), placed("ben")])
    with pytest.raises(BadEvent, match="it is missing: the next one is 2"):
        step("TABLE222", None, 2, DAWN, created)
    with pytest.raises(ValueError, match="as many seats as players"):
        begin("TABLE222", replace(created, setup=Setup(players=3)), DAWN)


def test_a_game_has_as_many_players_as_its_table_has_seats() -> None:
    table = Story("anna", "ben", **SMALL).table
    with pytest.raises(ValueError, match="as many players as its table has seats"):
        step(table.code, table, 2, table.at, Begun(game=1, start=THREE))


def test_a_log_begins_with_a_creation_and_has_no_other() -> None:
    created: Any = Created(setup=Setup(), owner="anna", seats=[])
    with pytest.raises(TypeError):
        begin("TABLE222", Freed(seat=1), DAWN)
    with pytest.raises(TypeError):
        Story("anna", None).happen(created)
