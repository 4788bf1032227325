"""Any text at all: a parser reads it or refuses it with BadNotation, and what it reads it writes again.

`make fuzz` gives the parsers 100,000 texts in all.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import event, example, given
from hypothesis import strategies as st

from bigpoints.bpr import parse_records, records_text
from bigpoints.errors import BadNotation, IllegalMove
from bigpoints.notation import (
    move_text,
    options_text,
    parse_move,
    parse_options,
    parse_position,
    parse_position_url,
    parse_view,
    parse_view_url,
    position_text,
    position_url,
    view_text,
)
from bigpoints.record import check
from bigpoints.rules import view

DATA = Path(__file__).parent / "data"

Thing = TypeVar("Thing")


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def file_of(game: dict[str, Any], *, comments: bool) -> str:
    """A game of the conformance data as a file, by hand and not by the code under test."""
    tags = {"Event": 'A "quoted" \\ name', **{f"Seat{n}": f"Ä{n}" for n in range(1, game["players"] + 1)}}
    tags |= {"Path": game["path"], "First": str(game["first"])}
    if game["options"] != "-":
        tags["Options"] = game["options"]
    tags["Result"] = "/".join(map(str, game["scores"]))
    escaped = ((name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in tags.items())
    head = "".join(f'[{name} "{value}"]\n' for name, value in escaped)
    plies = list(game["moves"])
    if comments:
        plies[2:2] = ["{why\nnot}", ";to the end of the line\n"]
    return f"{head}\n{' '.join(plies)}\n\n"


def unfinished(bpn: str) -> str:
    seats = "".join(f'[Seat{n} "?"]\n' for n in range(1, bpn.split(" ")[3].count("/") + 2))
    return f'{seats}[Start "{bpn}"]\n[Result "*"]\n\n{{nothing yet}}\n\n'


POSITIONS = [case["bpn"] for name in ("positions", "variants") for case in lines(name)]
SHORT = [bpn for bpn in POSITIONS if len(bpn) < 60]
VIEWS = [view_text(view(parse_position(bpn), seat)) for bpn in POSITIONS[::3] for seat in (1, None)]
OPTIONS = sorted({game["options"] for game in lines("games")} | {"optional_bonus,inverted,wires=1:14:54"})
FILES = [
    *(file_of(game, comments=n % 2 > 0) for n, game in enumerate(lines("games")[::6])),
    *map(unfinished, SHORT[:20]),
]

# What texts are made of, and what looks like it.
PIECES = [
    *'BRYGPWKbrygpwk.,:/-+=<^!?0123456789 _%smxe\t\r\n\0"\\[]{};*',
    *(
        "wires=",
        "optional_bonus",
        "inverted",
        "s4",
        "s0",
        "?0",
        "?5!2",
        "10",
        "55",
        "56",
        "00",
        "  ",
        "//",
        "..",
        "\r\n",
    ),
    *("١", "２", "²", "−", "\u00a0", "\u2028", "\ufeff", "\ud800", "é", "9" * 30, "%2F", "%00", "%ff", "%"),
    *('[Seat3 "x"]\n', '[Result "*"]\n', "\n\n", "R+", "B<-", "P^=", "{}", "{a}", ";b\n", '[A "\\""]'),
]
anything = st.text(st.characters()) | st.lists(st.sampled_from(PIECES)).map("".join)


@st.composite
def spoilt(draw: st.DrawFn, texts: list[str]) -> str:
    """A text that was right until pieces of it were cut, doubled, swapped, replaced, or others put in."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        i, j, k = sorted(draw(st.integers(0, len(text))) for _ in range(3))
        j = min(j, i + 12)
        head, cut, middle, tail = text[:i], text[i:j], text[j:k], text[k:]
        piece = draw(st.sampled_from(PIECES) | st.text(st.characters(), max_size=3))
        edits = (
            head + middle + tail,
            head + piece + cut + middle + tail,
            head + piece + middle + tail,
            head + cut + cut + middle + tail,
            head + middle + cut + tail,
        )
        text = draw(st.sampled_from(edits))
    return text


def read(parse: Callable[[str], Thing], text: str) -> Thing | None:
    """What a parser makes of a text, or None if it refuses; any other error fails the test."""
    try:
        thing = parse(text)
    except BadNotation as refusal:
        event("refused")
        look_at(refusal)
        return None
    event("accepted")
    return thing


def look_at(refusal: BadNotation | IllegalMove) -> None:
    """A refusal is one line for people, however wild the text."""
    assert "\n" not in str(refusal)
    assert len(str(refusal)) < 1000
    if isinstance(refusal, BadNotation):
        assert refusal.field
        assert refusal.accepted


@given(anything | spoilt(["R+", "B<-", "P^=", "."]))
def test_any_text_is_a_move_or_is_refused(text: str) -> None:
    move = read(parse_move, text)
    assert move is None or move_text(move) == text


@given(anything | spoilt(POSITIONS) | spoilt(SHORT))
@example("..BR 3,0 BR R/B 1 m")
def test_any_text_is_a_position_or_is_refused(text: str) -> None:
    position = read(parse_position, text)
    assert position is None or position_text(position) == text


@given(anything | spoilt(VIEWS) | spoilt(SHORT))
@example("..BR 3,0 BR R/?1 1 m")
def test_any_text_is_a_view_or_is_refused(text: str) -> None:
    seen = read(parse_view, text)
    assert seen is None or view_text(seen) == text


@given(anything | spoilt(OPTIONS), st.integers(1, 55))
@example("wires=1", 2)
def test_any_text_is_options_or_is_refused(text: str, places: int) -> None:
    options = read(lambda text: parse_options(text, places), text)
    assert options is None or options_text(options) == text


@given(anything | spoilt([position_url(parse_position(bpn)) for bpn in POSITIONS[::4]]))
@example("..BR_3,0_BR_R%2FB_1_m_optional_bonus")
def test_any_text_is_the_url_of_a_position_or_is_refused(text: str) -> None:
    position = read(parse_position_url, text)
    assert position is None or parse_position_url(position_url(position)) == position


@given(anything | spoilt([bpn.replace(" ", "_") for bpn in VIEWS]))
@example("..BR_3,0_BR_R%2F%3F1_1_m_optional_bonus")
def test_any_text_is_the_url_of_a_view_or_is_refused(text: str) -> None:
    seen = read(parse_view_url, text)
    assert seen is None or parse_view_url(view_text(seen).replace(" ", "_")) == seen


@given(anything | spoilt(FILES))
@example(FILES[0])
@example(FILES[1] + FILES[-1])
def test_any_text_holds_records_or_is_refused(text: str) -> None:
    records = read(parse_records, text)
    if records is None:
        return
    try:
        for record in records:
            check(record)
    except (BadNotation, IllegalMove) as refusal:
        event("refused in play")
        look_at(refusal)
        return
    event("played")
    written = records_text(records)
    assert parse_records(written) == records
    assert records_text(parse_records(written)) == written


def test_the_texts_to_be_spoilt_are_right() -> None:
    """Otherwise the fuzzing would begin in the wrong place."""
    assert [position_text(parse_position(bpn)) for bpn in POSITIONS] == POSITIONS
    assert [view_text(parse_view(bpn)) for bpn in VIEWS] == VIEWS
    assert [options_text(parse_options(text, 55)) for text in OPTIONS] == OPTIONS
    for file in FILES:
        (record,) = parse_records(file)
        check(record)
