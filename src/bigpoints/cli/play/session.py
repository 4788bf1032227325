"""What is played at a table in one sitting: a game or a series, begun or resumed, and the file that keeps it."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from random import Random

from bigpoints.bots.registry import BOT_PREFIX, bot_names
from bigpoints.cli.arguments import games_of, naming
from bigpoints.cli.play.bot_player import check_bots, is_bot
from bigpoints.cli.play.saved_games import kept_files
from bigpoints.errors import BadSetup, BigPointsError
from bigpoints.locales import ENGLISH, Catalogue
from bigpoints.position import Material, Options
from bigpoints.record import Record
from bigpoints.rules import material_in, start
from bigpoints.series import Series, series_of

_HANDS = "Hands"
_OPEN = "open"


class BadSeat(BadSetup):
    """Names that cannot sit at one table; whoever is asked for them is told in their language."""

    def __init__(self, key: str, **values: str) -> None:
        self.key = f"terminal.{key}"
        self.values = values
        super().__init__(self.words(ENGLISH))

    def words(self, catalogue: Catalogue) -> str:
        """What is wrong with the names."""
        return catalogue.text(self.key, **self.values)


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
            raise BadSetup("a single game has no next one")
        before = self.game
        tags = {**before.tags, **_dated()}
        series = self.series.begin(rng, material=material_in(before.start), options=before.start.options, tags=tags)
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
    check_seats(seats)
    if file.exists():
        raise BadSetup(f"{file} exists already; go on with it by --resume, or name another file")
    if not file.parent.is_dir():
        raise BadSetup(f"{file.parent} is not a folder; accepted: a file in a folder that exists")
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
    check_bots(games[-1].seats)
    sitting = Sitting(file, games, _series_of_last(file, games))
    if sitting.is_over:
        raise BadSetup(f"{file}: what it holds is over; see it with bigpoints score or bigpoints replay")
    return sitting


def left_last() -> Sitting:
    """Go on with the newest file on the shelf that holds something unfinished."""
    for file in kept_files():
        with suppress(BigPointsError, OSError):  # A finished or broken file must not keep anybody from playing.
            return resumed_sitting(file)
    raise BadSetup("--continue: no unfinished game is kept here; begin one with bigpoints play")


def _series_of_last(file: Path, games: Sequence[Record]) -> Series | None:
    name = games[-1].tags.get("Series")
    if name is None:
        return None
    if any(game.tags.get("Series") != name for game in games):
        raise BadSetup(f"{file}: there is more in it than series {name}; accepted: one series in a file to be resumed")
    with naming(str(file)):
        return series_of(games)


def check_seats(seats: Sequence[str]) -> None:
    """Refuse names of people that a table cannot tell apart, those that a terminal cannot show, and unknown bots."""
    for name in seats:
        if not name.strip() or not name.isprintable():
            raise BadSeat("no_name", name=repr(name))
    people = [name for name in seats if not is_bot(name)]
    for name in people:
        if (bot := name.lower().removeprefix(BOT_PREFIX)) in bot_names():
            raise BadSeat("name_of_bot", name=name, bot=f"{BOT_PREFIX}{bot}")
    if len(set(people)) < len(people):
        raise BadSeat("same_name", names=", ".join(seats))
    check_bots(seats)


def _dated() -> dict[str, str]:
    return {"Date": f"{datetime.now().astimezone():%Y.%m.%d}"}


def _series_name(seats: Sequence[str]) -> str:
    return f"{', '.join(seats)}, {datetime.now().astimezone():%Y-%m-%d %H:%M}"
