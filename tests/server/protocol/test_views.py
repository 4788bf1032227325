"""What a client sees of a table."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.notation import parse_move, parse_view
from bigpoints.position import HiddenHand
from bigpoints.rules import best, legal_moves, play, scores
from bigpoints.server.protocol.views import place_text
from bigpoints.server.table.commands import Change, Free, Next
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Setup
from support.story import BOARD, SMALL, WITH_BLACK, Story
from support.strategies import seeds
from support.views import view_of

WIRED = "BRWBRK 0,0 BR -/- 1 m optional_bonus,wires=1:3:5"


def view(story: Story, who: str | None = None, seat: int | None = None) -> dict[str, Any]:
    """The whole view, as clients get it."""
    whole: dict[str, Any] = view_of(story.table, who, seat)
    return whole


# --- Before the game --------------------------------------------------------------------------------------------------


def test_an_open_table_shows_its_seats_and_no_game() -> None:
    seen = view(Story("anna", "bot:random", None), "anna")
    assert (seen["state"], seen["game"], seen["owner"], seen["yours"]) == ("open", 0, True, [1])
    assert seen["seats"] == [
        {"seat": 1, "name": "Anna", "bot": None, "person": True, "free": False, "away": False},
        {"seat": 2, "name": "", "bot": "random", "person": False, "free": False, "away": False},
        {"seat": 3, "name": "", "bot": None, "person": False, "free": True, "away": False},
    ]
    assert not {"turn", "moves", "last", "position", "hand", "undo", "result"} & set(seen)


def test_no_view_tells_one_browser_from_another() -> None:
    story = Story("anna-secret", "ben-secret")
    assert "secret" not in str(view(story, "anna-secret")).replace("Anna-Secret", "").replace("Ben-Secret", "")


# --- The game ---------------------------------------------------------------------------------------------------------


def test_everybody_sees_the_board_whose_turn_it_is_and_how_many_discs_all_hold() -> None:
    story = Story.of(WITH_BLACK, "anna", "ben").move("R+")
    for who, seat in (("anna", 1), ("ben", 2), ("cleo", None)):
        seen = view(story, who, seat)
        assert seen["turn"] == 1
        assert [(each["discs"], each["penalties"]) for each in seen["seats"]] == [(2, 0), (0, 0)]
    assert view(story, "anna", 1)["position"] == "BR.BR. 0,2 BR WK/?0 1 x"
    assert view(story, "ben", 2)["position"] == "BR.BR. 0,2 BR ?2/- 1 x"
    assert view(story, "cleo")["position"] == "BR.BR. 0,2 BR ?2/?0 1 x"


def test_open_hands_are_seen_by_all() -> None:
    story = Story.of(WITH_BLACK, "anna", "ben", open_hands=True)
    assert view(story, "ben", 2)["position"] == view(story)["position"] == WITH_BLACK
    assert view(story)["hand"] is None


def test_a_hand_is_shown_to_its_browser_only_one_at_a_time() -> None:
    story = Story.of("BRWB.. 0,0 BR K/R 1 m", "anna", "anna")
    assert view(story, "anna")["hand"] is None
    assert view(story, "anna")["position"] == "BRWB.. 0,0 BR ?1/?1 1 m"
    assert view(story, "anna", 2)["position"] == "BRWB.. 0,0 BR ?1/R 1 m"
    assert [line["colour"] for line in view(story, "anna", 2)["hand"]["discs"]] == ["R"]
    for who in ("ben", None):
        with pytest.raises(Refused) as refused:
            view_of(story.table, who, 1)
        assert refused.value.code == "not_your_seat"


def test_every_legal_move_comes_with_its_landing_place_and_the_disc_it_takes() -> None:
    seen = view(Story.of(WITH_BLACK, "anna", "ben").move("R+"))
    assert seen["moves"] == [
        {"move": "B+", "to": "1", "takes": 4, "disc": "B"},
        {"move": "R-", "to": "5", "takes": 4, "disc": "B"},
        {"move": "."},
    ]


def test_a_move_names_the_wires_that_it_trips_and_a_climb_its_step() -> None:
    seen = view(Story.of("B....R 1,6 BR R/BWK 1 m optional_bonus,wires=1:3", "anna", "ben"))
    assert seen["moves"] == [
        {"move": "B^", "to": "s1", "takes": 0, "disc": "B", "wires": [1, 3]},
        {"move": "B^=", "to": "s1", "takes": 0, "disc": "", "wires": [1, 3]},
        {"move": "R^", "to": "s1", "takes": 0, "disc": "R"},
        {"move": "R^=", "to": "s1", "takes": 0, "disc": ""},
    ]


@settings(max_examples=25, deadline=None)
@given(seeds, st.integers(2, 5))
def test_a_client_needs_no_rules(seed: int, players: int) -> None:
    """The moves of the view are the legal ones, and each does what it says."""
    people = [f"p{number}" for number in range(1, players)]
    story = Story("anna", *people, wires=True, optional_bonus=True, **{**SMALL, "discs": 3, "black": 3}).settled()
    rng = Random(seed)
    while not story.table.board.is_over:
        board = story.table.board
        moves = view(story)["moves"]
        assert [move["move"] for move in moves] == list(map(str, legal_moves(board)))
        chosen = rng.choice(moves)
        then = play(board, parse_move(chosen["move"]))
        story.move(chosen["move"])
        if chosen["move"] != ".":
            assert chosen["to"] in map(place_text, then.pawns)
            assert chosen["takes"] == 0 or then.path[chosen["takes"] - 1] == "."
            assert set(board.options.wires) - set(then.options.wires) == set(chosen.get("wires", ()))
        assert view(story)["last"][-1]["move"] == chosen["move"]


def test_the_last_turn_is_shown_whole() -> None:
    story = Story.of(WITH_BLACK, "anna", "ben")
    assert view(story)["last"] == []
    regular = {"seat": 1, "move": "R+", "by": "person", "from": "0", "to": "2", "takes": 3, "disc": "W"}
    assert view(story.move("R+"))["last"] == [regular]
    assert view(story.move("."))["last"] == [regular, {"seat": 1, "move": ".", "by": "person"}]
    assert [ply["move"] for ply in view(story.move("B+"))["last"]] == ["B+"]


def test_the_last_turn_names_its_wires() -> None:
    assert view(Story.of(WIRED, "anna", "ben").move("R+"))["last"][0]["wires"] == [1]


def test_nobody_but_the_asker_need_know_who_may_undo() -> None:
    story = Story.of(BOARD, "anna", "ben").move("B+")
    assert view(story, "anna", 1)["undo"] == [{"seat": 1, "possible": True, "free": True}]
    assert view(story, "ben", 2)["undo"] == [{"seat": 2, "possible": False, "free": False}]
    assert view(story)["undo"] == []
    story.move("R+")
    assert view(story, "anna", 1)["undo"] == [{"seat": 1, "possible": True, "free": False}]
    assert view(story.undo("anna", 1))["request"] == {"seat": 1, "agreed": []}
    story.leave("anna", 1)
    assert view(story, "anna", 1)["undo"] == []
    assert view(story)["request"] is None


def test_who_has_agreed_is_shown() -> None:
    story = Story.of("BRYWBRYKWBRYRBYK 0,0,0 BRY -/-/-/- 1 m", "anna", "ben", "cleo", "dora").move("B+", "R+")
    story.undo("anna", 1).agree("dora", 4).agree("ben", 2)
    assert view(story)["request"] == {"seat": 1, "agreed": [2, 4]}


def test_seats_show_who_plays_and_who_is_away() -> None:
    story = Story.of(BOARD, "anna", "ben", stand_in="random").leave("ben", 2)
    seats = view_of(story.table, away={1})["seats"]
    assert [seat["away"] for seat in seats] == [True, False]
    assert (seats[1]["name"], seats[1]["bot"], seats[1]["person"], seats[1]["free"]) == ("Ben", "random", True, False)
    story.do("anna", Free, seat=2)
    seat = view(story)["seats"][1]
    assert (seat["name"], seat["bot"], seat["person"], seat["free"]) == ("", "random", False, True)


# --- Results ----------------------------------------------------------------------------------------------------------


def test_at_the_end_all_hands_and_scores_are_shown() -> None:
    story = Story.of("B...R. 1,s1 B BRW/R!2 2 m wires=1", "anna", "ben").move("B^")
    seen = view(story)
    assert (seen["state"], seen["turn"], seen["moves"]) == ("over", None, [])
    assert seen["position"] == "B...R. s0,s1 - BRW/BR!3 2 e"
    assert seen["result"]["scores"] == [3, -2]
    assert seen["result"]["winners"] == [1]
    assert seen["result"]["penalties"] == [0, 3]
    assert seen["result"]["sheets"][0] == [
        {"colour": "B", "discs": 1, "each": 0},
        {"colour": "R", "discs": 1, "each": 1},
        {"colour": "W", "discs": 1, "each": 2},
    ]
    assert view(story, "ben", 2)["undo"] == [{"seat": 2, "possible": False, "free": False}]


def test_there_is_no_result_before_the_end() -> None:
    seen = view(Story.of("B...R. 1,s1 B BRW/R 2 m", "anna", "ben"))
    assert seen["result"] is None
    assert seen["standings"] is None


@pytest.mark.parametrize("players", [2, 3])
def test_the_games_of_a_series_are_added_up(players: int) -> None:
    story = Story("anna", *["ben", "cleo"][: players - 1], series=True, **SMALL).settled()
    ends: list[list[int]] = []
    for number in range(1, 2 * players + 1):
        of_this = ends[players * ((number - 1) // players) :]
        if ends:
            playing = view(story)["standings"]
            assert playing["games"] == of_this
            assert playing["totals"] == ([sum(column) for column in zip(*of_this, strict=True)] or [0] * players)
            assert playing["winners"] is None
        ends.append(list(scores(story.play(Random(number)).table.board)))
        of_this = ends[players * ((number - 1) // players) :]
        totals = [sum(column) for column in zip(*of_this, strict=True)]
        seen = view(story)["standings"]
        assert (seen["games"], seen["of"], seen["totals"]) == (of_this, players, totals)
        assert seen["winners"] == (list(best(totals)) if number % players == 0 else None)
        story.do("anna", Next)


def test_rematches_are_added_up_without_end() -> None:
    story = Story("anna", "ben", **SMALL).settled()
    for seed in range(5):
        story.play(Random(seed)).do("anna", Next)
    standings = view(story)["standings"]
    assert (len(standings["games"]), standings["of"], standings["winners"]) == (5, None, None)
    story.play(Random(9)).do("anna", Change, setup=Setup(players=3, **SMALL))
    assert view(story)["standings"] is None
    assert view(story)["state"] == "open"


@settings(max_examples=25, deadline=None)
@given(seeds, st.integers(2, 5))
def test_a_view_can_be_read_as_one(seed: int, players: int) -> None:
    people = [f"p{number}" for number in range(1, players)]
    story = Story("anna", *people).settled().play(Random(seed), seed % 60)
    seen = parse_view(view(story, "anna", 1)["position"])
    hidden = [isinstance(hand, HiddenHand) for hand in seen.hands]
    assert hidden == [not story.table.board.is_over and number > 1 for number in range(1, players + 1)]
    assert seen.hands[0] == story.table.board.hands[0]
