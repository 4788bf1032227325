"""Writes src/lib/api/contract.ts: the messages of the server as TypeScript types, from its pydantic models."""

import sys
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from bigpoints.server.protocol import requests, responses
from bigpoints.server.protocol.requests import Sent
from bigpoints.server.table.commands import Wish
from bigpoints.server.table.setup import Model

TARGET = Path(__file__).parent / "src" / "lib" / "api" / "contract.ts"
_HEAD = "/** What the server is sent and sends. Written by web/contract.py from the server's models; do not edit. */\n"
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

Schema = dict[str, Any]


def _models() -> list[type[Model]]:
    """The messages, and the commands, each once."""
    named = [*vars(requests).values(), *vars(responses).values(), *get_args(get_args(Wish)[0])]
    return list(dict.fromkeys(model for model in named if _is_message(model)))


def contract() -> str:
    """The whole file."""
    modes: list[tuple[type[BaseModel], Any]] = [
        (model, "serialization" if issubclass(model, Sent) else "validation") for model in _models()
    ]
    _, schema = models_json_schema(modes, ref_template="{model}")
    definitions = schema["$defs"]
    parts = (_declaration(name, definitions[name]) for name in sorted(definitions))
    return "\n".join([_HEAD, *parts])


def _is_message(model: object) -> bool:
    return isinstance(model, type) and issubclass(model, Model) and model not in (Model, Sent)


def _declaration(name: str, schema: Schema) -> str:
    if schema.get("type") != "object":
        return f"export type {name} = {_type(schema)};\n"
    lines = [f"  readonly {_field(key, value, schema)};\n" for key, value in schema.get("properties", {}).items()]
    if schema.get("additionalProperties") is True:
        lines.append("  readonly [about: string]: unknown;\n")
    return f"export interface {name} {{\n{''.join(lines)}}}\n"


def _field(key: str, schema: Schema, owner: Schema) -> str:
    is_required = key in owner.get("required", ())
    return f"{key}{'' if is_required else '?'}: {_type(schema)}"


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(_type(member) for member in schema[union])
    return _structure(schema)


def _structure(schema: Schema) -> str:
    match schema.get("type"):
        case "array":
            return f"readonly ({_type(schema.get('items', {}))})[]"
        case "object":
            values = schema.get("additionalProperties")
            return f"Readonly<Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>>"
        case None:
            return "unknown"
        case plain:
            return _PLAIN[plain]


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(TARGET.read_text(encoding="utf-8") != contract())
    TARGET.write_text(contract(), encoding="utf-8")
