"""The settings of the server: from flags, else from the environment, else their defaults."""

import os
import re
import sys
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from platformdirs import user_data_path
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainValidator,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
)
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from sqlalchemy.engine import URL

from bigpoints.errors import BigPointsError, quoted
from bigpoints.server.ops.hosts import parse_host, parse_network, parse_origin
from bigpoints.server.storage.address import is_address, parse_address, read_address

_PREFIX = "BIGPOINTS_"
_SECRETS = re.compile("(?s)^([a-z+]+:/*).*@")
_LAST_PORT = 65535
_WORDS = {"integer": "a whole number", "number": "a number", "boolean": "true or false"}


class BadSettings(BigPointsError):
    """Settings that cannot be used; `faults` has a line for each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        return "; ".join(self.faults)


def _split_list(value: object) -> object:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _refuse_url(value: object) -> object:
    if isinstance(value, str) and is_address(value):
        raise ValueError("a folder such as /var/lib/bigpoints; the address of a database goes to --database")
    return value


def _parse_database(value: object, others: ValidationInfo) -> URL | None:
    if value is None or isinstance(value, URL):
        return value
    if others.data.get("database_file"):
        raise ValueError("one address, here or in the file of BIGPOINTS_DATABASE_FILE")
    return parse_address(str(value))


def _read_database(file: object) -> URL | None:
    return None if file is None else read_address(str(file))


def _check_workers(workers: int, others: ValidationInfo) -> int:
    if workers > 1 and not others.data.get("database"):
        raise ValueError("1, or more with a PostgreSQL database: SQLite has one process; name it with --database")
    port = others.data.get("port", 0)
    if workers > 1 and port + workers > _LAST_PORT:
        raise ValueError(f"as many as there are ports above {port}: each worker has one of its own")
    return workers


def _count_processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Host = Annotated[str, AfterValidator(parse_host)]
Hosts = Annotated[tuple[Host, ...], NoDecode, BeforeValidator(_split_list)]
Networks = Annotated[tuple[Annotated[str, AfterValidator(parse_network)], ...], NoDecode, BeforeValidator(_split_list)]
Database = Annotated[URL | None, PlainValidator(_parse_database), WithJsonSchema({"type": "string"})]
DatabaseFile = Annotated[URL | None, PlainValidator(_read_database), WithJsonSchema({"type": "string"})]
Seconds = Annotated[float, Field(ge=0.1, le=3600, allow_inf_nan=False)]
Rate = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]
Many = Annotated[int, Field(ge=0, le=1_000_000)]
Burst = Annotated[int, Field(ge=1, le=1_000_000)]


class Settings(BaseSettings):
    """The settings of a server, which do not change while it runs. A limit of 0 is none."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, env_ignore_empty=True, extra="forbid", frozen=True)

    host: Host = Field(
        "127.0.0.1",
        description="Address to listen on; 0.0.0.0 for all of the machine, so that others in the network can join.",
    )
    port: int = Field(5055, ge=0, le=65535, description="Port to listen on; 0 for any free port.")
    public_url: Annotated[str, AfterValidator(parse_origin)] | None = Field(
        None, description="URL at which browsers reach the server, if it differs, as behind a proxy."
    )
    allowed_hosts: Hosts = Field((), description="Additional host names at which browsers may reach the server.")
    trusted_proxies: Networks = Field((), description="Proxies whose X-Forwarded-For header is trusted.")
    data: Annotated[Path, BeforeValidator(_refuse_url)] = Field(
        default_factory=lambda: user_data_path("bigpoints", appauthor=False) / "server",
        description="Data folder, which holds the database of tables.",
    )
    database_file: DatabaseFile = Field(None, description="File whose one line is the address of the database.")
    database: Database = Field(
        default_factory=lambda data: data.get("database_file"),
        description="Address of a PostgreSQL database, which then holds the tables.",
    )
    keep_days: int = Field(30, ge=1, le=36_500, description="Days without use before a table is moved to the trash.")
    trash_days: int = Field(7, ge=1, le=36_500, description="Days in the trash before a table is deleted for good.")

    workers: Annotated[int, AfterValidator(_check_workers)] = Field(
        1, ge=1, le=64, description="Processes that serve tables; more than one need a PostgreSQL database."
    )
    workers_for_bots: int = Field(
        default_factory=lambda data: max(1, (_count_processors() - 1) // data.get("workers", 1)),
        ge=1,
        le=256,
        description="Processes for bots that search, of each process that serves tables; quick bots have one more.",
    )
    bot_hash_megabytes: int = Field(32, ge=1, le=4096, description="Hash memory of each bot worker, in MB.")

    away_seconds: Seconds = Field(20, description="Seconds without a connection before a seat shows as away.")
    beat_seconds: Seconds = Field(15, description="Seconds between heartbeats.")
    stuck_seconds: Seconds = Field(10, description="Seconds without progress before a client is disconnected.")

    tables_per_address: Many = Field(120, description="Tables that an address may create per hour.")
    clients_per_address: Many = Field(60, description="Clients that an address may have connected at the same time.")
    # A visitor at a table has 7 for a while: 6 for the page, and the socket.
    connections_per_address: Many = Field(
        480, description="Connections that an address may have open at the same time, sockets included."
    )
    messages_per_second: Rate = Field(20, description="Messages per second from a client, in the long run.")
    messages_burst: Burst = Field(40, description="Messages from a client in a burst.")
    address_messages_per_second: Rate = Field(
        200, description="Messages per second from all clients of an address, in the long run."
    )
    address_messages_burst: Burst = Field(400, description="Messages from all clients of an address in a burst.")
    table_changes_per_second: Rate = Field(
        2, description="Commands per second of one person at a table, moves apart; of all guests three times as many."
    )
    table_changes_burst: Burst = Field(40, description="Commands of one person at a table in a burst, moves apart.")
    table_games_per_hour: Rate = Field(120, description="Games per hour at a table, after a burst of 20.")
    requests_per_second: Rate = Field(20, description="Requests per second from an address, in the long run.")
    requests_burst: Burst = Field(60, description="Requests from an address in a burst.")
    body_bytes: int = Field(65_536, ge=1024, le=16_777_216, description="Largest body of a request, in bytes.")
    message_bytes: int = Field(4096, ge=1024, le=1_048_576, description="Largest message on a socket, in bytes.")

    log_format: Literal["auto", "json", "text"] = Field(
        "auto", description="Log format: json, text, or auto, which is text on a terminal and json otherwise."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="Minimum log level.")
    open_browser: bool = Field(
        default_factory=lambda: sys.stdout.isatty(), description="Whether to open a browser when the server starts."
    )

    @classmethod
    def given(cls, **flags: object) -> Self:
        """Settings from flags; a flag of None is taken from the environment, else it has its default."""
        values: dict[str, Any] = {name: value for name, value in flags.items() if value is not None}
        try:
            return cls(**values)
        except ValidationError as error:
            details = [detail for detail in error.errors() if detail["type"] != "default_factory_not_called"]
            raise BadSettings(tuple(_fault(cls, detail) for detail in details)) from None


def _fault(settings: type[Settings], detail: ErrorDetails) -> str:
    name = str(detail["loc"][0])
    found = _found(name, str(detail["input"]))
    if name not in settings.model_fields:
        return f"{name}: there is no such setting"
    own_words = detail.get("ctx", {}).get("error")
    accepted = str(own_words) if own_words else _accepted(settings.model_json_schema()["properties"][name])
    return f"{name} ({_PREFIX}{name.upper()}): found {found}; accepted: {accepted}"


def _found(name: str, text: str) -> str:
    """What was given; an address of a database is not repeated, as it may have a password in it, wherever it stands."""
    return "an address that cannot be used" if name == "database" else quoted(_SECRETS.sub(r"\1…@", text))


def _accepted(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return f"{', '.join(schema['enum'][:-1])} or {schema['enum'][-1]}"
    words = _WORDS.get(schema.get("type", ""), "a text")
    return f"{words} from {schema['minimum']} to {schema['maximum']}" if "minimum" in schema else words
