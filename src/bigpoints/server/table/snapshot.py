"""Snapshots: a table at a version as text, from which it is restored without its log.

A snapshot is derived from the log and may be deleted at any time. It carries every field of a table by its type hint,
so a new field is carried, too, and changes `FORMAT`; a hint that cannot be carried is an error at import. Whoever
changes what older events mean, without a new field, raises `_MEANING`.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints
from zlib import crc32

from bigpoints.errors import BigPointsError
from bigpoints.notation import parse_position, position_text
from bigpoints.position import Position
from bigpoints.server.table.state import Table

SNAPSHOT_EVENTS = 128
"""Events from one snapshot of a table to the next: so many are usually folded when it is loaded, at most, in 2 ms."""
_MEANING = 1
_CHECKSUM_LETTERS = 8


class BadSnapshot(BigPointsError):
    """A snapshot that cannot be read."""


def is_game_kept(before: Table, after: Table) -> bool:
    """Whether an event began a game whose snapshot is kept: the first one of each 128 versions."""
    return after.begun > before.begun and after.begun // SNAPSHOT_EVENTS > before.begun // SNAPSHOT_EVENTS


def is_due(before: Table, after: Table) -> bool:
    """Whether a snapshot is to be saved after an event."""
    return not after.version % SNAPSHOT_EVENTS or is_game_kept(before, after)


def snapshot_text(table: Table) -> str:
    """Write a snapshot: a checksum, then the fields of the table as JSON."""
    text = _to_json(_TABLE.encode(table))
    return _checksum(text) + text


def parse_snapshot(text: str) -> Table:
    """Restore a table. Raises BadSnapshot."""
    checksum, state = text[:_CHECKSUM_LETTERS], text[_CHECKSUM_LETTERS:]
    if _checksum(state) != checksum:
        raise BadSnapshot("snapshot: its checksum is wrong")
    try:
        table: Table = _TABLE.decode(json.loads(state))
    except (ArithmeticError, BigPointsError, LookupError, TypeError, ValueError) as error:
        raise BadSnapshot("snapshot: it is no table") from error
    return table


def _checksum(text: str) -> str:
    return f"{crc32(text.encode()):0{_CHECKSUM_LETTERS}x}"


# --- By type hints ----------------------------------------------------------------------------------------------------


class _Codec(NamedTuple):
    """How values of a type are written as JSON and read again; `name` says everything about their form."""

    name: str
    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]
    is_plain: bool = False
    """Whether JSON has such values itself."""


def _codec(hint: Any) -> _Codec:
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Position:
        return _Codec("position", position_text, parse_position)
    if hint in (int, str, bool, NoneType):
        return _plain(hint.__name__)
    if origin is Literal:
        return _plain("literal")
    if origin in (Union, UnionType):
        return _choice([_codec(each) for each in inner])
    if origin in (list, dict, tuple, frozenset):
        return _collection(hint, origin, inner)
    if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields")):
        return _record(hint)
    raise TypeError(f"a snapshot cannot carry {hint}")


def _plain(name: str) -> _Codec:
    return _Codec(name, lambda value: value, lambda value: value, is_plain=True)


def _choice(codecs: list[_Codec]) -> _Codec:
    """Plain values of several types, or one type or none."""
    name = "|".join(codec.name for codec in codecs)
    if all(codec.is_plain for codec in codecs):
        return _plain(name)
    first, *others = codecs
    if [codec.name for codec in others] != [NoneType.__name__]:
        raise TypeError(f"a snapshot cannot carry {name}")
    return _Codec(
        name,
        lambda value: None if value is None else first.encode(value),
        lambda value: None if value is None else first.decode(value),
    )


def _collection(hint: Any, origin: type, inner: tuple[Any, ...]) -> _Codec:
    codecs = [_codec(each) for each in inner if each is not Ellipsis]
    name = f"{origin.__name__}[{','.join(codec.name for codec in codecs)}]"
    if origin is tuple and Ellipsis not in inner:
        return _fixed_tuple(name, codecs)
    if origin in (list, dict):
        if not all(codec.is_plain for codec in codecs):
            raise TypeError(f"a snapshot cannot carry {hint}")
        return _plain(name)
    of = codecs[0]
    if origin is frozenset:
        return _Codec(name, lambda values: sorted(map(of.encode, values)), lambda row: frozenset(map(of.decode, row)))
    if of.is_plain:
        return _Codec(name, lambda values: values, tuple)
    return _Codec(name, lambda values: [of.encode(value) for value in values], lambda row: tuple(map(of.decode, row)))


def _fixed_tuple(name: str, codecs: list[_Codec]) -> _Codec:
    return _Codec(
        name,
        lambda values: [codec.encode(value) for codec, value in zip(codecs, values, strict=True)],
        lambda row: tuple(codec.decode(value) for codec, value in zip(codecs, row, strict=True)),
    )


def _record(kind: Any) -> _Codec:
    """A named tuple or a dataclass, as a row of its fields."""
    hints = get_type_hints(kind)
    names = [each.name for each in fields(kind) if each.init] if hasattr(kind, "__dataclass_fields__") else kind._fields
    codecs = [_codec(hints[name]) for name in names]
    special = [(number, codec) for number, codec in enumerate(codecs) if not codec.is_plain]
    about = ",".join(f"{name}:{codec.name}" for name, codec in zip(names, codecs, strict=True))
    return _Codec(f"{kind.__name__}({about})", partial(_row, names, special), partial(_from_row, kind, names, special))


def _row(names: Sequence[str], special: Sequence[tuple[int, _Codec]], value: Any) -> list[Any]:
    row = [getattr(value, name) for name in names]
    for number, codec in special:
        row[number] = codec.encode(row[number])
    return row


def _from_row(kind: Any, names: Sequence[str], special: Sequence[tuple[int, _Codec]], row: list[Any]) -> Any:
    if len(row) != len(names):
        raise ValueError(f"{kind.__name__} has {len(names)} fields")
    for number, codec in special:
        row[number] = codec.decode(row[number])
    return kind(**dict(zip(names, row, strict=True)))


_TABLE = _codec(Table)
_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
FORMAT = f"{_MEANING}-{_checksum(_TABLE.name)}"
"""The form of snapshots: those of another form are not read."""
