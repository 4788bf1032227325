import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

from bigpoints.arena import game as games
from bigpoints.arena import timeouts
from bigpoints.arena.game import check_bots, play_game
from bigpoints.bots import registry
from bigpoints.bots.bot import BotFailed, NoSuchBot
from bigpoints.bpr import parse_records, record_text
from bigpoints.record import check
from bigpoints.rules import scores
from support.strange_bots import BOTS, NEVER, Loading, Tame, ended, small


@pytest.fixture(autouse=True)
def _strange_bots_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_warmed_up", {*BOTS})


def test_a_game_is_played_to_its_end() -> None:
    game = play_game(small("tame", "greedy").fixture(1))
    final = game.record.final
    assert final.is_over
    assert game.scores == scores(final)
    assert game.record.seats == tuple(f"bot:{bot}" for bot in game.bots)
    assert game.failure is None


def test_moves_nodes_and_seconds_are_counted_by_seat() -> None:
    game = play_game(small("tame", "greedy").fixture(0))
    tame = game.bots.index("tame")
    by_seat = [position.seat for position in game.record.positions()][: len(game.record.plies)]
    assert [thought.moves for thought in game.stats] == [by_seat.count(1), by_seat.count(2)]
    assert game.stats[tame].nodes == 3 * game.stats[tame].moves
    assert all(thought.seconds > 0 for thought in game.stats)


def test_a_bot_gets_the_seed_of_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = []

    class Seeded(Tame):
        def close(self) -> None:
            seeds.append(self.settings.seed)

    monkeypatch.setitem(registry._OURS, "tame", Seeded)
    fixture = small("tame", boards=1).fixture(0)
    play_game(fixture)
    assert tuple(seeds) == fixture.seeds


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("crashing", "tame failed: ZeroDivisionError: out of numbers"),
        ("leaving", "KeyboardInterrupt()"),
        ("cheating", "tame failed: . cannot be played"),
        ("mumbling", "tame failed: it answers with NoneType; accepted: a Choice"),
        ("hanging", "no answer within 1 s"),
        ("stillborn", "bot: stillborn cannot be made: no such thing"),
    ],
)
def test_a_bot_that_fails_loses_the_game(bot: str, reason: str) -> None:
    for fixture in small(bot, "tame", boards=1, move_limit=1 if bot == "hanging" else 60).fixtures():
        game = play_game(fixture)
        assert game.failure
        assert game.failure.reason.startswith(reason)
        assert game.bots[game.failure.seat - 1] == bot
        assert dict(zip(game.bots, game.shares, strict=True)) == {bot: 0, "tame": 1}
        assert game.scores == ()


def test_a_game_is_cut_where_a_bot_failed_and_its_record_says_so() -> None:
    game = play_game(small("crashing", "tame", boards=1).fixture(0))
    assert game.failure
    assert game.record.plies
    text = record_text(game.record)
    (record,) = parse_records(text)
    assert check(record).seat == game.failure.seat
    assert record_text(record) == text
    assert record.claim
    assert record.claim.result == "*"
    assert record.tags["Failure"] == f"seat {game.failure.seat}: {game.failure.reason}"


def test_the_others_share_the_win_when_a_bot_fails() -> None:
    game = play_game(small("cheating", "tame", players=4, boards=1).fixture(0))
    assert game.failure
    last = game.failure.seat
    assert game.places == tuple(3 if seat == last else 0 for seat in range(1, 5))
    assert game.shares == tuple(0 if seat == last else 1 / 3 for seat in range(1, 5))


def test_a_bot_that_stops_when_it_is_told_goes_on_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "GRACE_SECONDS", 30)
    game = play_game(small("pondering", "tame", boards=1, move_limit=0.02).fixture(0))
    assert game.failure is None
    pondering = game.stats[game.bots.index("pondering")]
    assert pondering.seconds >= 0.02 * pondering.moves


@pytest.mark.parametrize("other", ["greedy", "crashing", "cheating"])
def test_bots_are_closed_after_a_game_however_it_ends(other: str) -> None:
    Tame.counts.clear()
    play_game(small("tame", other, boards=1).fixture(1))
    assert Tame.counts["made"] == Tame.counts["closed"] > 0


def test_a_bot_that_cannot_be_closed_holds_nobody_up() -> None:
    assert play_game(small("clinging", "tame", boards=1).fixture(0)).failure is None


def test_what_a_bot_does_for_the_first_time_in_a_process_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_warmed_up", set())
    Tame.counts.clear()
    game = play_game(small("tame", "greedy", boards=1).fixture(0))
    assert Tame.counts == {"made": 2, "closed": 2}
    assert sum(thought.moves for thought in game.stats) == len(game.record.plies)


@pytest.mark.parametrize("jobs", [1, 2])
def test_loading_is_not_thinking_however_many_wait_for_it(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    monkeypatch.setattr(games, "_warmed_up", set())
    monkeypatch.setattr(Loading, "needed", 3.0)
    with ThreadPoolExecutor(jobs) as threads:
        played = list(threads.map(play_game, small("loading", "tame", boards=1, move_limit=0.5).fixtures()))
    assert [game.failure for game in played] == [None, None]
    assert "loading" in games._warmed_up


def test_a_bot_that_thinks_until_it_is_told_to_stop_is_told_while_it_is_warmed_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(games, "_warmed_up", set())
    monkeypatch.setattr(timeouts, "GRACE_SECONDS", 30)
    monkeypatch.setattr(games, "_LOADING_SECONDS", 1e9)
    assert play_game(small("pondering", "tame", boards=1, move_limit=0.02).fixture(0)).failure is None


def test_who_ties_shares_the_place() -> None:
    game = ended(0, "abcd", (7, 9, 9, 3))
    assert game.places == (2, 0, 0, 3)
    assert game.shares == (0, 0.5, 0.5, 0)


def test_a_game_can_travel_before_and_after_it_is_played() -> None:
    fixture = small("greedy", "random").fixture(0)
    assert pickle.loads(pickle.dumps(fixture)) == fixture
    game = play_game(fixture)
    assert pickle.loads(pickle.dumps(game)) == game


def test_bots_that_cannot_be_made_are_refused_before_any_game() -> None:
    check_bots(["greedy", "tame", "clinging"])
    with pytest.raises(NoSuchBot, match="there is no 'level99'"):
        check_bots(["greedy", "level99"])
    with pytest.raises(BotFailed, match="stillborn cannot be made: no such thing"):
        check_bots(["stillborn"])


def test_a_bot_that_hangs_while_it_is_made_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_LOADING_SECONDS", 0.1)
    monkeypatch.setitem(registry._OURS, "tame", lambda _: NEVER.wait())
    with pytest.raises(BotFailed, match=r"bot: tame was not ready within 0\.1 s"):
        check_bots(["tame"])
