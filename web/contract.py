"""Writes what the page knows of the contract into src/lib/api: the messages as types, the constants as values."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, is_typeddict

from bigpoints.contract import answers, constants, requests, views
from bigpoints.contract.fields import fields_of

FOLDER = Path(__file__).parent / "src" / "lib" / "api"
_BY = "Written by web/contract.py from bigpoints/contract; do not edit. */\n"
_UNIONS = {"Command": requests.Command, "ClientMessage": requests.ClientMessage, "RestRequest": requests.RestRequest}
"""What the page sends."""
_ANSWERS = (
    views.Frame,
    answers.HintAnswer,
    answers.Handover,
    answers.LogAnswer,
    answers.MyTables,
    answers.RefusedAnswer,
    answers.ReplayAnswer,
    answers.TableAnswer,
)
"""What the page is sent."""
_CHOICES = {getattr(constants, name): name for name in ("BotName", "Habit", "Shape", "Variant")}
"""Choices of values that the page calls by a name; others are written out in the fields that have them."""
ROOTS = (*_UNIONS, *(answer.__name__ for answer in _ANSWERS), *_CHOICES.values())
"""The types that the page imports; the rest of the types is what these are made of."""
_CONSTANTS = (
    *("LEVELS", "BOT_PREFIX", "MOST_PLAYERS", "PLAYER_COUNTS", "SHAPES", "HABITS", "VARIANTS", "TURN_TIMES"),
    *("LONGEST_NAME", "LONGEST_REPLAY", "CODE_LETTERS", "CODE_LENGTH", "CONTRACT", "NOT_ALLOWED", "TABLE_GONE"),
)
_PLAIN = {str: "string", int: "number", bool: "boolean", NoneType: "null"}


def contract() -> str:
    """The types: every message that the page sends or is sent, and everything in it."""
    messages = sorted({*_messages_in(*_UNIONS.values(), *_ANSWERS)}, key=lambda message: message.__name__)
    choices = [f"export type {name} = {_literal(hint)};\n" for hint, name in _CHOICES.items()]
    interfaces = [_interface(message) for message in messages]
    unions = [f"export type {name} = {_names(union)};\n" for name, union in _UNIONS.items()]
    return "\n".join([f"/** What the server is sent and sends. {_BY}", *choices, *interfaces, *unions])


def shared_constants() -> str:
    """The values that page and server share."""
    values = {name: getattr(constants, name) for name in _CONSTANTS} | {"STANDARD": requests.STANDARD_SETUP}
    lines = [f"export const {name} = {_value(value)};\n" for name, value in values.items()]
    return "".join([f"/** Constants that the page shares with the server. {_BY}\n", *lines])


FILES = {FOLDER / "contract.ts": contract, FOLDER / "constants.ts": shared_constants}


# --- Types ------------------------------------------------------------------------------------------------------------


def _messages_in(*hints: Any) -> Iterator[Any]:
    """Every message in some types, however deep."""
    for hint in hints:
        if is_typeddict(hint):
            yield hint
            yield from _messages_in(*fields_of(hint).values())
        else:
            yield from _messages_in(*(inner for inner in get_args(hint) if get_origin(hint) is not Literal))


def _interface(message: Any) -> str:
    fields = [
        f"  readonly {name}{'' if name in message.__required_keys__ else '?'}: {_type(hint)};\n"
        for name, hint in fields_of(message).items()
    ]
    if message in views.OPEN_MESSAGES:
        fields.append("  readonly [about: string]: unknown;\n")
    return f"/** {message.__doc__} */\nexport interface {message.__name__} {{\n{''.join(fields)}}}\n"


def _type(hint: Any) -> str:
    origin, inner = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        return str(hint.__name__)
    if origin is Literal:
        return _CHOICES.get(hint) or _literal(hint)
    if origin is Annotated:
        return _type(inner[0])
    if origin in (Union, UnionType):
        return " | ".join(map(_type, inner))
    if origin in (list, Sequence):
        item = _type(inner[0])
        return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
    if origin is Mapping:
        return f"Readonly<Record<{_type(inner[0])}, {_type(inner[1])}>>"
    return _PLAIN[hint]


def _literal(hint: Any) -> str:
    return " | ".join(map(json.dumps, get_args(hint)))


def _names(union: Any) -> str:
    return " | ".join(message.__name__ for message in get_args(union))


# --- Values -----------------------------------------------------------------------------------------------------------


def _value(fact: object) -> str:
    return json.dumps(fact, ensure_ascii=False) + (" as const" if isinstance(fact, tuple | dict) else "")


if __name__ == "__main__":
    for file, text in FILES.items():
        file.write_text(text(), encoding="utf-8")
