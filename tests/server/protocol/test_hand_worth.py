"""What a hand is worth on the way (R17, R18): each colour now, at least and at most."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.contract.unpack import unpack
from bigpoints.notation import parse_move, parse_position
from bigpoints.position import Position
from bigpoints.rules import play, score_bounds, scores
from bigpoints.server.protocol.hand_worth import HandWriter
from support.strategies import Ply, games

TWO_ON_THE_WAY = "..Y..RY.WBRYRBYK s2,0,3 RY B3RWK/- 1 m"
ONE_ON_THE_WAY = "..Y..R..WBRYRBYK s2,s1,3 Y B3R2WK/Y 2 m"


def hand_view(position: Position, seat: int) -> Any:
    """The hand of a seat, as clients read it."""
    hand = json.loads(f'{{"seat":{seat}{HandWriter().json(position, seat)}}}')
    game = {"position": "- - - -/-/-/-/- 1 m", "moves": [], "last": []}
    packed: Any = {"table": "", "version": 1, "game": 1, "setup": {}, "seats": [], **game, **hand}
    return unpack(packed)["hand"]


def worths(bpn: str, seat: int = 1) -> dict[str, tuple[int | None, int, int]]:
    """Each colour of a hand: what a disc is worth now, at least and at most."""
    lines = hand_view(parse_position(bpn), seat)["discs"]
    return {line["colour"]: (line["now"], line["least"], line["most"]) for line in lines}


def total(bpn: str, seat: int = 1) -> tuple[int, int]:
    hand = hand_view(parse_position(bpn), seat)
    return hand["least"], hand["most"]


def test_a_colour_on_the_staircase_is_worth_its_step() -> None:
    assert worths(TWO_ON_THE_WAY)["B"] == (2, 2, 2)


def test_a_colour_on_its_way_can_still_reach_every_free_step() -> None:
    assert worths(TWO_ON_THE_WAY)["R"] == (None, 0, 1)
    assert worths("BRYWBRYKWBRYRB.K 0,0,0 BRY Y/- 2 m")["Y"] == (None, 0, 2)


def test_the_last_free_step_is_known() -> None:
    assert worths(ONE_ON_THE_WAY, 2) == {"Y": (0, 0, 0)}
    assert worths(ONE_ON_THE_WAY.replace("s2,s1", "s0,s1") + " inverted", 2) == {"Y": (2, 2, 2)}


def test_inverted_steps_are_worth_more_the_later_they_are_climbed() -> None:
    inverted = TWO_ON_THE_WAY.replace("s2", "s0") + " inverted"
    assert worths(inverted)["B"] == (0, 0, 0)
    assert worths(inverted)["R"] == (None, 1, 2)


def test_white_is_worth_the_other_colours_of_the_hand_black_too() -> None:
    # Blue, red and black now; black can be handed in, and yellow can still come.
    assert worths(TWO_ON_THE_WAY)["W"] == (3, 2, 4)


def test_white_without_black_loses_nothing() -> None:
    assert worths("..Y..RY.WBRYRBYK s2,0,3 RY B3RW/K 1 m")["W"] == (2, 2, 4)


def test_a_colour_that_is_nowhere_to_be_had_adds_nothing_to_white() -> None:
    assert worths("B.K 0 B W/- 1 m") == {"W": (0, 0, 2)}
    assert worths("B.. 0 B W/- 1 m") == {"W": (0, 0, 1)}


def test_black_is_worth_nothing() -> None:
    assert worths(TWO_ON_THE_WAY)["K"] == (0, 0, 0)


def test_the_hand_is_counted_with_its_penalties() -> None:
    assert total(TWO_ON_THE_WAY) == (9, 10)
    fined = TWO_ON_THE_WAY.replace("B3RWK", "B3RWK!2") + " wires=4"
    assert total(fined) == (7, 8)
    assert hand_view(parse_position(fined), 1)["penalties"] == 2


def test_a_hand_lists_what_is_in_it_and_nothing_else() -> None:
    hand = hand_view(parse_position(TWO_ON_THE_WAY), 1)
    assert [(line["colour"], line["count"]) for line in hand["discs"]] == [("B", 3), ("R", 1), ("W", 1), ("K", 1)]
    assert hand_view(parse_position(TWO_ON_THE_WAY), 2)["discs"] == []


def test_at_the_end_the_example_of_the_rulebooks_is_counted() -> None:
    path = "B" * 9 + "R" * 8 + "." + "Y" * 9 + "G" * 9 + "P" * 9 + "WWW..KKKK."
    over = f"{path} s3,s4,s1,s0,s2 - R2GPW2K/BY 1 e"
    assert worths(over) == {"R": (4, 4, 4), "G": (0, 0, 0), "P": (2, 2, 2), "W": (4, 4, 4), "K": (0, 0, 0)}
    assert total(over) == (18, 18)


@settings(max_examples=60, deadline=None)
@given(games(), st.data())
def test_what_comes_lies_within_what_was_foretold(game: list[Ply], data: st.DataObject) -> None:
    """Of every moment, for every seat: the end is never outside of the bounds of a colour that is kept."""
    moment = data.draw(st.sampled_from(game)).before
    end = game[-1].after
    for seat in range(1, end.players + 1):
        now, then = hand_view(moment, seat), {line["colour"]: line for line in hand_view(end, seat)["discs"]}
        assert (now["least"], now["most"]) == score_bounds(moment)[seat - 1]
        for line in now["discs"]:
            assert line["now"] is None or line["least"] <= line["now"] <= line["most"]
            if line["colour"] in then:
                worth = then[line["colour"]]["now"]
                assert worth is not None
                assert line["least"] <= worth <= line["most"]
    assert [hand_view(end, seat)["least"] for seat in range(1, end.players + 1)] == list(scores(end))


@pytest.mark.parametrize("seat", [1, 2])
def test_at_the_start_a_hand_is_empty(seat: int) -> None:
    hand = hand_view(parse_position("BRWBRK 0,0 BR -/- 1 m"), seat)
    assert hand == {"seat": seat, "discs": [], "penalties": 0, "least": 0, "most": 0}


def test_it_is_written_anew_only_when_the_hand_or_its_worth_has_changed() -> None:
    position = parse_position(TWO_ON_THE_WAY)
    writer = HandWriter()
    first = writer.json(position, 1)
    for move in ("R+", "Y+"):
        position = play(position, parse_move(move))
    assert HandWriter().json(position, 1) == writer.json(position, 1) != first
    theirs = HandWriter()
    assert theirs.json(position, 1) is theirs.json(play(position, parse_move("R+")), 1)


@settings(max_examples=60, deadline=None)
@given(games())
def test_what_is_remembered_of_a_hand_is_what_would_be_written_anew(plies: list[Ply]) -> None:
    writers: dict[int, HandWriter] = {}
    for position, *_ in plies:
        for seat in range(1, position.players + 1):
            assert writers.setdefault(seat, HandWriter()).json(position, seat) == HandWriter().json(position, seat)
