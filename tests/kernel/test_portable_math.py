"""Logarithm and exponential out of plain arithmetic: near enough to the true ones, and rising as they do."""

import ast
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigpoints.kernel import portable_math
from bigpoints.kernel.portable_math import exp_of, log_of


@given(st.integers(1, 1 << 60))
def test_the_logarithm_is_right_to_six_digits(number: int) -> None:
    assert log_of(number) == pytest.approx(math.log(number), abs=2e-7)


@given(st.integers(1, 1 << 20))
def test_a_larger_number_has_a_larger_logarithm(number: int) -> None:
    assert log_of(number) < log_of(number + 1)


def test_the_logarithm_of_one_is_nothing() -> None:
    assert log_of(1) == 0


@given(st.floats(-40, 40))
def test_the_exponential_is_right_to_eight_digits(number: float) -> None:
    assert exp_of(number) == pytest.approx(math.exp(number), rel=1e-8)


@pytest.mark.parametrize(("number", "taken"), [(-1e30, -40.0), (-40.5, -40.0), (40.5, 40.0), (math.inf, 40.0)])
def test_a_number_beyond_forty_is_taken_as_forty(number: float, taken: float) -> None:
    assert exp_of(number) == exp_of(taken)


def test_no_library_computes_them() -> None:
    """A library's logarithm differs by a last bit from one machine to the next; rounding down does not."""
    tree = ast.parse(Path(portable_math.__file__).read_text(encoding="utf-8"))
    from_libraries = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert from_libraries <= {"int64", "floor"}
    assert not any(isinstance(node, ast.Pow) for node in ast.walk(tree))
