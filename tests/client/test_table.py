"""The Python client at real tables: whole games, and everything else that can be done at one."""

import json
import subprocess
import sys
from random import Random
from typing import get_args, get_type_hints

import pytest

from bigpoints import parse_move, parse_position, parse_records
from bigpoints.client import NotBigPoints, NotThere, Refused, Server, Setup, Table, TableView
from bigpoints.client.errors import WORDS
from bigpoints.client.views import State, read_view
from bigpoints.errors import BigPointsError
from bigpoints.position import Colour, HiddenHand
from bigpoints.server.protocol.requests import TableView as TheirView
from bigpoints.server.table import setup as on_the_server
from bigpoints.server.table.refusals import STATUS
from support.server_process import Server as Running
from support.server_process import Visitor

SMALL: Setup = {"colours": 2, "discs": 2, "white": 1, "black": 1, "bot_delay_ms": 0}


@pytest.fixture
def home(server: Running) -> Server:
    """The server, to somebody new."""
    return Server(server.url, patience=30)


def play_out(table: Table, rng: Random) -> int:
    """Play a game to its end at random; gives the number of plies of ours."""
    return sum(table.play(rng.choice(view.moves)) for view in table.turns())


# --- Games ------------------------------------------------------------------------------------------------------------


def test_a_program_plays_a_whole_game_against_a_bot(home: Server) -> None:
    with home.quick("Robby", "level1", bot_delay_ms=0) as table:
        plies = play_out(table, Random(1))
        result = table.view.result
        assert plies >= 10
        assert result
        assert len(result.scores) == 2
        (record,) = parse_records(table.record())
    assert record.seats == ("Robby", "bot:level1")


def test_programs_join_by_the_link_and_the_game_begins(home: Server) -> None:
    with home.create("Anna", None, **SMALL) as table:
        link = table.link
        assert table.view.state == "open"
        with Server(link).join(link, "Ben") as other:
            view = table.until(lambda view: view.state == "playing")
            assert [seat.name for seat in view.seats] == ["Anna", "Ben"]
            assert (table.view.yours, other.view.yours) == ((1,), (2,))


def test_a_code_may_be_written_as_people_write_it(home: Server, server: Running) -> None:
    code = home.create("Anna").code
    table = Server(server.url).join(f" {code[:4].lower()}-{code[4:].lower()} ", "Ben", seat=2)
    assert (table.code, table.view.yours) == (code, (2,))


def test_a_program_with_several_seats_sees_the_hand_of_the_one_to_move(home: Server) -> None:
    rng = Random(2)
    with home.create("Anna", "Ben", "Clara", **SMALL) as table:
        seats = set()
        for view in table.turns():
            assert view.hand
            assert view.seat == view.hand.seat == view.turn
            seats.add(view.turn)
            table.play(rng.choice(view.moves))
        assert seats == {1, 2, 3}


def test_a_rematch_and_a_series_go_on_at_the_same_table(home: Server) -> None:
    with home.create("Anna", "bot:random", **SMALL | {"series": True}) as table:
        play_out(table, Random(1))
        table.next_game()
        assert table.view.game == 2
        play_out(table, Random(2))
        standings = table.view.standings
        assert standings
        assert (len(standings.games), standings.of) == (2, 2)
        assert standings.winners


def test_a_table_starts_from_a_position(home: Server) -> None:
    position = parse_position("BKRBR 0,0 BR -/- 2 m")
    with home.create("Anna", "Ben", start=position) as table:
        assert (table.view.position, table.view.turn) == ("BKRBR 0,0 BR ?0/?0 2 m", 2)


# --- Views ------------------------------------------------------------------------------------------------------------


def test_a_view_has_the_moves_the_hand_and_the_board_as_values_of_the_library(home: Server) -> None:
    with home.create("Anna", "Ben", start="BKRBR 0,0 BR -/- 1 m") as table:
        table.look(1)
        (move,) = [move for move in table.view.moves if str(move) == "R-"]
        assert (move.move, move.to, move.takes, move.disc) == (parse_move("R-"), "3", 2, Colour.BLACK)
        table.play(move)
        assert [str(ply) for ply in table.view.last] == ["R-"]
        assert (table.view.last[0].seat, table.view.last[0].by, table.view.last[0].origin) == (1, "person", "0")
        table.look(1)
        hand = table.view.hand
        assert hand
        assert [(disc.colour, disc.count) for disc in hand.discs] == [(Colour.BLACK, 1)]
        assert table.view.board.hands[1] == HiddenHand(0)


def test_fields_that_a_newer_server_adds_are_passed_over(anna: Visitor) -> None:
    told = anna.view(anna.create({"name": "Anna"}, {"bot": "random"}))
    assert read_view({**told, "news": 1, "seats": [{**seat, "hat": "red"} for seat in told["seats"]]}).seats[0].name


def test_the_views_of_the_client_have_every_field_that_the_server_sends() -> None:
    assert set(get_type_hints(TableView)) == set(TheirView.model_fields)
    assert get_args(State) == get_args(TheirView.model_fields["state"].annotation)


def test_the_setup_of_the_client_is_that_of_the_server() -> None:
    assert set(get_type_hints(Setup)) == set(on_the_server.Setup.model_fields)


# --- Commands ---------------------------------------------------------------------------------------------------------


def test_an_undo_that_concerns_others_needs_them_to_agree(home: Server, server: Running) -> None:
    with home.create("Anna", first=1) as table, Server(server.url).join(table.link, "Ben") as other:
        table.until(lambda view: view.is_yours)
        table.play(table.view.moves[0])
        other.until(lambda view: view.is_yours)
        other.play(other.view.moves[0])
        table.until(lambda view: view.is_yours)
        table.undo()
        assert table.view.request
        other.until(lambda view: view.request)
        other.decline()
        assert other.view.request is None
        table.until(lambda view: view.request is None)
        table.undo()
        other.until(lambda view: view.request)
        other.agree()
        assert other.view.turn == 1
        assert other.view.last == ()


def test_a_move_for_a_game_that_has_moved_on_is_not_made(home: Server, server: Running) -> None:
    with home.create("Anna", "Ben", first=1) as table, Server(server.url, home.token).table(table.code) as tab:
        assert tab.play(tab.view.moves[0])
        assert not table.play(table.view.moves[0])
        assert table.view.version == tab.view.version


def test_who_leaves_is_played_for_until_they_come_back(home: Server) -> None:
    with home.quick("Robby", "random", **SMALL | {"bot_delay_ms": 10_000}) as table:
        table.leave()
        assert table.view.seats[0].bot == "level3"
        assert not table.view.is_yours
        table.come_back()
        assert table.view.seats[0].bot is None


def test_somebody_finds_their_tables_again_by_their_token(home: Server, server: Running) -> None:
    code = home.create("Anna", None).code
    (summary,) = Server(server.url, home.token).tables()
    assert (summary.table, summary.state, summary.yours, summary.owner) == (code, "open", (1,), True)
    assert Server(server.url).tables() == []


def test_the_owner_begins_and_bots_fill_the_gaps(home: Server) -> None:
    with home.create("Anna", None, None, stand_in="random") as table:
        table.start()
        assert [seat.bot for seat in table.view.seats] == [None, "random", "random"]


def test_a_refusal_has_its_code_and_says_what_it_is_about(home: Server) -> None:
    with home.quick("Robby", "random", first=1) as table, pytest.raises(Refused) as refused:
        table.play("R^")
    assert refused.value.code == "illegal_move"
    assert refused.value.about["move"] == "R^"
    assert "\n" not in str(refused.value)


def test_what_the_server_cannot_read_is_refused_with_the_field(home: Server) -> None:
    with pytest.raises(Refused, match=r"field=setup\.discs"):
        home.create("Anna", discs=10)
    with home.quick("Robby", "random") as table, pytest.raises(Refused, match=r"field=bot\.bot"):
        table.command("bot", seat=2, bot="nobody")


def test_with_several_seats_one_says_which_is_meant(home: Server) -> None:
    with (
        home.create("Anna", "Ben") as table,
        pytest.raises(BigPointsError, match="say which seat you mean; yours: 1, 2"),
    ):
        table.undo()


def test_a_deleted_table_is_said_to_be_gone(home: Server, server: Running) -> None:
    with home.create("Anna", None) as table:
        Visitor(server.url, home.token).request("DELETE", f"/api/tables/{table.code}")
        with pytest.raises(Refused, match="there is no such table"):
            next(table.turns())


def test_every_code_of_a_refusal_has_its_words() -> None:
    assert set(WORDS) == set(STATUS)


# --- What can be wrong ------------------------------------------------------------------------------------------------


def test_a_table_that_is_not_there_is_named(home: Server) -> None:
    with pytest.raises(Refused, match=r"there is no such table \(no_such_table: table=ABCD2345\)"):
        home.join("ABCD-2345", "Robby")


@pytest.mark.parametrize("text", ["", "a/b", "http://127.0.0.1:1/#/seat/ABC", "../tables"])
def test_what_is_no_code_is_not_sent(home: Server, text: str) -> None:
    with pytest.raises(NotBigPoints, match="is no table; accepted: a code such as"):
        home.join(text, "Robby")


def test_a_link_to_another_server_is_not_followed(home: Server) -> None:
    with pytest.raises(NotThere, match="leads to another server"):
        home.join("http://127.0.0.2:5055/#/table/ABCD2345", "Robby")


@pytest.mark.parametrize("url", ["", "127.0.0.1:5055", "ftp://games.example", "http://"])
def test_what_is_no_address_is_said_to_be_none(url: str) -> None:
    with pytest.raises(NotThere, match="is no address of a server"):
        Server(url)


def test_the_client_says_in_a_line_that_it_needs_a_package() -> None:
    program = "import sys; sys.modules['websockets'] = None; import bigpoints.client"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == (
        "bigpoints.optional_deps.MissingExtra: the client needs more packages: pip install 'bigpoints[client]'"
    )


def test_the_client_needs_neither_the_packages_of_the_server_nor_the_compiler() -> None:
    program = "import json, sys; import bigpoints.client; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert not loaded & {"pydantic", "fastapi", "numpy", "numba", "bigpoints.server", "bigpoints.bots", "rich"}
