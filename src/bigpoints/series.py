"""A series: as many games as there are players, each begun by another seat, the totals added (R22)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from bigpoints.errors import BadNotation, BadSetup, NotOver
from bigpoints.position import STANDARD_OPTIONS, Material, Options
from bigpoints.record import Record, check
from bigpoints.rules import best, scores, start


@dataclass(frozen=True, slots=True)
class Series:
    """The games of a series so far; only the last one may be unfinished."""

    name: str
    seats: tuple[str, ...]
    first: int
    """The seat that begins the first game."""
    games: tuple[Record, ...] = ()

    def __post_init__(self) -> None:
        if not 2 <= len(self.seats) <= 5:
            raise BadSetup(f"players: {len(self.seats)} is not possible; accepted: 2 to 5")
        if not 1 <= self.first <= self.players:
            raise BadSetup(f"first: there is no seat {self.first}; accepted: 1 to {self.players}")

    @property
    def players(self) -> int:
        """The number of seats, which is the number of games (R22)."""
        return len(self.seats)

    @property
    def finished(self) -> tuple[Record, ...]:
        """The games that are over."""
        return tuple(game for game in self.games if game.final.is_over)

    @property
    def is_over(self) -> bool:
        """Whether every seat has begun a game and all are over."""
        return len(self.finished) == self.players

    @property
    def totals(self) -> tuple[int, ...]:
        """R22: each seat's points in all finished games."""
        columns = zip(*(scores(game.final) for game in self.finished), strict=True)
        return tuple(map(sum, columns)) or (0,) * self.players

    @property
    def winners(self) -> tuple[int, ...]:
        """R22: the seats with the highest sum; ties share."""
        if not self.is_over:
            raise NotOver(f"the series goes on: {len(self.finished)} of {self.players} games are over")
        return best(self.totals)

    def starter(self, game: int) -> int:
        """R22: the seat that begins a game; the start passes clockwise."""
        return (self.first + game - 2) % self.players + 1

    def begin(
        self,
        source: Random | str,
        *,
        material: Material | None = None,
        options: Options = STANDARD_OPTIONS,
        tags: Mapping[str, str] | None = None,
    ) -> "Series":
        """The series with its next game begun."""
        if len(self.finished) < len(self.games):
            raise BadSetup(f"game {len(self.games)} of the series is not over yet")
        if self.is_over:
            raise BadSetup("the series is over: every seat has begun a game")
        number = len(self.games) + 1
        position = start(self.players, source, first=self.starter(number), material=material, options=options)
        named = {**(tags or {}), "Series": self.name, "Game": f"{number}/{self.players}"}
        return replace(self, games=(*self.games, Record(position, self.seats, tags=named)))

    def going_on(self, game: Record) -> "Series":
        """The series with its last game replaced by a newer state of it."""
        return replace(self, games=(*self.games[:-1], game))


def series_games(records: Iterable[Record]) -> dict[str, list[Record]]:
    """The games of a file by the name of their series; those without a Series tag belong to none."""
    games: dict[str, list[Record]] = {}
    for record in records:
        if "Series" in record.tags:
            games.setdefault(record.tags["Series"], []).append(record)
    return games


def series_of(records: Sequence[Record]) -> Series:
    """The series made of the games of a file, to resume it."""
    if not records or "Series" not in records[0].tags:
        raise BadNotation("Series", "", "a Series tag in each game of a series")
    opening = records[0]
    series = Series(opening.tags["Series"], opening.seats, opening.start.seat)
    for number, record in enumerate(records, start=1):
        _check_game(series, number, record)
        series = replace(series, games=(*series.games, record))
    return series


def _check_game(series: Series, number: int, record: Record) -> None:
    """Check that a game follows in a series: same name and seats, next number and first seat, all before it over."""
    expectations = (
        ("Series", record.tags.get("Series", ""), series.name),
        ("Game", record.tags.get("Game", ""), f"{number}/{series.players}"),
        ("seats", "/".join(record.seats), "/".join(series.seats)),
        ("First", str(record.start.seat), str(series.starter(number))),
    )
    for field, found, expected in expectations:
        if found != expected:
            raise BadNotation(field, found, f"{expected} in game {number} of this series (R22)")
    if len(series.finished) < len(series.games):
        raise BadNotation(
            "Series", f"an unfinished game {number - 1}", "an unfinished game only at the end of a series"
        )
    check(record)
