"""Game records as text (BPR), reading and writing; a file may hold several games.

A file written here is reproduced byte for byte when it is read and written again; of other files the content is kept.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from bigpoints.errors import BadNotation, BadSetup
from bigpoints.notation import options_text, parse_move, parse_options, parse_position, position_text
from bigpoints.position import Move, Position
from bigpoints.record import UNFINISHED, Claim, Record, Spot, is_own_tag
from bigpoints.rules import start

_WIDTH = 80
_FIRST_TAGS = ("Event", "Date", "Series", "Game")
_START_TAGS = ("Path", "First", "Options")

# --- Writing ----------------------------------------------------------------------------------------------------------


def records_text(records: Iterable[Record]) -> str:
    """Write games one after another."""
    return "".join(map(record_text, records))


def record_text(record: Record) -> str:
    """Write a game: its tags, an empty line, its plies, an empty line."""
    tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in _tags(record))
    plies = _wrapped(_words(record))
    return f"{tags}\n{plies}\n" if plies else f"{tags}\n"


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    yield from ((name, record.tags[name]) for name in _FIRST_TAGS if name in record.tags)
    yield from ((f"Seat{seat}", name) for seat, name in enumerate(record.seats, start=1))
    yield from _start_tags(record.start)
    yield "Result", record.result
    yield from ((name, value) for name, value in record.tags.items() if name not in _FIRST_TAGS)


def _start_tags(position: Position) -> Iterator[tuple[str, str]]:
    if not _is_fresh(position):
        yield "Start", position_text(position)
        return
    yield "Path", position.path
    yield "First", str(position.seat)
    if (options := options_text(position.options)) != "-":
        yield "Options", options


def _is_fresh(position: Position) -> bool:
    try:
        fresh = start(position.players, position.path, first=position.seat, options=position.options)
    except BadSetup:
        return False
    return fresh == position


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _words(record: Record) -> Iterator[str]:
    for ply in range(len(record.plies) + 1):
        if ply:
            yield str(record.plies[ply - 1])
        yield from map(_comment_text, record.comments.get(ply, ()))


def _comment_text(comment: str) -> str:
    return f";{comment}\n" if "}" in comment else f"{{{comment}}}"


def _wrapped(words: Iterable[str]) -> str:
    """Words on lines of at most 80 columns; a comment is never broken."""
    text, column = "", 0
    for word in words:
        first_line = word.split("\n", 1)[0]
        if column and column + 1 + len(first_line) > _WIDTH:
            text, column = text + "\n", 0
        text += f" {word}" if column else word
        column = len(text) - text.rfind("\n") - 1
    return text + "\n" if column else text


# --- Reading ----------------------------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"""
    (?P<space> \s+ )
  | (?P<comment> \{ [^}]* \} | ; [^\n]* )
  | (?P<tag> \[ \s* (?P<name> [A-Za-z0-9_]+ ) \s+ " (?P<value> (?: [^"\\\n] | \\["\\] )* ) " \s* \] )
  | (?P<ply> [^\s\[\]{};"]+ )
    """,
    re.VERBOSE,
)


class _Tag(NamedTuple):
    value: str
    spot: Spot


@dataclass
class _Draft:
    """A game while it is being read."""

    spot: Spot
    tags_end: bool = False
    """Whether an empty line has closed the tags: another tag begins the next game."""
    tags: dict[str, _Tag] = field(default_factory=dict)
    plies: list[Move] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)


def read_records(path: str | Path) -> list[Record]:
    """Read every game of a file."""
    content = Path(path).read_bytes()
    try:
        return parse_records(content.decode())
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        raise BadNotation(
            "file", content[error.start : error.end].hex(), "UTF-8 text", line=line, column=column
        ) from None


def parse_records(text: str) -> list[Record]:
    """Read every game of a text. Plies are read, not yet played: `record.check` replays them."""
    return list(iter_records(text))


def iter_records(text: str) -> Iterator[Record]:
    """Read the games of a text one by one, each when it is asked for; a fault further on does not show until then."""
    return map(_record, _drafts(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")))


def _drafts(text: str) -> Iterator[_Draft]:
    draft = _Draft(Spot(1, 1))
    for token, spot in _tokens(text):
        if token["space"]:
            draft.tags_end |= bool(draft.tags) and token["space"].count("\n") > 1
        elif token["tag"]:
            if draft.tags_end:
                yield draft
                draft = _Draft(spot)
            _add_tag(draft, token, spot)
        elif token["comment"]:
            _add_comment(draft, token["comment"])
        else:
            _add_ply(draft, token["ply"], spot)
    if draft.tags or draft.comments or draft.plies:
        yield draft


def _add_tag(draft: _Draft, token: re.Match[str], spot: Spot) -> None:
    name = token["name"]
    if name in draft.tags:
        raise BadNotation("tag", name, "each tag once in a game").at(*spot)
    draft.tags[name] = _Tag(re.sub(r"\\(.)", r"\1", token["value"]), spot)


def _add_comment(draft: _Draft, text: str) -> None:
    comment = text[1:-1] if text.startswith("{") else text[1:]
    draft.comments.setdefault(len(draft.plies), []).append(comment)


def _add_ply(draft: _Draft, text: str, spot: Spot) -> None:
    draft.tags_end = True
    try:
        draft.plies.append(parse_move(text))
    except BadNotation as error:
        raise error.at(*spot) from None
    draft.spots.append(spot)


def _tokens(text: str) -> Iterator[tuple[re.Match[str], Spot]]:
    lines = [0, *(match.end() for match in re.finditer("\n", text))]
    offset = 0
    while offset < len(text):
        line = bisect_right(lines, offset)
        spot = Spot(line, offset - lines[line - 1] + 1)
        token = _TOKEN.match(text, offset)
        if token is None:
            raise _unreadable(text[offset:].split("\n", 1)[0]).at(*spot)
        yield token, spot
        offset = token.end()


def _unreadable(rest: str) -> BadNotation:
    if rest.startswith("["):
        return BadNotation("tag", rest, r'[Name "value"], with \" and \\ for " and \ in the value')
    if rest.startswith("{"):
        return BadNotation("comment", rest, "a comment that ends with }")
    return BadNotation("plies", rest, "plies such as R+, comments in { } or behind ;, or the tags of the next game")


def _record(draft: _Draft) -> Record:
    seats = _seats(draft)
    position = _start(draft, len(seats))
    return Record(
        position,
        seats,
        tuple(draft.plies),
        tags={name: tag.value for name, tag in draft.tags.items() if not is_own_tag(name)},
        comments={ply: tuple(comments) for ply, comments in draft.comments.items()},
        claim=_claim(draft, len(seats)),
        spots=tuple(draft.spots),
    )


def _seats(draft: _Draft) -> tuple[str, ...]:
    names = sorted(name for name in draft.tags if re.fullmatch("Seat[0-9]+", name))
    if names != [f"Seat{seat}" for seat in range(1, len(names) + 1)] or not 2 <= len(names) <= 5:
        accepted = "the tags Seat1, Seat2 and so on without a gap, 2 to 5"
        raise BadNotation("seats", " ".join(names), accepted).at(*draft.spot)
    return tuple(draft.tags[name].value for name in names)


def _start(draft: _Draft, players: int) -> Position:
    if "Start" in draft.tags:
        return _given_start(draft, players)
    path, first = _required(draft, "Path"), _required(draft, "First")
    if first.value not in map(str, range(1, players + 1)):
        raise BadNotation("First", first.value, f"1 to {players}").at(*first.spot)
    options = draft.tags.get("Options")
    try:
        fresh = start(players, path.value, first=int(first.value))
    except BadSetup:
        accepted = (
            "a full path: 1 to 9 of each colour, equally many, colours from B on in the order BRYGP, up to 5 W and 5 K"
        )
        raise BadNotation("Path", path.value, accepted).at(*path.spot) from None
    if options is None:
        return fresh
    if options.value == "-":
        raise BadNotation("options", options.value, "no Options tag if no option is on").at(*options.spot)
    try:
        return replace(fresh, options=parse_options(options.value, len(path.value)))
    except BadNotation as error:
        raise error.at(*options.spot) from None


def _given_start(draft: _Draft, players: int) -> Position:
    tag = draft.tags["Start"]
    if double := [name for name in _START_TAGS if name in draft.tags]:
        accepted = "Start, or Path and First with Options, but not both"
        raise BadNotation(double[0], draft.tags[double[0]].value, accepted).at(*draft.tags[double[0]].spot)
    try:
        position = parse_position(tag.value)
    except BadNotation as error:
        raise error.at(*tag.spot) from None
    if position.players != players:
        raise BadNotation("Start", tag.value, f"a position with {players} hands, one for each seat").at(*tag.spot)
    return position


def _required(draft: _Draft, name: str) -> _Tag:
    if name not in draft.tags:
        raise BadNotation(name, "", "the tags Path and First, or Start, in each game").at(*draft.spot)
    return draft.tags[name]


def _claim(draft: _Draft, players: int) -> Claim | None:
    if "Result" not in draft.tags:
        return None
    claim = draft.tags["Result"]
    if claim.value != UNFINISHED and not re.fullmatch(
        rf"-?[0-9]{{1,4}}(/-?[0-9]{{1,4}}){{{players - 1}}}", claim.value
    ):
        raise BadNotation("Result", claim.value, f"{players} scores with / between them, or *").at(*claim.spot)
    return Claim(claim.value, claim.spot)
