"""The score sheet: lines, penalties and winners of a game, bounds while it goes on, totals of a series."""

import pytest

from bigpoints.bpr import parse_records
from bigpoints.cli.console import stdout
from bigpoints.cli.show.score_sheet import print_score_sheet, print_totals, winners_words
from bigpoints.locales import ENGLISH, LANGUAGES, catalogue
from bigpoints.record import Record
from bigpoints.rules import legal_moves, score_sheet, scores, start
from bigpoints.series import Series

# R19: purple on 2, red on 4, green on 0; here blue is on 3 and yellow on 1.
EXAMPLE_PATH = "." * 4 + "B" * 9 + "R" * 8 + "Y" * 9 + "G" * 9 + "P" * 9 + "W" * 3 + "K" * 4
(EXAMPLE,) = parse_records(
    f'[Seat1 "Ann"]\n[Seat2 "Bob"]\n[Start "{EXAMPLE_PATH} s3,s4,s1,s0,s2 - R2GPW2K/BY!2 1 e"]\n'
)


def finished(record: Record) -> Record:
    while not record.final.is_over:
        record = record.plus(legal_moves(record.final)[0])
    return record


def sheet(record: Record, capsys: pytest.CaptureFixture[str], language: str = "en") -> list[str]:
    print_score_sheet(stdout(catalogue(language), width=80), record)
    return capsys.readouterr().out.splitlines()


def test_a_line_for_every_kind_of_disc_then_penalties_and_the_total(capsys: pytest.CaptureFixture[str]) -> None:
    lines = sheet(EXAMPLE, capsys)
    bob = lines[lines.index("Bob") :]
    assert [line.split()[-1] for line in bob[1:5]] == ["3", "1", "-2", "2"]
    assert bob[4].split()[0] == "total"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_totals_are_those_of_the_rules_in_every_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    total = catalogue(language).text("terminal.total")
    shown = [line.split()[-1] for line in sheet(EXAMPLE, capsys, language) if line.strip().startswith(total)]
    assert shown == list(map(str, scores(EXAMPLE.final)))


def test_white_discs_count_the_other_colours(capsys: pytest.CaptureFixture[str]) -> None:
    (white,) = (line for line in sheet(EXAMPLE, capsys) if "white" in line)
    points = next(one.points for one in score_sheet(EXAMPLE.final, 1) if one.colour == "W")
    assert "4 other colours" in white
    assert white.endswith(str(points))


def test_a_game_that_goes_on_shows_what_the_discs_can_be_worth(capsys: pytest.CaptureFixture[str]) -> None:
    record = Record(start(2, "BRBR"), ("Ann", "Bob")).plus(legal_moves(start(2, "BRBR"))[0])
    first, ann, bob = sheet(record, capsys)
    assert first == "The game goes on: Bob is to move. The discs in hand can be worth"
    assert ann.split() == ["Ann", "0", "to", "1"]
    assert bob.split() == ["Bob", "0"]


@pytest.mark.parametrize(
    ("winners", "words"),
    [((2,), "Bob wins with 7."), ((1, 2), "Ann and Bob share the win with 7 each.")],
)
def test_the_winners_are_named_with_their_points(winners: tuple[int, ...], words: str) -> None:
    assert winners_words(["Ann", "Bob"], winners, [7, 7], ENGLISH) == words


def test_a_series_names_its_winner_only_when_it_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    series = Series("evening", ("Ann", "Bob"), 1).begin("BRBR")
    series = series.going_on(finished(series.games[-1]))
    print_totals(stdout(width=80), series)
    half = capsys.readouterr().out
    series = series.begin("BRBR")
    series = series.going_on(finished(series.games[-1]))
    print_totals(stdout(width=80), series)
    whole = capsys.readouterr().out
    assert "1 of 2 games" in half
    assert "win" not in half
    assert "2 of 2 games" in whole
    assert " win" in whole.splitlines()[-1]
    assert [line.split()[1] for line in whole.splitlines()[1:3]] == list(map(str, series.totals))
