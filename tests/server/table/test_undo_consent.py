"""Undo: when it is free, who is asked otherwise, when the question lapses, and who comes and goes meanwhile."""

import pytest

from bigpoints.server.table.commands import Agree, Decline, Free, MakeMove, SeatBot, Settle, Undo
from bigpoints.server.table.decide import needs_settling
from bigpoints.server.table.events import Agreed, Asked, Declined, Undone
from bigpoints.server.table.undo import is_undo_free
from support.story import THREE, Story, three

FOUR = THREE.replace("-/-/-", "-/-/-/-")

# --- Free, or with consent --------------------------------------------------------------------------------------------


def test_it_is_free_until_another_person_has_acted() -> None:
    story = three()
    assert is_undo_free(story.table, 1, 3)
    story.move("R+")
    assert story.do("anna", Undo, seat=1) == Asked(seat=1)
    assert story.moves == "B+ R+ Y+ B+ R+"


def test_it_is_free_though_the_clock_has_played_for_another_person() -> None:
    story = three()
    story.do("clock", MakeMove, seat=2, move="R+")
    assert story.do("anna", Undo, seat=1) == Undone(seat=1, plies=3)


def test_it_is_free_if_nobody_else_is_left_to_be_asked() -> None:
    story = three().move("R+", "Y+").leave("ben", 2).away(3)
    assert story.do("anna", Undo, seat=1) == Undone(seat=1, plies=3)


def test_all_other_people_are_asked_also_those_who_have_not_acted_since() -> None:
    story = three().move("R+").undo("anna", 1)
    assert story.do("ben", Agree, seat=2) == Agreed(seat=2)
    assert story.table.request
    assert story.table.request.agreed == {2}
    assert story.do("cleo", Agree, seat=3) == Undone(seat=1, plies=3)
    assert story.moves == "B+ R+ Y+"
    assert not needs_settling(story.table)


def test_to_agree_twice_is_to_agree_once() -> None:
    story = three().move("R+").undo("anna", 1).agree("ben", 2).agree("ben", 2)
    assert story.moves == "B+ R+ Y+ B+ R+"


def test_a_bot_is_not_asked() -> None:
    story = Story.of(THREE, "anna", "ben", "bot:random").move("B+", "R+").undo("anna", 1)
    assert story.do("ben", Agree, seat=2) == Undone(seat=1, plies=0)


def test_the_seats_of_one_browser_are_several_people() -> None:
    story = Story.of(THREE, "anna", "anna", "bot:random").move("B+", "R+").undo("anna", 1)
    assert story.table.request
    assert story.agree("anna", 2).moves == ""


def test_anybody_who_is_asked_declines_for_all() -> None:
    story = three().move("R+").undo("anna", 1).agree("ben", 2)
    assert story.do("cleo", Decline, seat=3) == Declined(seat=3)
    assert story.table.request is None
    assert story.code("ben", Agree, seat=2) == "no_request"


def test_the_asker_takes_the_question_back_and_may_ask_again() -> None:
    story = three().move("R+").undo("anna", 1).decline("anna", 1)
    assert story.table.request is None
    assert story.undo("anna", 1).table.request


def test_nobody_agrees_to_their_own_question() -> None:
    assert three().move("R+").undo("anna", 1).code("anna", Agree, seat=1) == "not_your_seat"


@pytest.mark.parametrize("wish", [Agree, Decline, Undo])
def test_nobody_answers_for_somebody_else(wish: type[Agree | Decline | Undo]) -> None:
    story = three().move("R+").undo("anna", 1)
    assert story.code("dora", wish, seat=2) == "not_your_seat"
    assert story.code("cleo", wish, seat=2) == "not_your_seat"
    assert story.code("server", wish, seat=2) == "not_your_seat"
    story.leave("ben", 2)
    assert story.code("ben", wish, seat=2) == "bot_plays"


def test_one_question_at_a_time() -> None:
    story = Story.of(FOUR, "anna", "ben", "cleo", "dora").move("B+", "R+", "Y+").undo("anna", 1)
    refused = story.refusal("ben", Undo, seat=2)
    assert (refused.code, refused.about) == ("asked_already", {"seat": 1})
    assert story.do("cleo", Undo, seat=3) == Undone(seat=3, plies=2)
    assert story.table.request is None


# --- Lapsing ----------------------------------------------------------------------------------------------------------


def test_a_request_lapses_with_the_next_ply() -> None:
    story = three().move("R+").undo("anna", 1).move("Y+")
    assert story.table.request is None
    assert story.code("ben", Agree, seat=2) == "no_request"


def test_an_agreement_made_before_that_ply_is_stale() -> None:
    story = three().move("R+").undo("anna", 1)
    seen = story.table.version
    story.move("Y+").undo("anna", 1)
    assert story.code("ben", Agree, seat=2, version=seen) == "stale"


def test_who_agrees_has_seen_the_question() -> None:
    story = three().move("R+").undo("anna", 1)
    seen = story.table.version
    story.decline("anna", 1).undo("anna", 1)
    assert story.code("ben", Agree, seat=2, version=seen) == "stale"
    assert story.code("ben", Decline, seat=2, version=seen) == "stale"
    story.agree("ben", 2)


# --- Who comes and goes meanwhile -------------------------------------------------------------------------------------


def test_who_leaves_need_not_be_asked_any_longer() -> None:
    story = three().move("R+").undo("anna", 1).agree("ben", 2)
    assert not needs_settling(story.table)
    story.leave("cleo", 3)
    assert story.do("server", Settle) == Undone(seat=1, plies=3)


def test_the_consent_of_somebody_who_leaves_is_not_missed() -> None:
    story = three().move("R+").undo("anna", 1).agree("ben", 2).leave("ben", 2)
    assert not needs_settling(story.table)
    assert story.do("cleo", Agree, seat=3) == Undone(seat=1, plies=3)


def test_whoever_comes_is_asked_again() -> None:
    story = three().move("R+").undo("anna", 1).agree("ben", 2)
    story.do("anna", Free, seat=2)
    story.sit("dora", 2)
    assert story.do("cleo", Agree, seat=3) == Agreed(seat=3)
    assert story.do("dora", Agree, seat=2) == Undone(seat=1, plies=3)


def test_the_question_goes_with_the_asker() -> None:
    for gone in ("leave", "free", "bot"):
        story = three().move("R+").undo("anna", 1)
        if gone == "leave":
            story.leave("anna", 1)
        elif gone == "free":
            story.do("anna", Free, seat=1)
        else:
            story.do("anna", SeatBot, seat=1, bot="random")
        assert story.table.request is None
