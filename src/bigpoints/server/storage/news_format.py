"""News of tables between workers: what a notification of the database says."""

import re
from collections.abc import Iterator, Mapping

CHANNEL = "bigpoints"
_VERSION = re.compile("[0-9]{1,10}")
_LONGEST = 7_900
"""Bytes; PostgreSQL takes 7,999. Codes of tables are ASCII."""


def payloads(changes: Mapping[str, int]) -> Iterator[str]:
    """The texts that tell the newest versions of tables, 0 for one that is gone: `CODE:version` with spaces between."""
    payload = ""
    for table, version in changes.items():
        news = f"{table}:{version}"
        if payload and len(payload) + len(news) >= _LONGEST:
            yield payload
            payload = ""
        payload = f"{payload} {news}" if payload else news
    if payload:
        yield payload


def parse_payload(text: str) -> dict[str, int]:
    """The newest versions of tables that a text tells; what is no news is skipped, since anybody may notify."""
    pairs = (news.rpartition(":") for news in text.split())
    return {table: int(version) for table, _, version in pairs if table and _VERSION.fullmatch(version)}
