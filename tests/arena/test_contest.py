from pathlib import Path

import pytest

from bigpoints.arena.contest import Contest
from bigpoints.arena.sprt import Hypotheses
from bigpoints.bots.bot import BotFailed
from bigpoints.errors import BadSetup
from support.strange_bots import small


def test_a_contest_is_played_and_reported_on_game_by_game() -> None:
    contest, seen = Contest(small("greedy", "random"), anchor="random"), list[int]()
    contest.play(watcher=lambda: seen.append(contest.finished))
    assert seen == [1, 2, 3, 4]
    assert [game.number for game in contest.games] == [0, 1, 2, 3]
    report = contest.report()
    assert (report.games, report.verdict) == (4, None)
    assert {standing.bot: standing.rating.value for standing in report.standings}["random"] == 0


def test_a_contest_ends_when_its_test_is_over_and_is_over_when_taken_up_again(tmp_path: Path) -> None:
    match, hypotheses = small("greedy", "random", boards=500), Hypotheses(-200, 0)
    contest = Contest(match, hypotheses, file=tmp_path / "run")
    contest.play()
    assert 0 < contest.finished < match.games
    again = Contest(match, hypotheses, file=tmp_path / "run")
    again.play()
    assert again.finished == contest.finished
    assert again.report().verdict == contest.report().verdict


def test_what_cannot_be_played_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    file = tmp_path / "run"
    with pytest.raises(BadSetup, match="anchor: uct does not play"):
        Contest(small("greedy", "random"), anchor="uct", file=file)
    with pytest.raises(BadSetup, match="make no pairs"):
        Contest(small("greedy", "random", players=3), Hypotheses(0, 20), file=file)
    with pytest.raises(BotFailed, match="stillborn cannot be made"):
        Contest(small("greedy", "stillborn"), file=file)
    assert not file.exists()
