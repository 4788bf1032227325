"""A session in the terminal: one game or a series, new or resumed, and the file that it is saved in."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from random import Random

from bigpoints.bots.registry import bot_names
from bigpoints.cli.arguments import name_file_in_errors, read_games
from bigpoints.cli.play.bot_player import check_bots, is_bot
from bigpoints.cli.play.saved_games import saved_files
from bigpoints.contract.constants import BOT_PREFIX
from bigpoints.errors import BadSetup, BigPointsError
from bigpoints.locales import ENGLISH, Catalogue
from bigpoints.position import Material, Options
from bigpoints.record import Record
from bigpoints.rules import material_in, start
from bigpoints.series import Series, series_of

_HANDS = "Hands"
_OPEN = "open"


class BadSeat(BadSetup):
    """Names that cannot be seated together; the message can be had in any of the languages."""

    def __init__(self, key: str, **values: str) -> None:
        self.key = f"terminal.{key}"
        self.values = values
        super().__init__(self.words(ENGLISH))

    def words(self, catalogue: Catalogue) -> str:
        """The message in a language."""
        return catalogue.text(self.key, **self.values)


@dataclass(frozen=True, slots=True)
class Session:
    """The games so far, the current one last."""

    file: Path
    games: tuple[Record, ...]
    series: Series | None = None

    @property
    def game(self) -> Record:
        """The current game, or the last one if all are over."""
        return self.games[-1]

    @property
    def open_hands(self) -> bool:
        """Whether all hands are shown to everybody (V4); kept in the record as the tag `Hands`."""
        return self.game.tags.get(_HANDS) == _OPEN

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play."""
        return self.series.is_over if self.series else self.game.final.is_over

    def with_game(self, game: Record) -> "Session":
        """This session with its current game replaced by a newer state of it."""
        series = self.series and self.series.going_on(game)
        return replace(self, games=(*self.games[:-1], game), series=series)

    def begin_next_game(self, rng: Random) -> "Session":
        """This session with the next game of its series added, with the same material and options."""
        if self.series is None:
            raise BadSetup("a single game has no next one")
        before = self.game
        tags = {**before.tags, **_date_tag()}
        series = self.series.begin(rng, material=material_in(before.start), options=before.start.options, tags=tags)
        return replace(self, games=series.games, series=series)


def begin_session(
    file: Path,
    seats: Sequence[str],
    rng: Random,
    *,
    first: int | None,
    material: Material,
    options: Options,
    in_series: bool,
    open_hands: bool,
) -> Session:
    """Start a game, or the first game of a series."""
    check_seats(seats)
    if file.exists():
        raise BadSetup(f"{file} exists already; go on with it by --resume, or name another file")
    if not file.parent.is_dir():
        raise BadSetup(f"{file.parent} is not a folder; accepted: a file in a folder that exists")
    tags = {"Event": "At the terminal", **_date_tag(), **({_HANDS: _OPEN} if open_hands else {})}
    position = start(len(seats), rng, first=first, material=material, options=options)
    if not in_series:
        return Session(file, (Record(position, tuple(seats), tags=tags),))
    series = Series(_series_name(seats), tuple(seats), position.seat)
    series = series.begin(position.path, options=options, tags=tags)
    return Session(file, series.games, series)


def resume_session(file: Path) -> Session:
    """Resume the last game of a file, or the series that its games belong to."""
    games = tuple(read_games(str(file)))
    check_bots(games[-1].seats)
    session = Session(file, games, _series_of_last(file, games))
    if session.is_over:
        raise BadSetup(f"{file}: what it holds is over; see it with bigpoints score or bigpoints replay")
    return session


def resume_last_session() -> Session:
    """Resume the newest saved file with an unfinished game or series."""
    for file in saved_files():
        with suppress(BigPointsError, OSError):  # A finished or broken file must not keep anybody from playing.
            return resume_session(file)
    raise BadSetup("--continue: no unfinished game is kept here; begin one with bigpoints play")


def _series_of_last(file: Path, games: Sequence[Record]) -> Series | None:
    name = games[-1].tags.get("Series")
    if name is None:
        return None
    if any(game.tags.get("Series") != name for game in games):
        raise BadSetup(f"{file}: there is more in it than series {name}; accepted: one series in a file to be resumed")
    with name_file_in_errors(str(file)):
        return series_of(games)


def check_seats(seats: Sequence[str]) -> None:
    """Refuse names that are empty, unprintable, equal to another or to a bot's, and bots that do not exist."""
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


def _date_tag() -> dict[str, str]:
    return {"Date": f"{datetime.now().astimezone():%Y.%m.%d}"}


def _series_name(seats: Sequence[str]) -> str:
    return f"{', '.join(seats)}, {datetime.now().astimezone():%Y-%m-%d %H:%M}"
