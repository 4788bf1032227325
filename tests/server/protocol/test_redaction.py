"""R21: nothing that the server says holds a hidden hand.

What *holds* means: two tables that differ in nothing but in who of the others holds what are told about in the very
same bytes, whoever asks and however. And whatever has the form of a position hides what it must.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bigpoints.errors import BadNotation
from bigpoints.notation import parse_move, parse_view, position_text
from bigpoints.position import Hand, HiddenHand, Phase, Position
from bigpoints.rules import legal_moves, play
from support.disclosures import told
from support.story import Story
from support.strategies import going_on, seeds

MANY = settings(max_examples=60, deadline=None)
PEOPLE = ("anna", "ben", "cleo", "dora", "emil")


def at_a_table(position: Position, hot_seats: bool, **setup: Any) -> Story:
    """A table that starts from a position: a person in every seat, or one with all of them."""
    people = ["anna"] * 5 if hot_seats else PEOPLE
    return Story.of(position_text(position), *people[: position.players], **setup)


def dealt_anew(position: Position, seat: int | None, rng: Random) -> Position:
    """The position with the discs of all other hands dealt anew; black ones, which the phase may show, stay."""
    others = [number for number in range(position.players) if number + 1 != seat]
    discs = [disc for number in others for disc in range(6) for _ in range(position.hands[number][disc])]
    rng.shuffle(discs)
    hands = list(position.hands)
    for number in others:
        old = hands[number]
        counts = [0] * 6
        for _ in range(old.size - old.black):
            counts[discs.pop()] += 1
        hands[number] = Hand._make((*counts, old.black, old.penalties))
    p = position
    return Position(p.path, p.pawns, p.pile, tuple(hands), p.seat, p.phase, p.options)


def told_to(story: Story, seat: int | None) -> tuple[object, object]:
    """What is told about a table to who looks at the hand of a seat, and to who watches."""
    who = story.table.seats[seat - 1].browser if seat else "zoe"
    return told(story, who, seat), told(story, None, None)


@MANY
@given(going_on(), seeds, st.integers(0, 5), st.booleans(), st.integers(0, 12))
def test_who_of_the_others_holds_what_changes_nothing_that_is_told(
    position: Position, seed: int, seat: int, hot_seats: bool, plies: int
) -> None:
    rng = Random(seed)
    looking = seat if 1 <= seat <= position.players else None
    another = dealt_anew(position, looking, rng)
    assume(another != position)
    one, other = at_a_table(position, hot_seats), at_a_table(another, hot_seats)
    for _ in range(plies):
        move = str(rng.choice(legal_moves(one.table.board)))
        if play(one.table.board, parse_move(move)).is_over:
            break
        one.move(move)
        other.move(move)
    assert told_to(one, looking) == told_to(other, looking)
    if looking in {ply.seat for ply in one.table.plies}:
        for story in (one, other):
            story.undo(str(one.table.seats[looking - 1].browser), looking)
        assert told_to(one, looking) == told_to(other, looking)


@MANY
@given(going_on(), seeds)
def test_with_open_hands_it_does(position: Position, seed: int) -> None:
    """The same comparison finds what is not hidden: it would find a leak."""
    another = dealt_anew(position, None, Random(seed))
    assume(another != position)
    one, other = (at_a_table(each, False, open_hands=True) for each in (position, another))
    assert told(one, "zoe", None) != told(other, "zoe", None)


def exchanged(position: Position, rng: Random) -> Iterator[tuple[Position, str, str]]:
    """Pairs of moves that the next two seats can make in either order, to the same board with other hands."""
    for one in legal_moves(position):
        between = play(position, one)
        for other in legal_moves(between):
            if between.seat == position.seat or other not in legal_moves(position):
                continue
            middle = play(position, other)
            if middle.seat != between.seat or one not in legal_moves(middle):
                continue
            end, same = play(between, other), play(middle, one)
            if end.phase is not Phase.REGULAR or (end.path, end.pawns, end.seat) != (same.path, same.pawns, same.seat):
                continue
            blacks = [[hand.black for hand in each.hands] for each in (end, same)]
            if end.hands != same.hands and blacks[0] == blacks[1] and rng.random() < 0.5:
                yield position, str(one), str(other)


@MANY
@given(st.integers(2, 5), seeds)
def test_who_took_what_more_than_a_round_ago_is_told_nowhere(players: int, seed: int) -> None:
    rng = Random(seed)
    one, other = (Story(*PEOPLE[:players], first=1).settled() for _ in range(2))
    for story in (one, other):
        story.play(Random(seed), seed % 20)
    pair = next(exchanged(one.table.board, rng), None)
    assume(pair is not None and one.table.board.phase is Phase.REGULAR)
    assert pair
    first = one.table.board.seat
    one.move(*pair[1:])
    other.move(*reversed(pair[1:]))
    assert one.table.board != other.table.board
    turn = one.table.turn
    while one.table.turn < turn + players and not one.table.board.is_over:
        move = str(rng.choice(legal_moves(one.table.board)))
        one.move(move)
        other.move(move)
    assume(not one.table.board.is_over)
    for seat in {None, *range(1, players + 1)} - {first, first % players + 1}:
        who = PEOPLE[seat - 1] if seat else "zoe"
        assert told(one, who, seat) == told(other, who, seat)


# --- Whatever looks like a position -----------------------------------------------------------------------------------


def strings(value: Any) -> Iterator[str]:
    """Every text in a message."""
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings(part)


def hands_in(message: bytes) -> Iterator[tuple[Hand | HiddenHand, ...]]:
    """The hands of every position in a message."""
    try:
        texts = list(strings(json.loads(message)))
    except ValueError:
        texts = message.decode().split('"')
    for text in texts:
        try:
            yield parse_view(text).hands
        except BadNotation:
            continue


@MANY
@given(st.integers(2, 5), seeds, st.booleans(), st.booleans(), st.booleans())
def test_every_position_hides_all_hands_but_the_one_looked_at(
    players: int, seed: int, hot_seats: bool, wires: bool, inverted: bool
) -> None:
    people = ["anna"] * 5 if hot_seats else PEOPLE
    story = Story(*people[:players], wires=wires, inverted=inverted, discs=4).settled().play(Random(seed), seed % 40)
    for seat in (None, *range(1, players + 1)):
        who = people[seat - 1] if seat else "anna" if hot_seats else "zoe"
        found = [hands for message in told(story, who, seat) for hands in hands_in(message)]
        assert found
        for hands in found:
            shown = {number for number, hand in enumerate(hands, start=1) if isinstance(hand, Hand)}
            assert story.table.board.is_over or shown <= {seat}


@pytest.mark.parametrize("seat", [1, 2])
def test_the_other_hand_of_a_browser_is_not_in_what_it_looks_at(seat: int) -> None:
    story = Story.of("..Y.BRY.WBRYRBY. 0,0,0 BRY BWK/RK 1 m", "anna", "anna")
    for message in told(story, "anna", seat):
        worth = json.loads(message).get("hand") if message.startswith(b"{") else None
        if isinstance(worth, str):
            assert worth == ["BWK", "RK"][seat - 1]
        elif worth:
            assert worth["seat"] == seat
            assert [line["colour"] for line in worth["discs"]] == [["B", "W", "K"], ["R", "K"]][seat - 1]
