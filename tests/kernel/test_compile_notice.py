"""Compiling is said: when it happens, once, and only then."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

import pytest

from bigpoints.kernel import compile_notice, jit, on_compile

Said = list[str]


@pytest.fixture
def said() -> Generator[Said]:
    """Words instead of the spinner, in the order they are said."""
    words: Said = []

    @contextmanager
    def in_words() -> Generator[None]:
        words.append("begin")
        yield
        words.append("end")

    on_compile(in_words)
    yield words
    on_compile(compile_notice.spinner)


def function(module: str) -> Callable[[int], int]:
    """A function of a module, to be compiled at its first call."""

    def one_more(number: int) -> int:
        return number + 1

    one_more.__module__ = module
    return jit.inlined(one_more)


def function_calling(other: Callable[[int], int]) -> Callable[[int], int]:
    """A function of ours that compiles another on its way."""

    def one_more(number: int) -> int:
        return other(number) + 1

    one_more.__module__ = "bigpoints.kernel.some"
    return jit.inlined(one_more)


def test_the_first_call_says_so_and_the_second_does_not(said: Said) -> None:
    work = function("bigpoints.kernel.some")
    assert work(1) == 2
    assert said == ["begin", "end"]
    assert work(2) == 3
    assert said == ["begin", "end"]


def test_a_function_that_compiles_others_on_its_way_says_so_once(said: Said) -> None:
    work = function_calling(function("bigpoints.kernel.other"))
    assert work(1) == 3
    assert said == ["begin", "end"]


def test_what_others_compile_is_their_business(said: Said) -> None:
    assert function("elsewhere")(1) == 2
    assert said == []


def test_there_is_a_spinner_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with compile_notice.spinner():
        pass
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with compile_notice.spinner():
        pass
    assert "Compiling" in capsys.readouterr().err
