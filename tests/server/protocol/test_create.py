"""From what a client asks for to the creation of a table."""

import pytest
from pydantic import ValidationError

from bigpoints.contract.constants import LONGEST_TAGS
from bigpoints.contract.requests import NewSeat, NewTable
from bigpoints.server.protocol.create import created_table, quick_game
from bigpoints.server.table.events import Placed
from bigpoints.server.table.refusals import Refused
from support.messages import adapter
from support.story import BOARD, WITH_BLACK

RECORD = '[Event "Picnic"]\n[Seat1 "Ida"]\n[Seat2 "bot:level2"]\n[Path "BRWBRK"]\n[First "1"]\n\n{so} B+ R-\n\n'
FINISHED = '[Seat1 "Ida"]\n[Seat2 "Ole"]\n[Path "B"]\n[First "1"]\n\nB= B^\n\n'


@pytest.mark.parametrize(
    ("start", "field"),
    [
        ("BRWBRK 0,0 BR -/- 3 m", "start.seat"),
        ("BRWBRK 0,0 BR ?0/- 1 m", "start"),
        ("hello", "start"),
        ("B. s0 - B2/- 1 e", "start"),
    ],
)
def test_a_start_that_cannot_be_played_from_is_refused(start: str, field: str) -> None:
    with pytest.raises(Refused) as refused:
        created_table({"start": start}, "anna")
    assert refused.value.code == "bad_message"
    assert str(refused.value.about["field"]).startswith(field)


@pytest.mark.parametrize(
    "record", ["", "hello", RECORD.replace("R-", "R^"), RECORD.replace("[First", '[Result "1/2"]\n[First'), FINISHED]
)
def test_a_record_that_does_not_go_on_is_refused(record: str) -> None:
    with pytest.raises(Refused) as refused:
        created_table({"record": record}, "anna")
    assert refused.value.code == "bad_message"
    assert str(refused.value.about["field"]).startswith("record")


def test_a_record_brings_its_bots() -> None:
    assert created_table({"record": RECORD}, "anna").seats == [Placed(), Placed(bot="level2")]


def test_of_several_games_the_last_one_goes_on() -> None:
    assert created_table({"record": FINISHED + RECORD}, "anna").opening
    with pytest.raises(Refused):
        created_table({"record": RECORD + FINISHED}, "anna")


def test_a_table_keeps_tags_only_of_a_bounded_length() -> None:
    room = LONGEST_TAGS - len("EventPicnic") - len("x")
    kept = created_table({"record": f'[x "{"y" * room}"]\n{RECORD}'}, "anna").opening
    assert kept
    assert kept.tags["x"] == "y" * room
    for tags in (f'[x "{"y" * (room + 1)}"]\n', "".join(f'[x{number} ""]' for number in range(300))):
        with pytest.raises(Refused) as refused:
            created_table({"record": tags + RECORD}, "anna")
        assert (refused.value.code, refused.value.about["field"]) == ("bad_message", "record")
        assert str(refused.value.about["problem"]).endswith("accepted: 1000 at most")


def test_a_new_table_has_people_of_this_device_bots_and_empty_seats() -> None:
    wish: NewTable = {"setup": {"players": 4}, "seats": [{"name": "Anna"}, {"bot": "level1"}, {"name": "Ole"}]}
    created = created_table(wish, "anna")
    assert created.owner == "anna"
    assert created.seats == [
        Placed(name="Anna", browser="anna"),
        Placed(bot="level1"),
        Placed(name="Ole", browser="anna"),
        Placed(),
    ]


def test_there_are_no_more_seats_than_players() -> None:
    with pytest.raises(Refused) as refused:
        created_table({"setup": {"players": 3}, "seats": [{}, {}, {}], "start": WITH_BLACK}, "anna")
    assert refused.value.code == "no_such_seat"


def test_a_seat_and_a_beginning_are_one_thing_or_the_other() -> None:
    with pytest.raises(ValidationError, match="not for both"):
        adapter(NewSeat).validate_python({"name": "Anna", "bot": "level1"})
    with pytest.raises(ValidationError, match="not both"):
        adapter(NewTable).validate_python({"start": BOARD, "record": RECORD})


def test_a_quick_game_seats_the_caller_against_bots() -> None:
    created = quick_game({"name": "Anna", "opponents": 3, "bot": "greedy"}, "anna")
    assert created.setup.players == 4
    assert created.seats == [Placed(name="Anna", browser="anna"), *[Placed(bot="greedy")] * 3]
    with pytest.raises(Refused) as refused:
        quick_game({"name": "Anna", "setup": {"players": 3, "first": 3}}, "anna")
    assert refused.value.code == "no_such_seat"
