"""Every reason is true: its numbers are those of the rules, whatever the position; hidden hands stay hidden (R21)."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TypeVar

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bigpoints.analysis.finders import facts, reasons
from bigpoints.analysis.reasons import (
    Advances,
    Caps,
    Climbs,
    Denies,
    Ends,
    KeepsBlack,
    LosesColour,
    NewColour,
    OnlyMove,
    Readies,
    Reason,
    SpendsBlack,
    TakesBlack,
    TakesColour,
    TakesLast,
    TakesNothing,
    TakesWhite,
    Theirs,
    Trips,
)
from bigpoints.analysis.sentences import reason_words
from bigpoints.position import COLOURS, PAWN_MOVES, PAWNS, STAIRCASE, Colour, Go, Hand, Phase, Position
from bigpoints.rules import effect, legal_moves, play, score_bounds, scores, view
from support.strategies import Ply, games, positions, seeds

Kind = TypeVar("Kind", bound=Reason)
whole_games = settings(max_examples=40)
"""Each example has all the plies of a game."""

plies = games().flatmap(st.sampled_from)


def found(ply: Ply, kind: type[Kind], *, open_hands: bool = True) -> Kind | None:
    """The fact of a kind about a ply; there is at most one."""
    them = [reason for reason in facts(ply.before, ply.move, open_hands=open_hands) if isinstance(reason, kind)]
    assert len(them) <= 1
    return them[0] if them else None


def all_found(game: list[Ply], kind: type[Kind]) -> Iterator[tuple[Ply, Kind]]:
    """Every fact of a kind in a game, with its ply."""
    for ply in game:
        if reason := found(ply, kind):
            yield ply, reason


def mine(position: Position, seat: int) -> Hand:
    return position.hands[seat - 1]


def discs(hand: Hand, colour: Colour) -> int:
    return hand[COLOURS.index(colour)]


# --- The numbers ------------------------------------------------------------------------------------------------------


@given(plies)
def test_every_move_has_one_or_two_reasons_and_each_has_words(ply: Ply) -> None:
    for open_hands in (True, False):
        them = reasons(ply.before, ply.move, open_hands=open_hands)
        assert 1 <= len(them) <= 2
        assert them == facts(ply.before, ply.move, open_hands=open_hands)[: len(them)]
        assert all(reason_words(reason) for reason in them)


@given(plies)
def test_the_points_a_move_is_said_to_give_are_those_that_the_hand_gains(ply: Ply) -> None:
    """On a board where the step of the disc is known; only climbing changes the worth of other discs."""
    assume(ply.move.go is not Go.CLIMB)
    gain = 0
    for reason in facts(ply.before, ply.move):
        match reason:
            case TakesColour(_, _, least, most):
                assume(least == most)
                gain += most
            case TakesWhite(colours):
                gain += colours
            case NewColour(_, whites):
                gain += whites
            case LosesColour(whites):
                gain -= whites
            case Trips(wires):
                gain -= wires
    before, after = (score_bounds(position)[ply.before.seat - 1] for position in (ply.before, ply.after))
    assert after == (before[0] + gain, before[1] + gain)


@whole_games
@given(games())
def test_the_worth_of_a_coloured_disc_is_that_of_a_hand_with_nothing_else(game: list[Ply]) -> None:
    for ply, reason in all_found(game, TakesColour):
        alone = replace(ply.after, hands=(Hand().plus(reason.colour), Hand()))
        assert score_bounds(alone)[0] == (reason.least, reason.most)
        assert reason.mine == discs(mine(ply.after, ply.before.seat), reason.colour)
        assert reason.colour == effect(ply.before, ply.move).disc


@whole_games
@given(games())
def test_the_move_that_ends_the_game_tells_its_result(game: list[Ply]) -> None:
    for ply in game[:-1]:
        assert found(ply, Ends) is None
    totals, seat = scores(game[-1].after), game[-1].before.seat
    others = tuple(Theirs(n, total) for n, total in enumerate(totals, start=1) if n != seat)
    assert found(game[-1], Ends) == Ends(totals[seat - 1], others)
    assert found(game[-1], Ends, open_hands=False) == Ends(totals[seat - 1])


@whole_games
@given(games())
def test_a_climb_gives_every_seat_what_its_discs_of_that_colour_score_if_no_more_are_taken(game: list[Ply]) -> None:
    for ply in game[:-1]:
        reason = found(ply, Climbs)
        assert (reason is not None) == (ply.move.go is Go.CLIMB)
        if reason is None:
            continue
        number = PAWNS.index(reason.pawn)
        assert ply.after.pawns[number] == STAIRCASE + reason.step
        told = {ply.before.seat: reason.mine} | {other.seat: other.number for other in reason.others}
        assert {seat: hand[number] for seat, hand in enumerate(ply.after.hands, start=1) if hand[number]} == {
            seat: count for seat, count in told.items() if count
        }


@given(plies)
def test_a_cap_is_the_highest_bound_of_that_seat_now_and_the_largest_drop(ply: Ply) -> None:
    before, after = score_bounds(ply.before), score_bounds(ply.after)
    drops = [
        old[1] - new[1]
        for seat, (old, new) in enumerate(zip(before, after, strict=True), start=1)
        if seat != ply.before.seat
    ]
    reason = found(ply, Caps)
    assert (reason is not None) == (max(drops) > 0 and not ply.after.is_over)
    if reason:
        assert reason.most == after[reason.seat - 1][1]
        assert reason.less == before[reason.seat - 1][1] - reason.most == max(drops)


@whole_games
@given(games())
def test_a_disc_that_is_denied_could_be_taken_next_whatever_else_is_played(game: list[Ply]) -> None:
    for ply, reason in all_found(game, Denies):
        place = effect(ply.before, ply.move).taken
        assert ply.before.path[place - 1] == reason.disc
        others = [move for move in legal_moves(ply.before) if effect(ply.before, move).taken != place]
        assert others
        for move in others:
            after = play(ply.before, move)
            assert after.seat == reason.seat != ply.before.seat
            assert place in {effect(after, reply).taken for reply in legal_moves(after)}
        if reason.disc in PAWNS:
            assert reason.holds == discs(mine(ply.before, reason.seat), reason.disc) > 1


@whole_games
@given(games())
def test_a_pawn_said_to_be_ready_climbs_to_that_step_if_it_moves_next(game: list[Ply]) -> None:
    for ply, reason in all_found(game, Readies):
        climb = PAWN_MOVES[PAWNS.index(reason.pawn)].climb
        assert climb in legal_moves(ply.after)
        assert climb not in legal_moves(ply.before)
        assert effect(ply.after, climb).landing == STAIRCASE + reason.step
        assert reason.mine == discs(mine(ply.after, ply.before.seat), reason.pawn) > 0


@whole_games
@given(games())
def test_a_pawn_needs_as_many_moves_as_it_is_said_to(game: list[Ply]) -> None:
    for ply, reason in all_found(game, Advances):
        needed = {pawn: moves_to_climb(ply.after, pawn) for pawn in PAWNS[: len(ply.after.pawns)]}
        assert reason.moves == needed[reason.pawn] > 1
        rivals = [moves for pawn, moves in needed.items() if moves and pawn != reason.pawn]
        assert reason.is_nearest == all(reason.moves < moves for moves in rivals)
        assert reason.mine == discs(mine(ply.after, ply.before.seat), reason.pawn) > 0


def moves_to_climb(position: Position, pawn: Colour) -> int:
    """Counted step by step, disc by disc."""
    place, moves = position.pawns[PAWNS.index(pawn)], 0
    while place < STAIRCASE:
        place, moves = position.path.find(pawn, place) + 1 or STAIRCASE, moves + 1
    return moves


@given(plies)
def test_facts_about_black_discs_the_last_disc_and_the_only_move_are_those_of_the_position(ply: Ply) -> None:
    hand, is_extra = mine(ply.after, ply.before.seat), ply.before.phase is Phase.EXTRA
    assert (found(ply, OnlyMove) is not None) == (len(legal_moves(ply.before)) == 1)
    assume(not ply.after.is_over)
    done = effect(ply.before, ply.move)
    assert found(ply, KeepsBlack) == (KeepsBlack(hand.black) if ply.move.pawn is None else None)
    assert found(ply, SpendsBlack) == (SpendsBlack(hand.black) if is_extra and ply.move.pawn else None)
    assert (found(ply, TakesBlack) is not None) == (done.taken > 0 and done.disc == Colour.BLACK)
    is_last = done.taken > 0 and done.disc not in ply.after.path
    assert found(ply, TakesLast) == (TakesLast(Colour(done.disc)) if is_last else None)
    is_idle = ply.move.pawn is not None and not done.disc and ply.move.go is not Go.CLIMB
    assert (found(ply, TakesNothing) is not None) == is_idle


# --- Hidden hands (R21) -----------------------------------------------------------------------------------------------


@given(positions(), seeds)
def test_with_hidden_hands_the_reasons_do_not_depend_on_what_the_others_hold(position: Position, seed: int) -> None:
    """Two positions that look the same to the seat to move have the same reasons."""
    rng = Random(seed)
    hands = [
        hand if seat == position.seat else any_hand(rng, hand.size, hand.penalties)
        for seat, hand in enumerate(position.hands, start=1)
    ]
    other = replace(position, hands=tuple(hands))
    assume(not position.is_over)
    assert view(other, position.seat) == view(position, position.seat)
    for move in legal_moves(position):
        assert facts(other, move, open_hands=False) == facts(position, move, open_hands=False)


def any_hand(rng: Random, size: int, penalties: int) -> Hand:
    hand = Hand(penalties=penalties)
    for disc in rng.choices(COLOURS, k=size):
        hand = hand.plus(disc)
    return hand
