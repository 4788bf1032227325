"""A server through the client: creating tables, joining them, finding them again."""

import json
import subprocess
import sys

import pytest

from bigpoints import parse_move, parse_position, record_text
from bigpoints.client import NotBigPoints, NotThere, Refused, Server
from bigpoints.record import Record
from support.scripted_server import TOKEN, answering
from support.server_process import Server as ServerProcess


def test_a_new_table_seats_people_and_bots_and_leaves_seats_free(home: Server) -> None:
    view = home.create("Anna", "bot:random", None).view
    assert [(seat.name, seat.bot, seat.free) for seat in view.seats] == [
        ("Anna", None, False),
        ("", "random", False),
        ("", None, True),
    ]
    assert (view.owner, view.yours, view.state) == (True, (1,), "open")


def test_a_quick_game_has_begun_and_gives_you_the_first_seat(home: Server) -> None:
    view = home.quick("Robby", "random", opponents=2, series=True).view
    assert (view.state, view.yours, view.setup["series"]) == ("playing", (1,), True)
    assert [seat.bot for seat in view.seats] == [None, "random", "random"]


def test_a_table_starts_from_a_position(home: Server) -> None:
    view = home.create("Anna", "Ben", start=parse_position("BKRBR 0,0 BR -/- 2 m")).view
    assert (view.position, view.turn) == ("BKRBR 0,0 BR ?0/?0 2 m", 2)


def test_a_table_continues_a_record(home: Server) -> None:
    record = Record(parse_position("BKRBR 0,0 BR -/- 1 m"), ("Anna", "Ben")).plus(parse_move("B+"))
    view = home.create("Anna", "Ben", record=record_text(record)).view
    assert (view.turn, [str(ply) for ply in view.last]) == (2, ["B+"])


def test_programs_join_by_the_link_and_the_game_begins(home: Server) -> None:
    link = home.create("Anna", None).link
    view = Server(link).join(link, "Ben").view
    assert (view.state, view.yours, [seat.name for seat in view.seats]) == ("playing", (2,), ["Anna", "Ben"])


def test_a_code_may_be_written_as_people_write_it(home: Server, server: ServerProcess) -> None:
    code = home.create("Anna", None, None).code
    table = Server(server.url).join(f" {code[:4].lower()}-{code[4:].lower()} ", "Ben", seat=3)
    assert (table.code, table.view.yours) == (code, (3,))


def test_a_table_can_be_watched_without_a_seat(home: Server, server: ServerProcess) -> None:
    code = home.quick("Anna", "random").code
    view = Server(server.url).table(code).view
    assert (view.table, view.yours, view.hand) == (code, (), None)


def test_somebody_finds_their_tables_again_by_their_token(home: Server, server: ServerProcess) -> None:
    code = home.create("Anna", None).code
    (summary,) = Server(server.url, home.token).tables()
    assert (summary.table, summary.state, summary.yours, summary.owner) == (code, "open", (1,), True)
    assert summary.link == home.table(code).link
    assert Server(server.url).tables() == []


def test_a_bad_setup_is_refused_with_the_field(home: Server) -> None:
    with pytest.raises(Refused, match=r"field=setup\.discs"):
        home.create("Anna", discs=10)


def test_a_table_that_does_not_exist_is_named(home: Server) -> None:
    with pytest.raises(Refused, match=r"there is no such table \(no_such_table: table=ABCD2345\)"):
        home.join("ABCD-2345", "Robby")


@pytest.mark.parametrize("text", ["", "a/b", "http://127.0.0.1:1/#/seat/ABC", "../tables"])
def test_what_is_no_code_is_not_sent(text: str) -> None:
    with pytest.raises(NotBigPoints, match="is no table; accepted: a code such as"):
        Server("http://127.0.0.1:1", TOKEN).join(text, "Robby")


def test_a_link_to_another_server_is_not_followed() -> None:
    with pytest.raises(NotThere, match="leads to another server"):
        Server("http://127.0.0.1:1", TOKEN).join("http://127.0.0.2:5055/#/table/ABCD2345", "Robby")


@pytest.mark.parametrize("json_text", ['{"tables": 3}', '{"tables": [{}]}', "[]", "null"])
def test_json_of_another_server_is_told_from_ours(json_text: str) -> None:
    answer = b"HTTP/1.0 200 OK\r\n\r\n" + json_text.encode()
    with answering(answer, answer) as (url, _):
        with pytest.raises(NotBigPoints, match="no server of Big Points"):
            Server(url, TOKEN).tables()
        with pytest.raises(NotBigPoints, match="no server of Big Points"):
            Server(url, TOKEN).quick("Anna")


def test_the_client_loads_neither_the_packages_of_the_server_nor_the_compiler() -> None:
    program = "import json, sys; import bigpoints.client; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert "bigpoints.client" in loaded
    assert not loaded & {"pydantic", "fastapi", "numpy", "numba", "bigpoints.server", "bigpoints.bots", "rich"}
