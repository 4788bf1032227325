import json
from dataclasses import replace
from pathlib import Path

import pytest

from bigpoints.arena.executor import InlineExecutor, run_match
from bigpoints.arena.match import Match
from bigpoints.arena.results_file import ResultsFile
from bigpoints.bots.checkpoint import CheckpointMismatch
from bigpoints.position import STANDARD
from support.strange_bots import small

MATCH = small("greedy", "crashing", players=3, boards=2)


def play(match: Match, file: Path | None) -> ResultsFile:
    kept = ResultsFile(match, file)
    run_match(match, InlineExecutor(), 1, kept.keep, tuple(kept.games))
    return kept


def test_kept_games_come_back_as_they_were_played(tmp_path: Path) -> None:
    file = tmp_path / "run"
    games = play(MATCH, file).in_order()
    assert any(game.failure for game in games)
    assert ResultsFile(MATCH, file).in_order() == games


def test_a_match_goes_on_where_it_ended(tmp_path: Path) -> None:
    file = tmp_path / "run"
    games = play(MATCH, file).in_order()
    *lines, last = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:5]) + last[:30])  # Cut off in the middle of a line.
    assert len(ResultsFile(MATCH, file).games) == 4
    assert [game.record for game in play(MATCH, file).in_order()] == [game.record for game in games]
    assert len(ResultsFile(MATCH, file).games) == MATCH.games


def test_a_match_can_be_made_longer_and_shorter(tmp_path: Path) -> None:
    file = tmp_path / "run"
    play(MATCH, file)
    longer = replace(MATCH, boards=3)
    assert len(ResultsFile(longer, file).games) == MATCH.games
    play(longer, file)
    assert len(ResultsFile(MATCH, file).games) == MATCH.games


@pytest.mark.parametrize(
    "change", [{"seed": 2}, {"players": 2}, {"bots": ("greedy", "random")}, {"move_limit": 3.0}, {"material": STANDARD}]
)
def test_a_file_of_another_match_is_refused_and_left_alone(tmp_path: Path, change: dict[str, object]) -> None:
    file = tmp_path / "run"
    play(MATCH, file)
    before = file.read_text()
    with pytest.raises(CheckpointMismatch, match=r"keeps a match of greedy crashing, 3 players.*, not a match of"):
        ResultsFile(replace(MATCH, **change), file)  # type: ignore[arg-type]
    assert file.read_text() == before


@pytest.mark.parametrize("text", ["dear diary\n", "[1]\n", "{}\n", '{"survey": 1}\n', '{"match": {"bots": 3}}\n'])
def test_a_file_that_keeps_something_else_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "diary"
    file.write_text(text)
    with pytest.raises(CheckpointMismatch, match="keeps something else"):
        ResultsFile(MATCH, file)
    assert file.read_text() == text


def changed(entry: dict[str, object], **change: object) -> str:
    return json.dumps({**entry, **change}) + "\n"


@pytest.mark.parametrize(
    "change",
    [
        {"game": -1},
        {"game": "0"},
        {"game": True},
        {"game": 1},
        {"plies": "Z+"},
        {"plies": "B^ B^"},
        {"plies": ""},
        {"plies": None},
        {"thinking": []},
        {"thinking": [[1, 2]] * 3},
        {"failure": [1, "crashed"]},
        {"failure": 3},
    ],
)
def test_a_file_with_a_game_that_cannot_be_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    file, match = tmp_path / "run", small("greedy", "random")
    play(match, file)
    name, *games = file.read_text().splitlines(keepends=True)
    file.write_text(name + changed(json.loads(games[0]), **change) + "".join(games[1:]))
    with pytest.raises(CheckpointMismatch, match="is no finished game of this run"):
        ResultsFile(match, file)
