"""What is played at a table in one sitting: a game or a series, begun or resumed, and the file that keeps it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from random import Random

from bigpoints.errors import BadSetup
from bigpoints.position import STANDARD, Material, Options
from bigpoints.record import Record
from bigpoints.rules import material_of, start
from bigpoints.series import Series, series_of
from bigpoints.terminal.given import games_of

_HANDS = "Hands"
_OPEN = "open"


@dataclass(frozen=True, slots=True)
class Sitting:
    """The games so far; the last one is the one to play on."""

    file: Path
    games: tuple[Record, ...]
    series: Series | None = None

    @property
    def game(self) -> Record:
        """The game that is being played, or was played last."""
        return self.games[-1]

    @property
    def open_hands(self) -> bool:
        """Whether everybody sees every hand (V4); a tag of our own remembers it."""
        return self.game.tags.get(_HANDS) == _OPEN

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play."""
        return self.series.is_over if self.series else self.game.final.is_over

    def playing(self, game: Record) -> "Sitting":
        """The sitting with its last game in a newer state."""
        series = self.series and self.series.going_on(game)
        return replace(self, games=(*self.games[:-1], game), series=series)

    def next_game(self, rng: Random) -> "Sitting":
        """The sitting with the next game of its series begun, on the same board with the same options."""
        if self.series is None:
            return self
        before = self.game
        tags = {**before.tags, **_dated()}
        series = self.series.begin(rng, material=_material(before), options=before.start.options, tags=tags)
        return replace(self, games=series.games, series=series)


def new_sitting(
    file: Path,
    seats: Sequence[str],
    rng: Random,
    *,
    first: int | None,
    material: Material,
    options: Options,
    in_series: bool,
    open_hands: bool,
) -> Sitting:
    """Begin a game, or the first of a series."""
    _check_seats(seats)
    if file.exists():
        raise BadSetup(f"{file} exists already; go on with it by --resume, or name another file")
    tags = {"Event": "At the terminal", **_dated(), **({_HANDS: _OPEN} if open_hands else {})}
    position = start(len(seats), rng, first=first, material=material, options=options)
    if not in_series:
        return Sitting(file, (Record(position, tuple(seats), tags=tags),))
    series = Series(_series_name(seats), tuple(seats), position.seat)
    series = series.begin(position.path, options=options, tags=tags)
    return Sitting(file, series.games, series)


def resumed_sitting(file: Path) -> Sitting:
    """Go on with the last game of a file, or with the series that its games make."""
    games = tuple(games_of(str(file)))
    series = series_of(games) if "Series" in games[-1].tags else None
    sitting = Sitting(file, games, series)
    if sitting.is_over:
        raise BadSetup(f"{file}: what it holds is over; see it with bigpoints score or bigpoints replay")
    return sitting


def _check_seats(seats: Sequence[str]) -> None:
    for name in seats:
        if not name.strip():
            raise BadSetup("seat: a name is empty; accepted: a word or more for each seat")
        if name.startswith("bot:"):
            raise BadSetup(
                f"seat: {name} cannot play yet: there are no bots in this version; accepted: names of people"
            )
    if len(set(seats)) < len(seats):
        raise BadSetup(f"seat: {', '.join(seats)}: two seats have the same name")


def _dated() -> dict[str, str]:
    return {"Date": f"{datetime.now().astimezone():%Y.%m.%d}"}


def _series_name(seats: Sequence[str]) -> str:
    return f"{', '.join(seats[:-1])} and {seats[-1]}, {datetime.now().astimezone():%Y-%m-%d %H:%M}"


def _material(game: Record) -> Material:
    try:
        return material_of(game.start.path)
    except BadSetup:  # The game began in the middle, where a path has gaps.
        return STANDARD
