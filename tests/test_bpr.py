"""Records as text: what we write is read and written again byte for byte, and of other files the content is kept."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigpoints.bpr import iter_records, parse_records, read_records, record_text, records_text
from bigpoints.errors import BadNotation, IllegalMove
from bigpoints.notation import parse_options, parse_position
from bigpoints.position import Options
from bigpoints.record import Record, check
from bigpoints.rules import start
from support.growth import growth
from support.strategies import games

EXAMPLE = """\
[Event "Family evening"]
[Date "2026.11.15"]
[Seat1 "Blue team"]
[Seat2 "bot:level4"]
[Path "GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY"]
[First "1"]
[Result "35/38"]

Y+ Y- P- B+ P+ R- B+ B<+ B- Y- P+ R- G+ P+ B- P- R- B+ R- P- Y+ R+ G+ R+ B- R^
P- Y+ Y+ B+ B^ G+ Y^ G^ P+ P^

"""
SMALL = """\
[Seat1 "Anna"]
[Seat2 "Ben"]
[Path "BRWBR"]
[First "1"]
"""
GAMES = [json.loads(line) for line in (Path(__file__).parent / "data" / "games.jsonl").read_text().splitlines()]

words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=30)
comments = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r}"), max_size=120) | words
own_tags = {"Path", "First", "Options", "Start", "Result", *(f"Seat{n}" for n in range(1, 10))}
tag_names = st.from_regex(r"[A-Za-z0-9_]{1,12}", fullmatch=True).filter(lambda name: name not in own_tags)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A game of any kind, finished or not, from its start or from its middle, with tags and comments."""
    plies = draw(games())
    begin = draw(st.just(0) | st.integers(0, len(plies) - 1))
    played = plies[begin : draw(st.integers(begin, len(plies)))]
    return Record(
        plies[begin].before,
        tuple(draw(words) for _ in plies[0].before.hands),
        tuple(ply.move for ply in played),
        tags=draw(st.dictionaries(tag_names | st.sampled_from(["Event", "Date", "Series", "Game"]), words, max_size=4)),
        comments=draw(
            st.dictionaries(
                st.integers(0, len(played)), st.lists(comments, min_size=1, max_size=2).map(tuple), max_size=3
            )
        ),
    )


def test_the_example_of_the_notation_page_is_read_checked_and_written_again() -> None:
    (record,) = parse_records(EXAMPLE)
    assert record.seats == ("Blue team", "bot:level4")
    assert record.tags == {"Event": "Family evening", "Date": "2026.11.15"}
    assert check(record).is_over
    assert record_text(record) == EXAMPLE


@given(st.lists(records(), min_size=1, max_size=3))
def test_what_we_write_is_read_as_the_same_and_written_again_byte_for_byte(several: list[Record]) -> None:
    text = records_text(several)
    again = parse_records(text)
    assert again == several
    assert records_text(again) == text
    for record in again:
        check(record)


@given(records())
def test_plies_are_wrapped_at_80_columns_and_comments_are_never_broken(record: Record) -> None:
    plies = Record(record.start, record.seats, record.plies)
    body = record_text(plies).split("\n\n", 1)[1]
    assert all(len(line) <= 80 for line in body.splitlines())
    assert body.split() == [str(move) for move in record.plies]


@pytest.mark.parametrize("data", GAMES, ids=range(len(GAMES)))
def test_every_game_of_the_conformance_data_goes_through_a_file(data: dict[str, object], tmp_path: Path) -> None:
    moves = " ".join(str(move) for move in data["moves"])  # type: ignore[attr-defined]
    seats = "".join(f'[Seat{n} "S{n}"]\n' for n in range(1, int(str(data["players"])) + 1))
    options = "" if data["options"] == "-" else f'[Options "{data["options"]}"]\n'
    file = tmp_path / "game.bpr"
    file.write_text(f'{seats}[Path "{data["path"]}"]\n[First "{data["first"]}"]\n{options}\n{moves}\n')
    (record,) = read_records(file)
    assert check(record) == parse_position(str(data["final"]))
    assert f'[Result "{"/".join(map(str, data["scores"]))}"]' in record_text(record)  # type: ignore[call-overload]


def test_comments_belong_to_the_ply_before_them_or_to_the_start() -> None:
    text = "; a head\n" + SMALL + "\n{ welcome } B+ {good} ; really } good\nR- {two\n\nparagraphs}\n"
    (record,) = parse_records(text)
    assert record.comments == {0: (" a head", " welcome "), 1: ("good", " really } good"), 2: ("two\n\nparagraphs",)}
    assert parse_records(record_text(record)) == [record]


def test_unknown_tags_and_escapes_are_kept() -> None:
    (record,) = parse_records('[Weather "so \\"so\\" \\\\ [wet] {cold}"]\n' + SMALL)
    assert record.tags == {"Weather": 'so "so" \\ [wet] {cold}'}
    assert parse_records(record_text(record)) == [record]


def test_games_follow_one_another_even_without_plies() -> None:
    several = parse_records(SMALL + "\n\n" + SMALL + "\nB+\n" + SMALL + "\n{never begun}\n\n" + EXAMPLE)
    assert [len(record.plies) for record in several] == [0, 1, 0, 36]
    assert several[2].comments == {0: ("never begun",)}


def test_line_ends_of_other_systems_and_a_byte_order_mark_do_not_matter() -> None:
    assert parse_records("\ufeff" + EXAMPLE.replace("\n", "\r\n")) == parse_records(EXAMPLE)
    assert parse_records(EXAMPLE.replace("\n", "\r")) == parse_records(EXAMPLE)


def test_a_tag_behind_plies_begins_the_next_game_even_without_an_empty_line() -> None:
    assert [len(record.plies) for record in parse_records(SMALL + "B+ R-\n" + SMALL + "B+\n")] == [2, 1]


def test_tags_come_in_one_order() -> None:
    tags = {"Weather": "fine", "Game": "1/2", "Series": "Sunday", "Date": "2026.11.15", "Event": "x"}
    text = record_text(Record(start(2, Random(1), options=Options(inverted=True)), ("Anna", "Ben"), tags=tags))
    names = [line.split()[0][1:] for line in text.splitlines() if line]
    order = "Event Date Series Game Seat1 Seat2 Path First Options Result Weather"
    assert names == order.split()


def test_a_line_of_80_columns_is_full_and_one_of_81_is_broken() -> None:
    (example,) = parse_records(EXAMPLE)
    for length in (77, 78):
        comment = "x" * (length - len("Y+ {}") + 3)
        record = replace(example.until(1), comments={1: (comment,)})
        body = record_text(record).split("\n\n")[1]
        assert body == (f"Y+ {{{comment}}}" if length == 77 else f"Y+\n{{{comment}}}")


def test_a_game_may_begin_in_the_middle() -> None:
    bpn = "..BR 3,0 BR R/B 1 m"
    (record,) = parse_records(f'[Seat1 "a"]\n[Seat2 "b"]\n[Start "{bpn}"]\n\nB^\n')
    assert record.start == parse_position(bpn)
    assert f'[Start "{bpn}"]' in record_text(record)


def test_a_start_tag_that_is_a_fresh_start_is_the_same_record_as_a_path_tag() -> None:
    fresh = '[Seat1 "Anna"]\n[Seat2 "Ben"]\n[Start "BRWBR 0,0 BR -/- 1 m"]\n\nB+\n'
    assert parse_records(fresh) == parse_records(SMALL + "\nB+\n")
    assert '[Path "BRWBR"]' in record_text(parse_records(fresh)[0])


def test_options_stand_in_their_tag() -> None:
    (record,) = parse_records(SMALL + '[Options "inverted,wires=2"]\n')
    assert record.start.options == parse_options("inverted,wires=2", 5)
    assert '[Options "inverted,wires=2"]' in record_text(record)


def test_an_empty_file_holds_no_game() -> None:
    assert parse_records(" \n\n") == []


@pytest.mark.parametrize(
    ("text", "line", "column", "field"),
    [
        (SMALL + "\nB+ X+\n", 6, 4, "move"),
        (SMALL + "\nB+\n  1. R+\n", 7, 3, "move"),
        (SMALL + "\nB+ } R+\n", 6, 4, "plies"),
        (SMALL + "\n{never ends\n", 6, 1, "comment"),
        (SMALL + '[Event "bad \\escape"]\n', 5, 1, "tag"),
        (SMALL + '[Event "no end]\n', 5, 1, "tag"),
        (SMALL + '[Seat1 "again"]\n', 5, 1, "tag"),
        (SMALL.replace('First "1"', 'First "3"'), 4, 1, "First"),
        (SMALL.replace("BRWBR", "BRWBB"), 3, 1, "Path"),
        (SMALL.replace("BRWBR", "BRWB."), 3, 1, "Path"),
        (SMALL + '[Options "wires=9"]\n', 5, 1, "options"),
        (SMALL + '[Options "-"]\n', 5, 1, "options"),
        (SMALL + '[Result "4"]\n', 5, 1, "Result"),
        (SMALL + '[Start "BRWBR 0,0 BR -/- 1 m"]\n', 3, 1, "Path"),
        (SMALL.replace('[First "1"]\n', ""), 1, 1, "First"),
        (SMALL + '[Options ""]\n', 5, 1, "options"),
        (SMALL + '[Options "inverted wires=2"]\n', 5, 1, "options"),
        (SMALL + '[Seat10 "x"]\n', 1, 1, "seats"),
        (SMALL + '[Seat02 "x"]\n', 1, 1, "seats"),
        ('[Seat1 "a"]\n[Seat2 "b"]\n[Start "BRWBR 0,0 BR -/- 1 m"]\n[First "1"]\n', 4, 1, "First"),
        ('[Seat1 "a"]\n[Seat2 "b"]\n[Start "BRWBR 0,0 BR -/- 1 m"]\n[Options "inverted"]\n', 4, 1, "Options"),
        (SMALL.replace("Seat2", "Seat3"), 1, 1, "seats"),
        (SMALL + '\nB+\n\n[Seat1 "x"]\n', 8, 1, "seats"),
        ('[Seat1 "a"]\n[Seat2 "b"]\n[Start "BRWBR 0,0 BR -/-/- 1 m"]\n', 3, 1, "Start"),
        ('[Seat1 "a"]\n[Seat2 "b"]\n[Start "BRWBR 0,0 BR -/- 3 m"]\n', 3, 1, "seat"),
        ("B+ R+\n", 1, 1, "seats"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line_and_column(text: str, line: int, column: int, field: str) -> None:
    with pytest.raises(BadNotation) as caught:
        parse_records(text)
    assert (caught.value.line, caught.value.column, caught.value.field) == (line, column, field)


def test_an_illegal_ply_of_a_file_is_named_with_its_line_and_column() -> None:
    (record,) = parse_records(SMALL + "\nB+ {fine}\nR^\n")
    with pytest.raises(IllegalMove) as caught:
        check(record)
    assert (caught.value.ply, caught.value.line, caught.value.column) == (2, 7, 1)


def test_bytes_that_are_no_text_are_named_with_their_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "broken.bpr"
    file.write_bytes(SMALL.encode() + b"\nB+ \xff\n")
    with pytest.raises(BadNotation) as caught:
        read_records(file)
    assert (caught.value.line, caught.value.column, caught.value.field) == (6, 4, "file")


def test_a_record_with_an_illegal_ply_is_not_written() -> None:
    (record,) = parse_records(SMALL + "\nB^\n")
    with pytest.raises(IllegalMove):
        record_text(record)


def test_a_big_file_is_read_in_one_piece() -> None:
    one = Record(start(2, Random(1)), ("Anna", "Ben"))
    assert len(parse_records(records_text([one] * 500))) == 500


def test_games_are_read_one_by_one_and_a_fault_shows_when_it_is_reached() -> None:
    records = iter_records(SMALL + "\nB+\n\n" + SMALL + "\nnonsense\n")
    assert len(next(records).plies) == 1
    with pytest.raises(BadNotation):
        next(records)


@pytest.mark.parametrize(
    ("head", "unit", "tail"),
    [
        (SMALL + "\n", ";a\n", ""),
        ("", "{}", ""),
        ("", ";\n", SMALL),
        (SMALL + "\nB+ ", "{} ", ""),
        ("", "[", ""),
        ("", "{", ""),
        ("", '["', ""),
        ('[a "', "\\\\", ""),
        ('[a "', '\\"', ""),
        ('[a "', "x", ""),
        ("[", " ", ""),
        ("[a", " ", ""),
        ('[a ""', " ", ""),
        ("[", "a", ""),
        (";", " \n", ""),
        (";", "\r", ""),
        (";", "\r\n", ""),
        (SMALL + "\n", "B+ ", ""),
        (SMALL + "\n", "B", ""),
        (SMALL + '[Result "', "1/", '"]\n'),
        (SMALL + '[Options "wires=', "1:", '"]\n'),
        ('[Seat1 "a"]\n[Seat2 "b"]\n[Start "B 0 B ', "B9", '/- 1 m"]\n'),
        ("", SMALL + "\n", ""),
    ],
)
def test_the_time_to_read_a_text_grows_as_its_length(head: str, unit: str, tail: str) -> None:
    def read(length: int) -> None:
        with suppress(BadNotation, IllegalMove):
            for record in parse_records(head + unit * (length // len(unit)) + tail):
                check(record)

    assert growth(read, 15_000, factor=8) < 24  # It would be 64 if each step took as long as all before it.
