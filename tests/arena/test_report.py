import json
from dataclasses import replace

import pytest

from bigpoints.arena.executor import InlineExecutor, run_match
from bigpoints.arena.game import Failure, SearchStats
from bigpoints.arena.match import Match
from bigpoints.arena.report import Report, make_report
from bigpoints.arena.results_file import ResultsFile
from bigpoints.arena.sprt import Hypotheses, judge
from support.strange_bots import ended, small

MATCH = Match(("ann", "ben"), 2, 2)
GAMES = [
    ended(0, ("ann", "ben"), (30, 20), 0),
    ended(0, ("ben", "ann"), (25, 25), 1),
    ended(1, ("ann", "ben"), (10, 20), 2),
    ended(1, ("ben", "ann"), (10, 40), 3),
]


def played_out(match: Match) -> Report:
    kept = ResultsFile(match)
    run_match(match, InlineExecutor(), 1, kept.keep)
    return make_report(match, kept.in_order())


def test_wins_are_shared_by_those_who_tie() -> None:
    report = make_report(MATCH, GAMES)
    ann, ben = report.standings
    assert (ann.bot, ben.bot) == ("ann", "ben")
    assert ann.win_share
    assert ben.win_share
    assert (ann.win_share.value, ben.win_share.value) == (2.5 / 4, 1.5 / 4)
    assert ann.rating.value > 0 > ben.rating.value


def test_the_first_seat_has_a_share_of_its_own() -> None:
    report = make_report(MATCH, GAMES)
    ann, ben = report.standings
    assert (ann.first_seat_share, ben.first_seat_share) == (0.5, 0.25)
    assert report.first_seat_share == 1.5 / 4


def test_scores_are_averaged_over_games_that_were_played_to_the_end() -> None:
    lost = replace(GAMES[0], scores=(), failure=Failure(1, "illegal move ."))
    ann, ben = sorted(make_report(MATCH, [lost, *GAMES[1:]]).standings, key=lambda standing: standing.bot)
    assert (ann.score, ben.score) == (75 / 3, 55 / 3)
    assert (ann.failures, ben.failures) == (1, 0)
    assert (ann.games, ben.games) == (4, 4)


def test_failures_are_counted_and_named_with_their_reason() -> None:
    report = played_out(small("cheating", "stillborn", "greedy", boards=2))
    failed = {standing.bot: standing.failures for standing in report.standings}
    assert failed["greedy"] == 0
    assert failed["cheating"] + failed["stillborn"] == report.games
    reasons = {(failures.bot, failures.reason) for failures in report.failures}
    assert reasons == {
        ("cheating", "tame failed: . cannot be played"),
        ("stillborn", "bot: stillborn cannot be made: no such thing"),
    }
    assert sum(len(failures.games) for failures in report.failures) == report.games


def test_thinking_is_averaged_over_moves() -> None:
    thoughts = [replace(game, stats=(SearchStats(10, 2.0, 500), SearchStats(30, 3.0, 0))) for game in GAMES[:2]]
    ann, ben = sorted(make_report(MATCH, thoughts).standings, key=lambda standing: standing.bot)
    assert (ann.moves, ann.seconds_per_move, ann.nodes_per_move) == (40, 5 / 40, 500 / 40)
    assert ben.seconds_per_move == 5 / 40


def test_every_table_has_its_shares_for_a_seat() -> None:
    report = played_out(small("greedy", "random", players=4, boards=5))
    assert [meeting.bots for meeting in report.meetings] == [("greedy", *["random"] * 3), ("random", *["greedy"] * 3)]
    for meeting in report.meetings:
        one, other = (meeting.win_share[bot] for bot in dict.fromkeys(meeting.bots))
        assert one
        assert other
        assert one.value + 3 * other.value == pytest.approx(1)
        assert meeting.games == 20


def test_a_bot_that_has_not_played_yet_has_no_share() -> None:
    report = make_report(Match(("ann", "ben", "cid")), GAMES)
    cid = next(standing for standing in report.standings if standing.bot == "cid")
    assert (cid.games, cid.win_share, cid.score) == (0, None, None)
    assert [meeting.bots for meeting in report.meetings] == [("ann", "ben")]


def test_the_figures_are_one_json_object_with_the_verdict() -> None:
    said = judge(Hypotheses(0, 20), (0, 0, 0, 1, 1))
    figures = json.loads(json.dumps(make_report(MATCH, GAMES, "ben", said).figures(), allow_nan=False))
    assert figures["bots"] == ["ann", "ben"]
    assert (figures["games"], figures["planned_games"]) == (4, 4)
    assert figures["standings"][1]["rating"] == {"value": 0.0, "low": None, "high": None}
    assert figures["sprt"]["verdict"] == "undecided"
    assert figures["sprt"]["pairs"] == [0, 0, 0, 1, 1]


def test_a_bot_against_itself_shows_what_beginning_is_worth() -> None:
    report = played_out(small("greedy", boards=30))
    (standing,) = report.standings
    assert report.games == 30
    assert standing.rating.value == 0
    assert report.first_seat_share == standing.first_seat_share
    assert standing.win_share
    assert standing.win_share.value == 0.5
