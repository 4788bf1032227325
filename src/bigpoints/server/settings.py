"""Everything that can be set about the server: by flags, by the environment, or left as it is."""

import os
import sys
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from platformdirs import user_data_path
from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bigpoints.errors import BigPointsError, quoted
from bigpoints.server.ops.hosts import parse_host, parse_network, parse_origin

_PREFIX = "BIGPOINTS_"
_WORDS = {"integer": "a whole number", "number": "a number", "boolean": "true or false"}


class BadSettings(BigPointsError):
    """Settings that cannot be used; `faults` has a line for each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        return "; ".join(self.faults)


def _apart(value: object) -> object:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Host = Annotated[str, AfterValidator(parse_host)]
Hosts = Annotated[tuple[Host, ...], NoDecode, BeforeValidator(_apart)]
Networks = Annotated[tuple[Annotated[str, AfterValidator(parse_network)], ...], NoDecode, BeforeValidator(_apart)]
Seconds = Annotated[float, Field(ge=0.1, le=3600, allow_inf_nan=False)]
Rate = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]
Many = Annotated[int, Field(ge=0, le=1_000_000)]
Burst = Annotated[int, Field(ge=1, le=1_000_000)]


class Settings(BaseSettings):
    """What the server is set to. A limit of 0 is none."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, env_ignore_empty=True, extra="forbid", frozen=True)

    host: Host = Field("127.0.0.1", description="Address to listen on; 0.0.0.0 lets others in the network join.")
    port: int = Field(5055, ge=0, le=65535, description="Port to listen on; 0 takes any free one.")
    public_url: Annotated[str, AfterValidator(parse_origin)] | None = Field(
        None, description="Address under which browsers reach the server, if it is another one, as behind a proxy."
    )
    allowed_hosts: Hosts = Field((), description="More names under which browsers may reach the server.")
    trusted_proxies: Networks = Field((), description="Proxies that are believed whom they forward for.")
    data: Path = Field(
        default_factory=lambda: user_data_path("bigpoints", appauthor=False) / "server",
        description="Folder of the tables.",
    )
    keep_days: int = Field(30, ge=1, le=36_500, description="Tables that nobody used for so many days are deleted.")

    workers_for_bots: int = Field(
        default_factory=lambda: max(1, _processors() - 1), ge=1, le=256, description="Processes that bots think in."
    )
    bot_hash_megabytes: int = Field(32, ge=1, le=4096, description="Memory of each of them for what it has searched.")

    away_seconds: Seconds = Field(20, description="A seat without a connection for so long shows as away.")
    beat_seconds: Seconds = Field(15, description="Time between heartbeats.")
    stuck_seconds: Seconds = Field(10, description="A client that takes nothing for so long is disconnected.")

    tables_per_address: Many = Field(120, description="Tables that an address may make in an hour.")
    clients_per_address: Many = Field(60, description="Clients that an address may have connected.")
    messages_per_second: Rate = Field(20, description="Messages a second that a client may send for long.")
    messages_burst: Burst = Field(40, description="Messages that a client may send at once.")
    address_messages_per_second: Rate = Field(200, description="Messages a second of all clients of an address.")
    address_messages_burst: Burst = Field(400, description="Messages at once of all clients of an address.")
    requests_per_second: Rate = Field(20, description="Requests a second that an address may send for long.")
    requests_burst: Burst = Field(60, description="Requests that an address may send at once.")
    body_bytes: int = Field(65_536, ge=1024, le=16_777_216, description="Largest request.")
    message_bytes: int = Field(4096, ge=1024, le=1_048_576, description="Largest message on a socket.")

    log_format: Literal["auto", "json", "text"] = Field(
        "auto", description="How logs are written: json, text, or auto, which is text on a terminal."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="From which level on logs go.")
    open_browser: bool = Field(
        default_factory=lambda: sys.stdout.isatty(), description="Whether to open a browser at the start."
    )

    @classmethod
    def given(cls, **flags: object) -> Self:
        """The settings with these flags; what is None comes from the environment, or stays as it is."""
        values: dict[str, Any] = {name: value for name, value in flags.items() if value is not None}
        try:
            return cls(**values)
        except ValidationError as error:
            raise BadSettings(tuple(_fault(cls, detail) for detail in error.errors())) from None


def _fault(settings: type[Settings], detail: ErrorDetails) -> str:
    name = str(detail["loc"][0])
    found = quoted(str(detail["input"]))
    if name not in settings.model_fields:
        return f"{name}: there is no such setting"
    own_words = detail.get("ctx", {}).get("error")
    accepted = str(own_words) if own_words else _accepted(settings.model_json_schema()["properties"][name])
    return f"{name} ({_PREFIX}{name.upper()}): found {found}; accepted: {accepted}"


def _accepted(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return f"{', '.join(schema['enum'][:-1])} or {schema['enum'][-1]}"
    words = _WORDS.get(schema.get("type", ""), "a text")
    return f"{words} from {schema['minimum']} to {schema['maximum']}" if "minimum" in schema else words
