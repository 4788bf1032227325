"""A server of tables: making them, finding them, sitting down at one."""

import re
import secrets
from typing import Any, Literal, TypedDict, Unpack

from bigpoints.client.errors import NotBigPoints, NotThere
from bigpoints.client.http import Contact
from bigpoints.client.table import Table
from bigpoints.client.views import Json, Summary, read_summary, read_view
from bigpoints.errors import quoted
from bigpoints.notation import position_text
from bigpoints.position import Position

_BOT = "bot:"
_PATIENCE_SECONDS = 300.0


class Setup(TypedDict, total=False):
    """What a table can be made with; the server knows what each is if it is not given."""

    players: int
    first: int | None
    series: bool
    optional_bonus: bool
    inverted: bool
    wires: bool | list[int]
    open_hands: bool
    colours: int
    discs: int
    white: int
    black: int
    shape: Literal["snake", "spiral", "line"]
    turn_seconds: int | None
    patience_seconds: int | None
    stand_in: str
    bot_delay_ms: int
    watch: Literal["anyone", "nobody"]
    hints: bool


class Server:
    """A server of Big Points, by its address or by any link to it, and who you are there.

    `token` is your secret: keep it, and you have your tables and seats again the next time. A lost connection is tried
    again for `patience` seconds.
    """

    def __init__(self, url: str, token: str | None = None, patience: float = _PATIENCE_SECONDS) -> None:
        self._contact = Contact(url, token, patience)

    @property
    def url(self) -> str:
        """Its address."""
        return self._contact.url

    @property
    def token(self) -> str:
        """Your secret there."""
        return self._contact.token

    def create(
        self,
        *seats: str | None,
        start: Position | str | None = None,
        record: str | None = None,
        **setup: Unpack[Setup],
    ) -> Table:
        """A new table, yours: `create("Anna", "bot:level3", None)` seats you, a bot, and leaves seat 3 free.

        The first game may start from a position, or continue a record (BPR).
        """
        wish: Json = {"setup": {"players": max(2, len(seats)), **setup}, "seats": [*map(_new_seat, seats)]}
        if start is not None:
            wish["start"] = position_text(start) if isinstance(start, Position) else start
        if record is not None:
            wish["record"] = record
        return self._table("POST", "/api/tables", wish)

    def quick(self, name: str, bot: str = "level3", opponents: int = 1, **setup: Unpack[Setup]) -> Table:
        """A new game against bots, begun at once; you have seat 1."""
        return self._table("POST", "/api/quick", {"name": name, "bot": bot, "opponents": opponents, "setup": setup})

    def join(self, code_or_link: str, name: str, seat: int | None = None) -> Table:
        """Take a free seat at a table, the first one unless one is named."""
        wish = {"id": secrets.token_hex(8), "name": name, "seat": seat}
        return self._table("POST", f"/api/tables/{self._code(code_or_link)}/seats", wish)

    def table(self, code_or_link: str) -> Table:
        """A table as it is: to watch it, or to go on in the seats that you have there."""
        return self._at(self._contact.ask("GET", f"/api/tables/{self._code(code_or_link)}"))

    def tables(self) -> list[Summary]:
        """The tables that you own or sit at, the newest first."""
        told = self._contact.ask("GET", "/api/tables")
        try:
            return [read_summary(summary) for summary in told["tables"]]
        except (KeyError, TypeError, ValueError):
            raise self._contact.strange() from None

    def _table(self, method: str, path: str, wish: object) -> Table:
        answer = self._contact.ask(method, path, wish)
        return self._at(answer.get("view") if isinstance(answer, dict) else None)

    def _at(self, told: Any) -> Table:
        try:
            return Table(self._contact, read_view(told))
        except (KeyError, TypeError, ValueError):
            raise self._contact.strange() from None

    def _code(self, code_or_link: str) -> str:
        """The code of a table, from a link to it as well."""
        link = re.fullmatch(r"(https?://[^/#?]+)/?#/table/([\w -]+)", code_or_link.strip())
        if link and link[1].lower() != self.url.lower():
            raise NotThere(f"{quoted(code_or_link)} leads to another server than {self.url}")
        code = re.sub(r"[\s-]", "", link[2] if link else code_or_link)
        if not re.fullmatch(r"[0-9A-Za-z]{1,20}", code):
            raise NotBigPoints(f"{quoted(code_or_link)} is no table; accepted: a code such as ABCD-2345, or a link")
        return code.upper()


def _new_seat(who: str | None) -> Json:
    if who is None:
        return {}
    return {"bot": who.removeprefix(_BOT)} if who.startswith(_BOT) else {"name": who}
