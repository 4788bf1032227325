"""Games played out at random: every legal move is as likely as any other, and a seed gives the same games again."""

from fractions import Fraction
from functools import cache

import pytest

from bigpoints.kernel import playouts
from bigpoints.notation import parse_position
from bigpoints.position import Position
from bigpoints.rules import legal_moves, play, scores, winners

START = parse_position("GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY 0,0,0,0,0 BRYGP -/- 1 m")

Outcome = tuple[Fraction, ...]


@cache
def expected(position: Position) -> Outcome:
    """Each seat's exact share of the win and exact average score, if every move is drawn at random."""
    if position.is_over:
        won = winners(position)
        shares = (Fraction(seat in won, len(won)) for seat in range(1, position.players + 1))
        return (*shares, *map(Fraction, scores(position)))
    outcomes = [expected(play(position, move)) for move in legal_moves(position)]
    return tuple(sum(column, Fraction()) / len(outcomes) for column in zip(*outcomes, strict=True))


@pytest.mark.parametrize(
    "bpn",
    [
        pytest.param("BRRB 0,0 BR -/- 1 m", id="two colours"),
        pytest.param("BKRBRW. 0,0 BR -/K 1 m", id="black discs, one at hand, and a white one"),
        pytest.param("BKRBRW. 0,0 BR -/K 2 x", id="from the middle of a turn"),
        pytest.param("BRYBRY 0,0,0 BRY -/-/- 2 m", id="three seats"),
        pytest.param("BRKBR. 0,0 BR -/-/-/K 4 m optional_bonus,inverted,wires=2:3", id="every option and four seats"),
    ],
)
def test_games_come_out_as_often_as_equally_likely_moves_make_them(bpn: str) -> None:
    position, games = parse_position(bpn), 200_000
    result = playouts(position, games, seed=1)
    exact = expected(position)
    found = (*result.wins, *result.points)
    # A score below 20 spreads by less than 5, so an average of so many is off by less than 0.06 in all but one of 10⁷.
    assert found == pytest.approx([float(one) for one in exact], abs=0.06)
    assert result.wins == pytest.approx([float(one) for one in exact[: position.players]], abs=0.006)


def test_a_seed_gives_the_same_games_again() -> None:
    assert playouts(START, 1000, seed=3) == playouts(START, 1000, seed=3)
    assert playouts(START, 1000, seed=3) != playouts(START, 1000, seed=4)


def test_all_wins_are_shared_out_also_over_more_games_than_are_played_at_once() -> None:
    result = playouts(START, 60_000, seed=1)
    assert result.games == 60_000
    assert sum(result.wins) == pytest.approx(1)


def test_a_finished_game_comes_out_as_it_is() -> None:
    result = playouts(parse_position("..BR s1,s0 - B2R/R 1 e"), 10, seed=1)
    assert result == (10, (1.0, 0.0), (2.0, 0.0))
