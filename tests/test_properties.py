"""What must always hold, in games of every mix of players, material and options."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bigpoints.errors import IllegalMove
from bigpoints.notation import (
    ACTIONS,
    action_number,
    parse_action,
    parse_move,
    parse_position,
    parse_position_url,
    parse_view,
    position_text,
    position_url,
    view_text,
)
from bigpoints.position import GONE, PASS, PAWN_MOVES, PAWNS, STAIRCASE, Go, Hand, Move, Phase, Position
from bigpoints.rules import (
    effect,
    effects,
    legal_moves,
    material_of,
    play,
    score_bounds,
    score_sheet,
    scores,
    view,
    winners,
)
from support.strategies import Ply, games, played_out, positions, seeds, starts

SOME = settings(max_examples=100)
FEW = settings(max_examples=50)


def discs(position: Position) -> Counter[str]:
    """Every disc that is still in the game, wherever it lies."""
    count = Counter(position.path.replace(GONE, "") + position.pile)
    for hand in position.hands:
        count.update(dict(zip("BRYGPWK", hand[:7], strict=True)))
    return +count


def longest(begin: Position) -> int:
    """A bound on the plies of a game.

    Every move takes a disc of the path, or climbs, or leaves the start with nothing (R7); each pawn does the last two
    at most once. Every pass follows a regular move.
    """
    return 2 * (len(begin.path) + 2 * len(begin.pawns))


class Table(RuleBasedStateMachine):
    """A game played ply by ply; hypothesis chooses the moves and looks at every position."""

    def __init__(self) -> None:
        super().__init__()
        self.plies: list[Ply] = []

    @initialize(position=starts())
    def set_up(self, position: Position) -> None:
        note(position_text(position))
        self.begin = self.position = position
        self.handed_in = 0
        self.blacks_at_turn = position.hands[position.seat - 1].black

    @precondition(lambda self: not self.position.is_over)
    @rule(data=st.data())
    def make_a_move(self, data: st.DataObject) -> None:
        before = self.position
        move = data.draw(st.sampled_from(legal_moves(before)))
        note(f"{move} in {position_text(before)}")
        spent = before.phase is Phase.EXTRA and move != PASS
        assert not spent or self.blacks_at_turn > 0, "R10: a black is never spent in the turn it was won"
        self.position = play(before, move)
        self.handed_in += spent
        self.plies.append(Ply(before, move, self.position))
        if self.position.phase is Phase.REGULAR:
            self.blacks_at_turn = self.position.hands[self.position.seat - 1].black

    @precondition(lambda self: self.position.is_over)
    @rule(move=st.sampled_from([PASS, *(move for its in PAWN_MOVES for move in its[1:])]))
    def try_to_go_on_after_the_end(self, move: Move) -> None:
        with pytest.raises(IllegalMove):
            play(self.position, move)

    @invariant()
    def no_disc_is_made_or_lost(self) -> None:
        everything = discs(self.position)
        everything["K"] += self.handed_in
        assert +everything == discs(self.begin)
        if material_of(self.begin.path).places == 55:
            assert everything.total() == 60

    @invariant()
    def there_is_a_move_until_the_end_and_none_after(self) -> None:
        assert bool(legal_moves(self.position)) != self.position.is_over
        assert self.position.is_over == all(place >= STAIRCASE for place in self.position.pawns)

    @invariant()
    def every_pawn_stands_on_its_own_disc_at_the_start_or_on_its_own_step(self) -> None:
        away = [place for place in self.position.pawns if place]
        assert len(set(away)) == len(away)
        for pawn, place in zip(PAWNS, self.position.pawns, strict=False):
            assert place == 0 or place >= STAIRCASE or self.position.path[place - 1] == pawn

    @invariant()
    def the_text_says_it_all(self) -> None:
        assert parse_position(position_text(self.position)) == self.position

    @invariant()
    def the_game_does_not_go_on_for_ever(self) -> None:
        assert len(self.plies) <= longest(self.begin)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=25, stateful_step_count=90)


@FEW
@given(games())
def test_a_game_ends_with_its_pawns_on_different_steps(plies: list[Ply]) -> None:
    final = plies[-1].after
    steps = sorted(place - STAIRCASE for place in final.pawns)
    assert steps == list(range(len(final.pawns)))
    assert len(plies) <= longest(plies[0].before)


@FEW
@given(games())
def test_the_steps_are_filled_in_order_of_arrival(plies: list[Ply]) -> None:
    """R8, V2"""
    order = [ply.move.pawn for ply in plies if ply.move.go is Go.CLIMB]
    final = plies[-1].after
    worths = [final.pawns[PAWNS.index(pawn)] - STAIRCASE for pawn in order if pawn]
    assert worths == sorted(worths, reverse=not final.options.inverted)


@FEW
@given(games())
def test_an_effect_is_what_playing_the_move_does(plies: list[Ply]) -> None:
    for before, move, after in plies:
        did = effect(before, move)
        hand, hand_after = before.hands[before.seat - 1], after.hands[before.seat - 1]
        won = Counter(dict(zip("BRYGPWK", hand_after[:7], strict=True)))
        won.subtract(dict(zip("BRYGPWK", hand[:7], strict=True)))
        won["K"] += before.phase is Phase.EXTRA and move != PASS
        assert {disc: n for disc, n in won.items() if n} == ({did.disc: 1} if did.disc else {})
        changed = [n for n, (a, b) in enumerate(zip(before.path, after.path, strict=True), start=1) if a != b]
        assert changed == ([did.taken] if did.taken else [])
        moved = [n for n, (a, b) in enumerate(zip(before.pawns, after.pawns, strict=True)) if a != b]
        assert moved == ([] if move.pawn is None else [PAWNS.index(move.pawn)])
        assert not moved or after.pawns[moved[0]] == did.landing
        assert set(before.options.wires) - set(after.options.wires) == set(did.tripped)
        assert hand_after.penalties - hand.penalties == len(did.tripped)


@FEW
@given(games())
def test_every_disc_taken_from_the_path_was_free_and_the_nearest(plies: list[Ply]) -> None:
    """R5"""
    for before, move, after in plies:
        did = effect(before, move)
        if not did.taken:
            continue
        assert before.path[did.taken - 1] == did.disc != GONE
        assert did.taken not in after.pawns
        low, high = sorted((did.taken, did.landing))
        between = range(low + 1, high)
        assert all(before.path[place - 1] == GONE or place in after.pawns for place in between)


@FEW
@given(games())
def test_nobody_else_gains_or_loses_anything(plies: list[Ply]) -> None:
    for before, _, after in plies:
        others = [n for n in range(before.players) if n != before.seat - 1]
        assert [before.hands[n] for n in others] == [after.hands[n] for n in others]


@FEW
@given(games())
def test_turns_go_round_and_have_an_extra_ply_exactly_when_they_began_with_a_black(plies: list[Ply]) -> None:
    """R3, R10, R11, R16"""
    for before, _, after in plies:
        if after.is_over:
            assert after.seat == before.seat
        elif before.phase is Phase.REGULAR and before.hands[before.seat - 1].black:
            assert (after.seat, after.phase) == (before.seat, Phase.EXTRA)
        else:
            assert (after.seat, after.phase) == (before.seat % before.players + 1, Phase.REGULAR)


@FEW
@given(games())
def test_a_pawn_goes_backward_in_extra_moves_only_and_never_home_or_down(plies: list[Ply]) -> None:
    """R4, R13"""
    for before, move, after in plies:
        for old, new in zip(before.pawns, after.pawns, strict=True):
            assert new >= old or (before.phase is Phase.EXTRA and move.go is Go.BACKWARD and 0 < new < old < STAIRCASE)


@SOME
@given(positions())
def test_a_position_and_every_view_of_it_can_be_read_back(position: Position) -> None:
    assert parse_position(position_text(position)) == position
    assert position_text(parse_position(position_text(position))) == position_text(position)
    for seat in (None, *range(1, position.players + 1)):
        seen = view(position, seat)
        assert parse_view(view_text(seen)) == seen


@SOME
@given(positions())
def test_a_position_survives_a_url(position: Position) -> None:
    url = position_url(position)
    assert parse_position_url(url) == position
    assert not set(url) & set(' /?#&+"<>')


@SOME
@given(positions())
def test_every_legal_move_has_a_text_and_a_number_of_its_own(position: Position) -> None:
    moves = legal_moves(position)
    assert [parse_move(str(move)) for move in moves] == list(moves)
    numbers = [action_number(move) for move in moves]
    assert len(set(numbers)) == len(moves)
    assert all(0 <= number < ACTIONS for number in numbers)
    assert [parse_action(position, number) for number in numbers] == list(moves)
    # The listed order is the order of the numbers: pawns, forward before backward, + before -, pass last.
    assert numbers == sorted(numbers)


@SOME
@given(positions(), seeds)
def test_a_view_is_the_same_whatever_the_others_hold(position: Position, seed: int) -> None:
    """R21: what is dealt differently among the others, but equally many to each, cannot be seen."""
    if position.is_over:
        return
    for seat in (None, *range(1, position.players + 1)):
        assert view(_dealt_anew(position, seat, Random(seed)), seat) == view(position, seat)


def _dealt_anew(position: Position, seat: int | None, rng: Random) -> Position:
    others = [n for n in range(position.players) if n + 1 != seat]
    pool = [
        disc for n in others for disc, count in zip("BRYGPWK", position.hands[n], strict=False) for _ in range(count)
    ]
    rng.shuffle(pool)
    hands = list(position.hands)
    for n in others:
        dealt = [pool.pop() for _ in range(hands[n].size)]
        hands[n] = Hand._make((*map(dealt.count, "BRYGPWK"), hands[n].penalties))
    p = position
    return Position(p.path, p.pawns, p.pile, tuple(hands), p.seat, p.phase, p.options)


@FEW
@given(positions(), seeds)
def test_however_a_game_goes_on_the_discs_now_in_hand_end_up_within_their_bounds(position: Position, seed: int) -> None:
    """R17, R18"""
    plies = played_out(position, Random(seed))
    final = plies[-1].after if plies else position
    frozen = Position(final.path, final.pawns, final.pile, position.hands, final.seat, final.phase, final.options)
    for worth, (low, high) in zip(scores(frozen), score_bounds(position), strict=True):
        assert low <= worth <= high


@FEW
@given(games())
def test_bounds_only_narrow_while_a_hand_stays_as_it_is(plies: list[Ply]) -> None:
    for before, _, after in plies:
        for n, (old, new) in enumerate(zip(score_bounds(before), score_bounds(after), strict=True)):
            if before.hands[n] == after.hands[n]:
                assert old[0] <= new[0] <= new[1] <= old[1]


@FEW
@given(games())
def test_the_winners_are_exactly_those_with_the_highest_score(plies: list[Ply]) -> None:
    """R20"""
    final = plies[-1].after
    totals = scores(final)
    assert winners(final) == tuple(n for n, total in enumerate(totals, start=1) if not any(t > total for t in totals))
    assert winners(final)


@FEW
@given(games())
def test_the_score_sheet_adds_up(plies: list[Ply]) -> None:
    """R17, R18, V3"""
    final = plies[-1].after
    for seat, total in enumerate(scores(final), start=1):
        hand = final.hands[seat - 1]
        sheet = score_sheet(final, seat)
        assert sum(line.points for line in sheet) - hand.penalties == total
        assert sum(line.discs for line in sheet) == hand.size


@given(games())
def test_all_effects_at_once_are_those_of_each_legal_move(game: list[Ply]) -> None:
    for before, _, _ in game:
        alone = [(move, effect(before, move)) for move in legal_moves(before)]
        assert list(effects(before)) == alone
        assert [(move, effect(before, move)) for move in legal_moves(before)] == alone  # Now they are remembered.
