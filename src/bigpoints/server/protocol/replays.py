"""Replays: games of a table or of a file, move by move with all hands open."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from bigpoints.bpr import iter_records
from bigpoints.contract.answers import ReplayAnswer, ReplayFrame, ReplayGame, SeriesPlace
from bigpoints.contract.views import PlyView
from bigpoints.errors import BadNotation, IllegalMove
from bigpoints.notation import parse_position, position_text
from bigpoints.position import Position
from bigpoints.record import Record, check
from bigpoints.server.protocol.history import game_record
from bigpoints.server.protocol.views import ply_view, result_view
from bigpoints.server.table.access import has_secrets
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table, make_ply

MAX_GAMES = 20
_LONGEST_QUOTE = 80
_RECORD_BEGINS = ("[", "{", ";")
"""A file of games begins with a tag or a comment; no position does."""


def replay_of_game(table: Table) -> ReplayAnswer:
    """The answer with the game of a table: a finished one, or with open hands one under way. Raises Refused."""
    if has_secrets(table):
        raise Refused("hidden_hands")
    return {"games": [_game(game_record(table))]}


def replay_of_text(text: str) -> ReplayAnswer:
    """The answer with all games of a file (BPR), or with a position (BPN). Raises Refused."""
    try:
        records = _records(text)
        if len(records) > MAX_GAMES:
            raise Refused("too_big", most=MAX_GAMES, what="games")
        return {"games": [_game(record) for record in records]}
    except BadNotation as error:
        about = {"field": error.field, "found": error.found[:_LONGEST_QUOTE], "accepted": error.accepted}
        raise Refused("bad_record", problem="bad_notation", **about, **_place(error)) from error
    except IllegalMove as error:
        about_move = _place(error) | {"ply": error.ply or 0}
        legal = list(error.legal)
        raise Refused("bad_record", problem="illegal_move", move=error.move, legal=legal, **about_move) from error


def _place(error: BadNotation | IllegalMove) -> dict[str, int]:
    """Where in the text the fault is, if that is known: of a position it is not."""
    if error.line is None or error.column is None:
        return {}
    return {"line": error.line, "column": error.column}


def _records(text: str) -> list[Record]:
    """The games of a text, as far as one more than are accepted: no others are read."""
    plain = text.removeprefix("\ufeff").strip()
    if not plain:
        raise Refused("bad_record", problem="empty")
    if plain.startswith(_RECORD_BEGINS):
        return list(islice(iter_records(text), MAX_GAMES + 1))
    position = parse_position(plain)
    return [Record(position, ("",) * position.players)]


def _game(record: Record) -> ReplayGame:
    final = check(record)
    options = record.start.options
    return {
        "names": record.seats,
        "players": record.start.players,
        "optional_bonus": options.optional_bonus,
        "inverted": options.inverted,
        "wires": options.wires,
        "tags": dict(record.tags),
        "series": _series(record.tags),
        "frames": list(_frames(record)),
        "result": result_view(final) if final.is_over else None,
    }


def _frames(record: Record) -> Iterator[ReplayFrame]:
    """Each position, and the ply that led to it."""
    position = record.start
    yield _frame(position, None, record.comments.get(0, ()))
    for number, move in enumerate(record.plies, start=1):
        ply, position = make_ply(position, str(move), None, number)
        yield _frame(position, ply_view(ply), record.comments.get(number, ()))


def _frame(position: Position, ply: PlyView | None, comments: tuple[str, ...]) -> ReplayFrame:
    turn = None if position.is_over else position.seat
    return {"position": position_text(position), "turn": turn, "ply": ply, "comments": comments}


def _series(tags: Mapping[str, str]) -> SeriesPlace | None:
    """R22: which game of which series it is, if its tags say so."""
    place = re.fullmatch(r"([1-5])/([2-5])", tags.get("Game", ""))
    if place is None or "Series" not in tags:
        return None
    return {"name": tags["Series"], "game": int(place[1]), "of": int(place[2])}
