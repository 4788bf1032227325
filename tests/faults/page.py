"""What was tried and what came of it, as the page on the server shows it: written from the kept results."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from faults.ledger import Numbers

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "server.md"
FAULTS, MESSAGES = DOCS / "data" / "faults.json", DOCS / "data" / "malformed.json"
_BEGIN, _END = "<!-- what was tried -->", "<!-- end of what was tried -->"
_HEAD = """| tried | how often | acknowledged meanwhile | lost | stored twice | longest wait afterwards |
|---|---|---|---|---|---|"""
_TRIED = {
    "sqlite": ("one server on SQLite", "kills"),
    "postgresql": ("three workers on PostgreSQL", "kills"),
    "network": ("lines between three workers and PostgreSQL", "cuts"),
}
_PARTS = {
    "worker": "of servers",
    "start": "of starts",
    "bots": "of bot processes",
    "database": "of PostgreSQL",
    "cut": "whole",
    "halved": "in the middle of a message",
    "held": "held up for a while",
}


def write_page() -> None:
    """Write the results that are kept into the page."""
    text = PAGE.read_text(encoding="utf-8")
    written = f"{_BEGIN}\n\n{tables(_kept(FAULTS), _kept(MESSAGES))}\n\n{_END}"
    PAGE.write_text(re.sub(f"{_BEGIN}.*{_END}", lambda _: written, text, flags=re.DOTALL), encoding="utf-8")


def tables(faults: Mapping[str, Numbers], messages: Mapping[str, Numbers]) -> str:
    """The results in Markdown: a table of faults, and a sentence on messages for each kind."""
    rows = [_row(*_TRIED[kind], numbers) for kind, numbers in faults.items()]
    return "\n".join([_HEAD, *rows, "", *(_sentence(kind, numbers) for kind, numbers in messages.items())]).strip()


def _row(what: str, counted: str, numbers: Numbers) -> str:
    parts = [f"{numbers[f'{counted}_of_{part}']:,} {words}" for part, words in _PARTS.items() if _has(part, numbers)]
    often = f"{numbers[counted]:,} {counted}: {', '.join(parts)}"
    commands = f"{numbers['acknowledged_commands']:,} commands"
    wait = f"{numbers['longest_stuck_seconds']:g} s"
    return f"| {what} | {often} | {commands} | {numbers['lost']} | {numbers['twice']} | {wait} |"


def _has(part: str, numbers: Numbers) -> bool:
    return any(name.endswith(f"_of_{part}") for name in numbers)


def _sentence(kind: str, numbers: Numbers) -> str:
    what = {"malformed": "malformed messages", "almost_right": "commands that are almost right"}[kind]
    most = f"{numbers['most_messages_to_one_server']:,} of them to one server"
    return f"- {numbers['messages']:,} {what}, {most}: its memory grew by {numbers['most_growth_kb'] / 1000:.1f} MB."


def _kept(file: Path) -> Mapping[str, Numbers]:
    kept: Mapping[str, Numbers] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return kept
