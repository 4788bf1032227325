"""The past of a table: its log as anybody may read it, and its games as records.

In a hidden-hand game both show no more than the last round until the end (R21).
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from bigpoints.contract.answers import LogLine
from bigpoints.contract.constants import BOT_PREFIX
from bigpoints.notation import parse_move, parse_position, view_text
from bigpoints.position import Hand
from bigpoints.record import Record
from bigpoints.server.protocol.views import last_turns, ply_view, redact
from bigpoints.server.table.access import has_secrets
from bigpoints.server.table.events import (
    Begun,
    BotSeated,
    Changed,
    Created,
    Event,
    Log,
    Played,
    Seated,
    StoodIn,
    Superseded,
    Undone,
)
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Ply, Seat, Table


def log_view(table: Table, log: Log) -> list[LogLine]:
    """The log or a part of it as anybody may read it, as far as the table knows it."""
    log = [line for line in log if line[0] <= table.version]
    standing = {ply.version: ply for ply in table.plies if ply.version}
    hidden = _hidden_versions(table, log) if has_secrets(table) else set()
    return [_hidden_line(table, *line) if line[0] in hidden else _line(*line, standing.get(line[0])) for line in log]


def last_round(table: Table) -> Sequence[Ply]:
    """The plies of the last round: as many turns as there are players."""
    return last_turns(table, len(table.seats))


def _hidden_versions(table: Table, log: Log) -> set[int]:
    """The beginning and the plies of the game under way, but for the last round."""
    plies = {version for version, _, event in log if version > table.begun and isinstance(event, Played)}
    return (plies | {table.begun}) - {ply.version for ply in last_round(table)}


def _line(version: int, at: int, event: Event, ply: Ply | None) -> LogLine:
    """An event without browser ids; a ply that was not undone has its effect."""
    line: LogLine = {"version": version, "at": at, "kind": event.kind}
    if isinstance(event, Created):
        line["setup"] = event.setup.shown
        line["seats"] = [{"name": placed.name, "bot": placed.bot} for placed in event.seats]
    elif isinstance(event, Changed):
        line["setup"] = event.setup.shown
    elif isinstance(event, Superseded):
        pass  # Its setup is not kept.
    elif isinstance(event, Begun):
        line |= {"game": event.game, "start": event.start, "plies": event.plies, "filled": event.filled}
    else:
        line["seat"] = event.seat
        _add_details(line, event)
    return line if ply is None else {**line, **ply_view(ply)}


def _add_details(line: LogLine, event: Event) -> None:
    """Add the fields of an event at a seat, besides the seat."""
    match event:
        case Seated():
            line["name"] = event.name
        case BotSeated():
            line["bot"] = event.bot
        case StoodIn():
            line |= {"bot": event.bot, "left": event.left}
        case Played():
            line |= {"move": event.move, "by": event.by}
        case Undone():
            line["plies"] = event.plies


def _hidden_line(table: Table, version: int, at: int, event: Event) -> LogLine:
    """A beginning as a spectator saw it, or a ply without its move."""
    line = _line(version, at, event, None)
    if isinstance(event, Begun):
        line |= {"start": view_text(redact(table, parse_position(event.start), None)), "plies": ()}
    line.pop("move", None)
    return line


# --- Records ----------------------------------------------------------------------------------------------------------


def game_record(table: Table) -> Record:
    """The game of a table on record: under way, or over. Afterwards people leave, and the setup changes."""
    names = tuple(_seat_name(seat) for seat in table.seats)
    tags = _tags(table)
    if has_secrets(table):
        return _secret_record(table, names, tags)
    return Record(table.start or table.board, names, tuple(parse_move(ply.move) for ply in table.plies), tags)


def _secret_record(table: Table, names: tuple[str, ...], tags: dict[str, str]) -> Record:
    """The start alone, with the last round as a comment: what came between stays hidden."""
    start = table.start or table.board
    if any(hand != Hand() for hand in start.hands):
        raise Refused("hidden_hands")
    shown = last_round(table)
    tags |= {"Hidden": str(len(table.plies) - len(shown))}
    comments = {0: ("last round: " + " ".join(ply.move for ply in shown),)} if shown else {}
    return Record(start, names, (), tags, comments)


def _seat_name(seat: Seat) -> str:
    return seat.name or f"{BOT_PREFIX}{seat.bot or 'level1'}"


def _tags(table: Table) -> dict[str, str]:
    tags = {"Date": f"{_moment(table.begun_at):%Y.%m.%d}"}
    if table.opening and table.game == 1:
        tags |= table.opening.tags
    if table.setup.series:
        players = len(table.seats)
        number = (len(table.results) - table.board.is_over) % players + 1
        tags |= {"Series": f"{_moment(table.created_at):%Y-%m-%d %H:%M:%S}", "Game": f"{number}/{players}"}
    return tags


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)
