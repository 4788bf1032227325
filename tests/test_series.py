"""R22: as many games as players, each begun by another seat; totals are added and ties share."""

from dataclasses import replace
from random import Random

import pytest

from bigpoints.bpr import parse_records, records_text
from bigpoints.errors import BadNotation, BadSetup, NotOver
from bigpoints.notation import parse_move
from bigpoints.position import Material, Options
from bigpoints.record import Claim, Record, Spot
from bigpoints.rules import best, scores
from bigpoints.series import Series, series_games, series_of
from support.strategies import played_out

SEATS = ("Anna", "Ben", "Clara")
TINY = Material(colours=2, discs=2, white=1, black=0)


def finished(record: Record, seed: int) -> Record:
    return replace(record, plies=tuple(ply.move for ply in played_out(record.start, Random(seed))))


def whole_series(first: int = 2, games: int = 3) -> Series:
    series = Series("Sunday", SEATS, first)
    for number in range(games):
        series = series.begin(Random(number))
        series = series.going_on(finished(series.games[-1], number))
    return series


def test_each_seat_begins_one_game_and_the_start_passes_clockwise() -> None:
    assert [game.start.seat for game in whole_series(first=2).games] == [2, 3, 1]


def test_a_series_is_over_after_as_many_games_as_there_are_players() -> None:
    assert not whole_series(games=2).is_over
    assert whole_series().is_over
    with pytest.raises(BadSetup, match="series is over"):
        whole_series().begin(Random(9))


def test_the_totals_are_the_sums_of_the_scores() -> None:
    series = whole_series()
    columns = [scores(game.final) for game in series.games]
    assert series.totals == tuple(a + b + c for a, b, c in zip(*columns, strict=True))
    assert Series("Sunday", SEATS, 1).totals == (0, 0, 0)


def test_the_highest_sum_wins_and_ties_share() -> None:
    series = Series("short", ("Anna", "Ben"), 1)
    for _ in range(2):
        series = series.begin("BRWBR")
        series = series.going_on(replace(series.games[-1], plies=tuple(map(parse_move, ("B+", "R-", "B^", "R^")))))
    assert [scores(game.final) for game in series.games] == [(1, 1), (1, 1)]
    assert series.winners == (1, 2)


def test_the_first_game_alone_does_not_decide() -> None:
    series = whole_series()
    assert series.totals[series.winners[0] - 1] == max(series.totals)
    assert series.winners != best(scores(series.games[0].final))


def test_nobody_has_won_a_series_that_goes_on() -> None:
    with pytest.raises(NotOver, match="2 of 3 games"):
        _ = whole_series(games=2).winners


def test_an_unfinished_game_counts_for_nothing_and_must_end_before_the_next() -> None:
    series = whole_series(games=1).begin(Random(5))
    assert series.totals == whole_series(games=1).totals
    with pytest.raises(BadSetup, match="game 2 of the series is not over"):
        series.begin(Random(6))


def test_a_series_is_saved_to_a_file_and_resumed_from_it() -> None:
    series = whole_series(games=1).begin(Random(5), options=Options(inverted=True), material=TINY, tags={"Event": "x"})
    again = series_of(parse_records(records_text(series.games)))
    assert again == series
    assert again.games[-1].tags == {"Event": "x", "Series": "Sunday", "Game": "2/3"}
    over = again.going_on(finished(again.games[-1], 1)).begin(Random(7))
    assert [game.start.seat for game in over.games] == [2, 3, 1]


@pytest.mark.parametrize(
    ("tag", "old", "new", "field"),
    [
        ("Game", "2/3", "3/3", "Game"),
        ("Game", "2/3", "2/4", "Game"),
        ("Series", "Sunday", "Monday", "Series"),
    ],
)
def test_a_game_that_does_not_belong_to_the_series_is_refused(tag: str, old: str, new: str, field: str) -> None:
    first, second, third = whole_series().games
    assert second.tags[tag] == old
    strange = replace(second, tags={**second.tags, tag: new})
    with pytest.raises(BadNotation) as caught:
        series_of([first, strange, third])
    assert caught.value.field == field


def test_a_series_whose_start_does_not_pass_clockwise_is_refused() -> None:
    first, second, third = whole_series(first=2).games
    stubborn = replace(second, start=replace(second.start, seat=2), plies=())
    with pytest.raises(BadNotation, match="First: found '2'; accepted: 3 in game 2"):
        series_of([first, stubborn, third])


def test_other_seats_make_another_series() -> None:
    first, second, _ = whole_series().games
    with pytest.raises(BadNotation, match="seats"):
        series_of([first, replace(second, seats=("Anna", "Clara", "Ben"))])


def test_a_gap_in_a_series_is_refused() -> None:
    first, second, third = whole_series().games
    with pytest.raises(BadNotation, match="unfinished"):
        series_of([first, replace(second, plies=second.plies[:3]), third])
    with pytest.raises(BadNotation, match="Series tag"):
        series_of([])


@pytest.mark.parametrize(
    ("seats", "first"), [(("Anna",), 1), (("a", "b", "c", "d", "e", "f"), 1), (SEATS, 4), (SEATS, 0)]
)
def test_a_series_needs_two_to_five_players_and_a_seat_to_begin(seats: tuple[str, ...], first: int) -> None:
    with pytest.raises(BadSetup):
        Series("x", seats, first)


def test_a_series_with_an_illegal_ply_or_a_false_result_is_refused() -> None:
    first, second, third = whole_series().games
    false = replace(second, claim=Claim("1/2/3", Spot(9, 1)))
    with pytest.raises(BadNotation, match="Result"):
        series_of([first, false, third])


def test_the_games_of_a_file_are_sorted_by_their_series() -> None:
    games = whole_series().games
    other = [replace(game, tags={**game.tags, "Series": "Monday"}) for game in games]
    single = replace(games[0], tags={})
    mixed = [games[0], other[0], single, games[1], other[1]]
    assert series_games(mixed) == {"Sunday": [games[0], games[1]], "Monday": other[:2]}
