"""A record is a game that can be replayed, checked, and cut short."""

import pickle
import re
from random import Random

import pytest

from bigpoints.errors import BadNotation, IllegalMove
from bigpoints.notation import parse_move, parse_position, position_text
from bigpoints.record import Claim, Record, Spot, check
from bigpoints.rules import legal_moves, play, start

SMALL = parse_position("BRWBR 0,0 BR -/- 1 m")


def game(plies: str, seats: tuple[str, ...] = ("Anna", "Ben")) -> Record:
    return Record(SMALL, seats, tuple(map(parse_move, plies.split())))


def test_the_positions_of_a_record_are_its_start_and_one_after_each_ply() -> None:
    texts = [position_text(position) for position in game("B+ R-").positions()]
    assert texts == ["BRWBR 0,0 BR -/- 1 m", "B.WBR 1,0 BR R/- 2 m", "B.W.R 1,5 BR R/B 1 m"]


def test_an_illegal_ply_is_named_by_its_number_with_the_legal_ones() -> None:
    with pytest.raises(IllegalMove, match=re.escape("ply 2: B<+ cannot be played; legal: B+ B- R-")) as caught:
        list(game("B+ B<+").positions())
    assert caught.value.ply == 2


def test_a_ply_after_the_end_is_illegal() -> None:
    position, plies = SMALL, []
    while not position.is_over:
        plies.append(legal_moves(position)[-1])
        position = play(position, plies[-1])
    over = Record(SMALL, ("Anna", "Ben"), (*plies, plies[-1]))
    with pytest.raises(IllegalMove, match="the game is over"):
        check(over)


def test_the_result_is_a_star_until_the_game_is_over_and_then_the_scores() -> None:
    assert game("B+").result == "*"
    assert game("B+ R- B^ R^").result == "1/1"


def test_a_claimed_result_must_be_what_the_plies_give() -> None:
    finished = game("B+ R- B^ R^")
    for claim in ("1/2", "*"):
        wrong = Record(finished.start, finished.seats, finished.plies, claim=Claim(claim, Spot(7, 1)))
        with pytest.raises(BadNotation, match=re.escape(f"line 7, column 1: Result: found '{claim}'; accepted: 1/1")):
            check(wrong)


def test_a_ply_more_and_a_ply_less_are_new_records() -> None:
    short = game("B+")
    longer = short.plus(parse_move("R-"))
    assert [str(move) for move in longer.plies] == ["B+", "R-"]
    assert longer.until(1) == short
    assert len(short.plies) == 1


def test_taking_plies_back_takes_their_comments_back() -> None:
    record = Record(SMALL, ("Anna", "Ben"), game("B+ R-").plies, comments={0: ("start",), 1: ("one",), 2: ("two",)})
    assert record.until(1).comments == {0: ("start",), 1: ("one",)}


@pytest.mark.parametrize(
    ("seats", "tags", "comments", "field"),
    [
        (("Anna",), {}, {}, "seats"),
        (("Anna", "Ben\nCarl"), {}, {}, "Seat2"),
        (("Anna", "Ben"), {"Event": "two\nlines"}, {}, "Event"),
        (("Anna", "Ben"), {"two words": "x"}, {}, "tag"),
        (("Anna", "Ben \udc80"), {}, {}, "Seat2"),
        (("Anna", "Ben"), {}, {1: ("nothing was played yet",)}, "comment"),
        (("Anna", "Ben"), {"Event": "a\rb"}, {}, "Event"),
        (("Anna", "Ben"), {}, {0: ("a\rb",)}, "comment"),
        (("Anna", "Ben"), {}, {0: ("a brace } and\na line break",)}, "comment"),
    ],
)
def test_what_could_not_be_written_is_refused_at_once(
    seats: tuple[str, ...], tags: dict[str, str], comments: dict[int, tuple[str, ...]], field: str
) -> None:
    with pytest.raises(BadNotation) as caught:
        Record(SMALL, seats, tags=tags, comments=comments)
    assert caught.value.field == field


@pytest.mark.parametrize("name", ["Path", "First", "Options", "Start", "Result", "Seat1", "Seat10"])
def test_a_tag_that_says_what_the_record_knows_is_refused(name: str) -> None:
    with pytest.raises(BadNotation, match=name):
        Record(start(2, Random(1)), ("Anna", "Ben"), tags={name: "1"})


def test_a_record_never_changes_and_can_be_kept_in_sets_and_sent_to_other_processes() -> None:
    tags = {"Event": "Sunday"}
    record = Record(SMALL, ("Anna", "Ben"), game("B+").plies, tags=tags, comments={0: ("hello",), 1: ()})
    tags["Event"] = "Monday"
    assert record.tags == {"Event": "Sunday"}
    assert record.comments == {0: ("hello",)}
    with pytest.raises(TypeError):
        record.tags["Event"] = "Tuesday"  # type: ignore[index]
    assert {record, pickle.loads(pickle.dumps(record))} == {record}


def test_what_a_file_said_of_a_game_is_forgotten_when_the_game_goes_on() -> None:
    spots = (Spot(9, 1),)
    read = Record(SMALL, ("Anna", "Ben"), game("B+").plies, claim=Claim("*", Spot(5, 1)), spots=spots)
    longer = read.plus(parse_move("R-"))
    assert (longer.claim, longer.spots) == (None, ())
    shorter = read.until(0)
    assert (shorter.claim, shorter.spots) == (None, ())
    assert read.until(1).spots == spots


@pytest.mark.parametrize("ply", [-1, 2])
def test_a_record_cannot_be_cut_where_there_is_no_ply(ply: int) -> None:
    with pytest.raises(BadNotation, match=f"ply: found '{ply}'; accepted: 0 to 1"):
        game("B+").until(ply)
