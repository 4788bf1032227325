from collections import Counter
from dataclasses import replace

import pytest

from bigpoints.arena.match import Match, boards_for
from bigpoints.errors import BadSetup

NAMES = ("ann", "ben", "cid", "dan", "eve", "fay")


def match(bots: int, players: int, boards: int = 3, seed: int = 1) -> Match:
    return Match(NAMES[:bots], players, boards, seed)


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("bots", range(2, 7))
def test_every_bot_plays_every_seat_of_every_board_equally_often(bots: int, players: int) -> None:
    chosen = match(bots, players)
    seats = Counter(
        (game.board, seat, bot) for game in chosen.fixtures() for seat, bot in enumerate(game.bots, start=1)
    )
    assert len(seats) == chosen.boards * players * bots
    assert len(set(seats.values())) == 1
    assert sum(seats.values()) == chosen.games * players


def test_two_bots_and_two_players_change_sides() -> None:
    first, second = match(2, 2, boards=1).fixtures()
    assert sorted([first.bots, second.bots]) == [("ann", "ben"), ("ben", "ann")]


def test_more_bots_than_seats_play_a_round_robin() -> None:
    pairs = Counter(frozenset(game.bots) for game in match(4, 2).fixtures())
    assert set(pairs.values()) == {3 * 2}
    assert len(pairs) == 6


def test_with_fewer_bots_than_seats_each_sits_alone_against_copies_of_each_other_one() -> None:
    tables = Counter(tuple(sorted(game.bots)) for game in match(2, 4, boards=1).fixtures())
    assert tables == {("ann", "ben", "ben", "ben"): 4, ("ann", "ann", "ann", "ben"): 4}
    assert match(3, 5).games_per_board == 3 * 2 * 5


def test_the_first_bot_alone_can_sit_alone() -> None:
    match = Match(("A", "B"), 4, alone=True)
    assert match.lineups == (("A", "B", "B", "B"),)
    assert match.games_per_board == 4


@pytest.mark.parametrize(("bots", "players"), [(("A", "B"), 2), (("A",), 4)])
def test_nobody_sits_alone_where_every_bot_has_a_seat_of_its_own(bots: tuple[str, ...], players: int) -> None:
    with pytest.raises(BadSetup, match="accepted: fewer bots than seats"):
        Match(bots, players, alone=True)


def test_who_sits_beside_whom_changes_from_board_to_board() -> None:
    def circle(bots: tuple[str, ...]) -> tuple[str, ...]:
        ann = bots.index("ann")
        return bots[ann:] + bots[:ann]

    circles = [{circle(game.bots) for game in match(4, 4, 20).fixtures() if game.board == b} for b in range(20)]
    assert all(len(found) == 1 for found in circles)
    assert len(set.union(*circles)) > 3


def test_one_bot_alone_plays_itself_once_a_board() -> None:
    assert [game.bots for game in match(1, 3, boards=2).fixtures()] == [("ann",) * 3] * 2


def test_a_board_is_the_same_in_all_its_games_and_seat_1_begins() -> None:
    paths: dict[int, set[str]] = {}
    for game in match(3, 3, boards=4).fixtures():
        paths.setdefault(game.board, set()).add(game.start.path)
        assert game.start.seat == 1
    assert all(len(found) == 1 for found in paths.values())
    assert len(set.union(*paths.values())) == 4


def test_a_game_depends_on_nothing_but_the_match() -> None:
    short, long = match(2, 2, boards=2), match(2, 2, boards=9)
    assert list(short.fixtures()) == list(long.fixtures())[:4]
    assert long.fixture(3) == list(short.fixtures())[3]
    assert {game.start.path for game in short.fixtures()}.isdisjoint(
        game.start.path for game in replace(short, seed=2).fixtures()
    )


def test_every_seat_of_every_game_has_its_own_seed() -> None:
    seeds = [seed for game in match(2, 4).fixtures() for seed in game.seeds]
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize(("games", "boards"), [(1, 1), (8, 1), (9, 2), (16, 2), (17, 3)])
def test_a_number_of_games_is_rounded_up_to_whole_boards(games: int, boards: int) -> None:
    assert boards_for(match(2, 4), games) == boards


@pytest.mark.parametrize(
    ("change", "answer"),
    [
        ({"players": 1}, "players: 1 is not possible; accepted: 2 to 5"),
        ({"players": 6}, "players: 6"),
        ({"boards": 0}, "boards: 0"),
        ({"move_limit": 0.0}, "move limit: 0 seconds"),
        ({"move_limit": float("nan")}, "move limit: nan"),
        ({"bots": ()}, "there are none"),
        ({"bots": ("ann", "ben", "ann")}, "ann is named twice"),
    ],
)
def test_a_match_that_makes_no_sense_is_refused(change: dict[str, object], answer: str) -> None:
    with pytest.raises(BadSetup, match=answer):
        replace(match(2, 2), **change)  # type: ignore[arg-type]
