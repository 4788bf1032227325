"""A server of tables: creating them, finding them, sitting down at one."""

import re
import secrets
from typing import Unpack, cast

from bigpoints.client.errors import NotBigPoints, NotThere
from bigpoints.client.http import HttpClient
from bigpoints.client.table import Table
from bigpoints.client.views import Summary, read_summary, read_view
from bigpoints.contract.constants import BOT_PREFIX, LEAST_PLAYERS, LONGEST_CODE, BotName
from bigpoints.contract.requests import Join, NewSeat, NewTable, QuickGame, RestRequest, Setup
from bigpoints.errors import quoted
from bigpoints.notation import position_text
from bigpoints.position import Position

_PATIENCE_SECONDS = 300.0


class Server:
    """A Big Points server, by its address or by any link to it, and your identity there.

    Keep the `token`: with it you have the same tables and seats the next time. A lost connection is retried for
    `patience` seconds.
    """

    def __init__(self, url: str, token: str | None = None, patience: float = _PATIENCE_SECONDS) -> None:
        self._http = HttpClient(url, token, patience)

    @property
    def url(self) -> str:
        """Address of the server."""
        return self._http.url

    @property
    def token(self) -> str:
        """Your secret there; it gives access to your seats."""
        return self._http.token

    def create(
        self,
        *seats: str | None,
        start: Position | str | None = None,
        record: str | None = None,
        **setup: Unpack[Setup],
    ) -> Table:
        """Create a table that is yours: `create("Anna", "bot:level3", None)` seats you and a bot; seat 3 stays free.

        The first game may start from a position, or continue a record (BPR).
        """
        players = max(LEAST_PLAYERS, len(seats))
        body: NewTable = {"setup": {"players": players, **setup}, "seats": [*map(_new_seat, seats)]}
        if start is not None:
            body["start"] = position_text(start) if isinstance(start, Position) else start
        if record is not None:
            body["record"] = record
        return self._post("/api/tables", body)

    def quick(self, name: str, bot: str = "level3", opponents: int = 1, **setup: Unpack[Setup]) -> Table:
        """Create a table against bots and begin at once; you have seat 1."""
        body: QuickGame = {"name": name, "bot": _bot_name(bot), "opponents": opponents, "setup": setup}
        return self._post("/api/quick", body)

    def join(self, code_or_link: str, name: str, seat: int | None = None) -> Table:
        """Take a free seat at a table: the given one, or the first."""
        body: Join = {"id": secrets.token_hex(8), "name": name, "seat": seat}
        return self._post(f"/api/tables/{self._code(code_or_link)}/seats", body)

    def table(self, code_or_link: str) -> Table:
        """Open a table as it is: to watch it, or to continue in your seats."""
        answer = self._http.request("GET", f"/api/tables/{self._code(code_or_link)}")
        return Table(self._http, self._http.parse(read_view, answer))

    def tables(self) -> list[Summary]:
        """The tables that you own or sit at, newest first."""
        answer = self._http.request("GET", "/api/tables")
        return self._http.parse(lambda data: [*map(read_summary, data["tables"])], answer)

    def _post(self, path: str, body: RestRequest) -> Table:
        answer = self._http.request("POST", path, body)
        return Table(self._http, self._http.parse(lambda data: read_view(data["view"]), answer))

    def _code(self, code_or_link: str) -> str:
        """The code of a table, given as people write it or inside a link."""
        link = re.fullmatch(r"(https?://[^/#?]+)/?#/table/([\w -]+)", code_or_link.strip())
        if link and link[1].lower() != self.url.lower():
            raise NotThere(f"{quoted(code_or_link)} leads to another server than {self.url}")
        code = re.sub(r"[\s-]", "", link[2] if link else code_or_link)
        if not re.fullmatch(rf"[0-9A-Za-z]{{1,{LONGEST_CODE}}}", code):
            raise NotBigPoints(f"{quoted(code_or_link)} is no table; accepted: a code such as ABCD-2345, or a link")
        return code


def _new_seat(occupant: str | None) -> NewSeat:
    if occupant is None:
        return {}
    if not occupant.startswith(BOT_PREFIX):
        return {"name": occupant}
    return {"bot": _bot_name(occupant.removeprefix(BOT_PREFIX))}


def _bot_name(name: str) -> BotName:
    return cast("BotName", name)  # The server says which bots there are.
