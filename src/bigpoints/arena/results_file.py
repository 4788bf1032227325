"""The checkpoint file of a match: its finished games."""

from pathlib import Path

from bigpoints.arena.game import Failure, GameResult, SearchStats, make_result
from bigpoints.arena.match import Match
from bigpoints.bots.checkpoint import Checkpoint, CheckpointEntry
from bigpoints.errors import BigPointsError
from bigpoints.notation import parse_move


class ResultsFile:
    """The results of a match by game number, saved if a file is given."""

    def __init__(self, match: Match, file: Path | None = None) -> None:
        self.match = match
        self.games: dict[int, GameResult] = {}
        self._checkpoint = None if file is None else Checkpoint(file, {"match": match.identity()}, _describe)
        if self._checkpoint:
            self._load(self._checkpoint)

    def keep(self, game: GameResult) -> None:
        """Add a result; it is in the file when this returns."""
        self.games[game.number] = game
        if self._checkpoint:
            self._checkpoint.add(_to_entry(game))

    def in_order(self) -> list[GameResult]:
        """The results in the order of the match."""
        return [self.games[number] for number in sorted(self.games)]

    def _load(self, checkpoint: Checkpoint) -> None:
        """Load the games of this match; a file of the same match with more boards may hold more."""
        found = set()
        for entry in checkpoint.entries:
            try:
                game = _from_entry(self.match, entry)
            except (BigPointsError, KeyError, TypeError, ValueError):
                raise checkpoint.mismatch(entry, "game") from None
            if game.number in found:
                raise checkpoint.mismatch(entry, "game")
            found.add(game.number)
            if game.number < self.match.games:
                self.games[game.number] = game


def _to_entry(game: GameResult) -> CheckpointEntry:
    return {
        "game": game.number,
        "plies": " ".join(map(str, game.record.plies)),
        "thinking": [list(thought) for thought in game.stats],
        "failure": game.failure and list(game.failure),
    }


def _from_entry(match: Match, entry: CheckpointEntry) -> GameResult:
    """Replay the game of an entry. Raises for an entry that is no finished game of the match."""
    number = entry["game"]
    if type(number) is not int or number < 0:
        raise ValueError(f"{number!r} is no number of a game")
    plies = tuple(map(parse_move, str(entry["plies"]).split()))
    stats = tuple(SearchStats(int(moves), float(seconds), int(nodes)) for moves, seconds, nodes in entry["thinking"])
    failure = entry["failure"] and Failure(int(entry["failure"][0]), str(entry["failure"][1]))
    game = make_result(match.fixture(number), plies, stats, failure)
    final = game.record.final
    if len(stats) != match.players or final.is_over == bool(failure) or (failure and failure.seat != final.seat):
        raise ValueError(f"game {number} does not end like one of a match")
    return game


def _describe(name: CheckpointEntry) -> str:
    match = name.get("match")
    if not isinstance(match, dict) or not isinstance(match.get("bots"), list):
        return "something else"
    bots = " ".join(map(str, match["bots"]))
    shown = f"{bots}, {match.get('players')} players, seed {match.get('seed')}, {match.get('move_limit')} s a move"
    board, options = match.get("material"), match.get("options")
    usual = board == [5, 9, 5, 5] and options == "-"
    return f"a match of {shown}" + ("" if usual else f", material {board}, options {options}")
