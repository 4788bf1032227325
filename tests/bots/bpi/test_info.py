"""Choices as `info` lines, written and parsed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigpoints.bots.bot import Choice
from bigpoints.bots.bpi.info import Info, info_text, parse_info
from bigpoints.notation import parse_move, parse_position
from bigpoints.position import Position
from bigpoints.rules import legal_moves
from support.strategies import positions

HERE = parse_position("G.K.PRYKPGB.WB 11,0,0,1,5 BRYGP YW/R 2 m")
THREE = parse_position("..BR 3,0 BR R/B/- 1 m")
B, R = parse_move("B-"), parse_move("R+")


def test_a_bot_that_does_not_judge_says_its_move() -> None:
    assert info_text(Choice(B), 0, 2) == "info time 0 pv B-"


def test_everything_known_stands_in_the_order_of_the_notation() -> None:
    choice = Choice(B, (0.25, 0.75), -1.5, True, 7, 900, 0.5, (B, R))
    text = "info depth 7 nodes 900 nps 1800 time 750 value 0.2500 0.7500 margin -1.5 exact pv B- R+"
    assert info_text(choice, 0.75, 2) == text


def test_a_bot_without_a_clock_is_measured_from_outside() -> None:
    assert info_text(Choice(B, nodes=900), 0.5, 2) == "info nodes 900 nps 1800 time 500 pv B-"


@pytest.mark.parametrize(("margin", "text"), [(3, "3"), (0.126, "0.13"), (-0.001, "0"), (-0.0, "0"), (-12.5, "-12.5")])
def test_a_margin_has_two_decimals_at_most(margin: float, text: str) -> None:
    assert f" margin {text} " in info_text(Choice(B, margin=margin), 1, 2)


def test_a_margin_is_for_two_players() -> None:
    assert "margin" not in info_text(Choice(B, margin=1), 1, 3)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=5).filter(lambda shares: sum(shares) > 0.01))
def test_written_shares_add_up_to_one_and_are_near_the_true_ones(weights: list[float]) -> None:
    shares = [weight / sum(weights) for weight in weights]
    written = info_text(Choice(B, tuple(shares)), 1, len(shares)).partition("value ")[2].partition(" pv")[0].split()
    assert sum(round(float(share) * 10_000) for share in written) == 10_000
    for share, text in zip(shares, written, strict=True):
        assert float(text) == pytest.approx(share, abs=1.1e-4)


@given(positions(), st.data())
def test_what_is_written_is_understood(position: Position, data: st.DataObject) -> None:
    if position.is_over:
        return
    weights = data.draw(st.lists(st.floats(0.01, 1), min_size=position.players, max_size=position.players))
    value = tuple(weight / sum(weights) for weight in weights)
    margin = data.draw(st.floats(-50, 50)) if position.players == 2 else None
    move = data.draw(st.sampled_from(legal_moves(position)))
    choice = Choice(move, value, margin, data.draw(st.booleans()), 3, 17, 0.5, (move,))
    info = parse_info(info_text(choice, 1, position.players), position, Info())
    assert (info.depth, info.nodes, info.exact, info.line) == (3, 17, choice.exact, (move,))
    assert info.value == pytest.approx(value, abs=1.1e-4)
    assert info.margin == (None if margin is None else pytest.approx(margin, abs=0.006))
    assert info.choice(move).line == (move,)


def test_lines_add_to_one_another() -> None:
    info = parse_info("info depth 3 value 0.5 0.5 exact", HERE, Info())
    info = parse_info("info nodes 70 pv B- R+", HERE, info)
    assert info == Info(3, 70, (0.5, 0.5), None, True, (B, R))


def test_a_new_judgement_is_exact_only_if_it_says_so() -> None:
    proven = Info(value=(1.0, 0.0), margin=3.0, exact=True)
    assert parse_info("info value 0.9 0.1", HERE, proven) == Info(value=(0.9, 0.1))


@pytest.mark.parametrize(
    "text",
    [
        "info",
        "info depth",
        "info depth -3 nodes many nps 5 time 3",
        "info value 0.5",
        "info value 0.5 0.2",
        "info value 1.5 -0.5",
        "info value nan nan",
        "info value 1e0 0",
        "info margin inf",
        "info margin",
        "info exact",
        "info pv",
        "info pv nonsense B-",
        "info pv P^ B-",
        f"info depth {'9' * 5000}",
    ],
)
def test_what_makes_no_sense_is_left_out(text: str) -> None:
    assert parse_info(text, HERE, Info()) == Info()


def test_a_margin_among_three_is_left_out() -> None:
    assert parse_info("info margin 3", THREE, Info()) == Info()


def test_words_of_other_protocols_do_no_harm() -> None:
    assert parse_info("info seldepth 9 depth 4 hashfull 3 nodes 5", HERE, Info()) == Info(4, 5)


def test_a_line_is_followed_as_far_as_it_can_be_played() -> None:
    assert parse_info("info pv B- R+ P^", HERE, Info()).line == (B, R)


def test_a_line_that_begins_with_another_move_is_not_that_of_the_choice() -> None:
    assert Info(line=(B, R)).choice(B).line == (B, R)
    assert Info(line=(B, R)).choice(R).line == ()


@given(st.text())
def test_nonsense_never_raises(text: str) -> None:
    parse_info(f"info {text}", HERE, Info())
