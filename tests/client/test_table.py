"""A remote table: whole games, commands, hints, and what is done about stale and lost views."""

from random import Random

import pytest
from websockets.sync.server import ServerConnection

from bigpoints import parse_records
from bigpoints.client import Refused, Server, Setup, Table
from bigpoints.errors import BigPointsError
from support.scripted_server import hear, refusal, say, table_with_scenes, view
from support.server_process import Server as ServerProcess

SMALL: Setup = {"colours": 2, "discs": 2, "white": 1, "black": 1, "bot_delay_ms": 0}


def play_out(table: Table, rng: Random) -> int:
    """Play a game to its end at random; gives the number of our plies."""
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
        first = table.record()
        table.next_game()
        assert table.view.game == 2
        play_out(table, Random(2))
        standings = table.view.standings
        assert standings
        assert (len(standings.games), standings.of) == (2, 2)
        assert standings.winners
        assert table.record(1) == first != table.record()


def test_a_table_waits_for_others(home: Server, server: ServerProcess) -> None:
    with home.create("Anna", None, **SMALL) as table, Server(server.url).join(table.link, "Ben"):
        view = table.until(lambda view: view.state == "playing")
        assert [seat.name for seat in view.seats] == ["Anna", "Ben"]


def test_a_turn_is_yielded_once() -> None:
    def that_repeats(connection: ServerConnection) -> None:
        say(connection, view(3), view(3), view(4, turn=2), view(5), view(6, turn=None))
        hear(connection)

    with table_with_scenes(that_repeats) as table:
        assert [seen.version for seen in table.turns()] == [3, 5]


# --- Commands ---------------------------------------------------------------------------------------------------------


def test_an_undo_that_concerns_others_needs_them_to_agree(home: Server, server: ServerProcess) -> None:
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


def test_a_move_for_a_game_that_has_moved_on_is_not_made(home: Server, server: ServerProcess) -> None:
    with home.create("Anna", "Ben", first=1) as table, Server(server.url, home.token).table(table.code) as tab:
        assert tab.play(tab.view.moves[0])
        assert not table.play(table.view.moves[0])
        assert table.view.version == tab.view.version


def test_a_bot_plays_for_somebody_who_leaves_until_they_come_back(home: Server) -> None:
    with home.quick("Robby", "random", **SMALL | {"bot_delay_ms": 10_000}) as table:
        table.leave()
        assert table.view.seats[0].bot == "level3"
        assert not table.view.is_yours
        table.come_back()
        assert table.view.seats[0].bot is None


def test_the_owner_begins_and_bots_take_the_free_seats(home: Server) -> None:
    with home.create("Anna", None, None, stand_in="random") as table:
        table.start()
        assert [seat.bot for seat in table.view.seats] == [None, "random", "random"]


def test_a_refusal_has_its_code_and_its_parameters(home: Server) -> None:
    with home.quick("Robby", "random", first=1) as table, pytest.raises(Refused) as refused:
        table.play("R^")
    assert refused.value.code == "illegal_move"
    assert refused.value.about["move"] == "R^"
    assert "\n" not in str(refused.value)


def test_a_command_that_the_server_cannot_read_is_refused_with_the_field(home: Server) -> None:
    with home.quick("Robby", "random") as table, pytest.raises(Refused, match=r"field=bot\.bot"):
        table.command("bot", seat=2, bot="nobody")


def test_with_several_seats_the_caller_says_which_is_meant(home: Server) -> None:
    with (
        home.create("Anna", "Ben") as table,
        pytest.raises(BigPointsError, match="say which seat you mean; yours: 1, 2"),
    ):
        table.undo()


def test_a_command_that_came_too_fast_is_sent_again() -> None:
    def that_is_slow(connection: ServerConnection) -> None:
        first = hear(connection)
        say(connection, refusal("too_fast"))
        assert hear(connection) == first
        say(connection, {"answer": {"id": first["id"], "version": 4}, **view(4, turn=2)})
        hear(connection)

    with table_with_scenes(that_is_slow) as table:
        assert table.play("R-")


def test_a_heartbeat_that_shows_a_gap_makes_the_client_ask_for_the_view() -> None:
    def that_forgets_a_view(connection: ServerConnection) -> None:
        say(connection, view(3, turn=2), {"beat": 3}, {"beat": 4})
        assert hear(connection) == {"do": "view"}
        say(connection, view(4))
        hear(connection)

    with table_with_scenes(that_forgets_a_view) as table:
        assert table.until(lambda view: view.version > 3).version == 4


# --- Questions --------------------------------------------------------------------------------------------------------


def test_a_hint_is_a_legal_move_with_its_reasons(home: Server) -> None:
    with home.create("Anna", "Ben", start="BKRBR 0,0 BR -/- 2 m", hints=True) as table:
        hint = table.hint()
        assert (hint.seat, hint.version) == (2, table.view.version)
        assert hint.move in table.view.moves
        assert hint.reasons
        assert {advice.move for advice in hint.alternatives} <= set(table.view.moves) - {hint.move}
        assert table.play(hint.move)


def test_a_hint_for_a_certain_seat_is_refused_when_another_is_to_move(home: Server) -> None:
    with home.create("Anna", "Ben", first=1, hints=True) as table:
        assert table.hint(1).seat == 1
        with pytest.raises(Refused) as refused:
            table.hint(2)
    assert (refused.value.code, refused.value.about) == ("not_your_turn", {"seat": 1})


def test_a_table_without_hints_gives_none(home: Server) -> None:
    with pytest.raises(Refused, match="the table gives no hints"):
        home.create("Anna", "Ben").hint()
