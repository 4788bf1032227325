"""A match of bots as text: the best bot first, meetings, failures with their games, and the verdict."""

from dataclasses import replace

import pytest

from bigpoints.arena.game import Failure
from bigpoints.arena.match import Match
from bigpoints.arena.report import Report, make_report
from bigpoints.arena.sprt import Hypotheses, judge
from bigpoints.cli.console import stdout
from bigpoints.cli.show.match_report import print_report
from support.strange_bots import ended

MATCH = Match(("ann", "ben"), 2, 3, seed=7)
GAMES = [
    ended(0, ("ann", "ben"), (30, 20), 0),
    ended(0, ("ben", "ann"), (25, 25), 1),
    ended(1, ("ann", "ben"), (10, 20), 2),
    ended(1, ("ben", "ann"), (10, 40), 3),
]


def printed(report: Report, capsys: pytest.CaptureFixture[str]) -> list[str]:
    print_report(stdout(width=200), report)
    return capsys.readouterr().out.splitlines()


def test_the_headline_says_how_far_the_match_is_and_what_would_be_fair(capsys: pytest.CaptureFixture[str]) -> None:
    headline = printed(make_report(MATCH, GAMES), capsys)[0]
    assert headline == "2 players, 4 games of 6, seed 7; fair share 50.0%; the first seat wins 37.5%"


def test_every_bot_has_a_row_with_its_figures_the_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    head, ann, ben = printed(make_report(MATCH, GAMES), capsys)[2:5]
    assert head.split()[0] == "bot"
    assert (ann.split()[0], ben.split()[0]) == ("ann", "ben")
    assert "62.5%" in ann
    assert " 26.2 " in ann
    assert ann.split()[1].startswith("+")
    assert ben.split()[1].startswith("-")


def test_a_bot_that_has_not_played_has_no_figures(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(make_report(Match(("ann", "ben", "cid")), GAMES), capsys)
    (cid,) = (line for line in lines if line.startswith("cid"))
    assert cid.split().count("-") >= 4


def test_meetings_are_listed_where_there_are_several(capsys: pytest.CaptureFixture[str]) -> None:
    assert not [line for line in printed(make_report(MATCH, GAMES), capsys) if " + " in line]
    more = [*GAMES, ended(2, ("ann", "cid"), (30, 20), 4), ended(2, ("cid", "ann"), (30, 20), 5)]
    lines = printed(make_report(Match(("ann", "ben", "cid"), 2, 3), more), capsys)
    assert [line.split("  ")[0] for line in lines if " + " in line] == ["ann + ben", "ann + cid"]


def test_failures_name_the_reason_and_the_first_games(capsys: pytest.CaptureFixture[str]) -> None:
    lost = [
        replace(ended(n // 2, ("ann", "ben"), (), n), scores=(), failure=Failure(1, "illegal move .")) for n in range(6)
    ]
    (row,) = (line for line in printed(make_report(MATCH, lost), capsys) if "lost" in line)
    assert row == "ann  lost 6 games (1, 2, 3, 4, 5, …)  illegal move ."


def test_the_verdict_of_a_test_is_the_last_line(capsys: pytest.CaptureFixture[str]) -> None:
    said = judge(Hypotheses(0, 20), (0, 0, 0, 1, 1))
    last = printed(make_report(MATCH, GAMES, None, said), capsys)[-1]
    assert last.startswith("SPRT 0,20: undecided after 2 boards: it takes more games (log-likelihood ratio ")
