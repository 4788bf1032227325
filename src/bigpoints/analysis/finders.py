"""Finding the reasons for a move: every fact about it, the weightiest first."""

from collections.abc import Callable
from dataclasses import dataclass

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
from bigpoints.bots.heuristics import moves_left
from bigpoints.position import PAWNS, STAIRCASE, Colour, Effect, Go, Hand, Move, Phase, Position
from bigpoints.rules import effect, legal_moves, next_step, other_colours, play, score_bounds, scores

_MOST = 2
"""Most reasons in a hint."""

_MANY = 2
"""Discs of a colour from which a seat is taken to want more of it."""


def reasons(position: Position, move: Move, *, open_hands: bool = True) -> tuple[Reason, ...]:
    """The one or two weightiest facts about a legal move; with hidden hands none about other hands (R21)."""
    return facts(position, move, open_hands=open_hands)[:_MOST]


def facts(position: Position, move: Move, *, open_hands: bool = True) -> tuple[Reason, ...]:
    """Every fact about a legal move, by weight: how the game ends, what the move wins and costs, what it changes."""
    look = _MoveContext(position, move, effect(position, move), play(position, move), open_hands)
    if look.after.is_over:
        finders: tuple[_Finder, ...] = (_only_move, _ends)
    else:
        finders = _FINDERS
    return tuple(reason for find in finders if (reason := find(look)))


@dataclass(frozen=True, slots=True)
class _MoveContext:
    """A move with its effect and the positions before and after it."""

    position: Position
    move: Move
    done: Effect
    after: Position
    open_hands: bool

    @property
    def seat(self) -> int:
        return self.position.seat

    @property
    def before_hand(self) -> Hand:
        return self.position.hands[self.seat - 1]

    @property
    def hand(self) -> Hand:
        return self.after.hands[self.seat - 1]

    @property
    def disc(self) -> Colour | None:
        """The disc taken from the path."""
        return Colour(self.done.disc) if self.done.taken else None

    @property
    def others(self) -> list[int]:
        """The other seats, as far as their hands may be told (R21)."""
        seats = range(1, self.position.players + 1) if self.open_hands else ()
        return [seat for seat in seats if seat != self.seat]


_Finder = Callable[[_MoveContext], Reason | None]


def _only_move(look: _MoveContext) -> OnlyMove | None:
    return OnlyMove() if len(legal_moves(look.position)) == 1 else None


def _ends(look: _MoveContext) -> Ends:
    totals = scores(look.after)
    return Ends(totals[look.seat - 1], tuple(Theirs(seat, totals[seat - 1]) for seat in look.others))


def _climbs(look: _MoveContext) -> Climbs | None:
    pawn = look.move.pawn
    if pawn is None or look.move.go is not Go.CLIMB:
        return None
    discs = [_count(hand, pawn) for hand in look.after.hands]
    others = tuple(Theirs(seat, discs[seat - 1]) for seat in look.others if discs[seat - 1])
    return Climbs(pawn, look.done.landing - STAIRCASE, discs[look.seat - 1], others)


def _takes(look: _MoveContext) -> Reason | None:
    if look.move.go in (Go.CLIMB, Go.STAY):
        return None
    match look.disc:
        case None:
            return TakesNothing()
        case Colour.WHITE:
            return TakesWhite(other_colours(look.hand))
        case Colour.BLACK:
            return TakesBlack()
        case colour:
            return TakesColour(colour, _count(look.hand, colour), *_worth(look.after, colour))


def _trips(look: _MoveContext) -> Trips | None:
    return Trips(len(look.done.tripped)) if look.done.tripped else None


def _loses_colour(look: _MoveContext) -> LosesColour | None:
    whites = look.before_hand.white
    fewer = other_colours(look.hand) < other_colours(look.before_hand)
    return LosesColour(whites) if whites and fewer else None


def _new_colour(look: _MoveContext) -> NewColour | None:
    whites = look.before_hand.white
    more = other_colours(look.hand) > other_colours(look.before_hand)
    return NewColour(Colour(look.done.disc), whites) if whites and more else None


def _denies(look: _MoveContext) -> Denies | None:
    """Only for a disc that the next seat can use; whites and blacks are of use to every seat."""
    if look.disc is None:
        return None
    seat, holds = look.seat % look.position.players + 1, 0
    if look.disc in PAWNS:
        holds = _count(look.position.hands[seat - 1], look.disc) if look.open_hands else 0
        if holds < _MANY or not _worth(look.after, look.disc)[1]:
            return None
    return Denies(look.disc, seat, holds) if _is_next_for(look, seat) else None


def _is_next_for(look: _MoveContext, seat: int) -> bool:
    """Whether the seat could take the disc after every move that leaves it."""
    position, place = look.position, look.done.taken
    leaving = [move for move in legal_moves(position) if effect(position, move).taken != place]
    afterwards = [play(position, move) for move in leaving]
    return bool(afterwards) and all(after.seat == seat and _can_take(after, place) for after in afterwards)


def _can_take(position: Position, place: int) -> bool:
    return any(effect(position, move).taken == place for move in legal_moves(position))


def _caps(look: _MoveContext) -> Caps | None:
    """Only for the seat that loses most."""
    before, after = score_bounds(look.position), score_bounds(look.after)
    drops = [Caps(seat, after[seat - 1][1], before[seat - 1][1] - after[seat - 1][1]) for seat in look.others]
    hardest = max(drops, key=lambda drop: drop.less, default=None)
    return hardest if hardest and hardest.less > 0 else None


def _readies(look: _MoveContext) -> Readies | None:
    """Only for the pawn whose climb gives the seat most."""
    step = next_step(look.after)
    ready = [
        Readies(pawn, step, _count(look.hand, pawn))
        for pawn in PAWNS[: len(look.after.pawns)]
        if _would_climb(look.after, pawn) and not _would_climb(look.position, pawn)
    ]
    best = max(ready, key=lambda reason: reason.mine, default=None)
    return best if best and best.mine * step > 0 else None


def _would_climb(position: Position, pawn: Colour) -> bool:
    """R8: whether the pawn's next move is to the staircase."""
    return moves_left(position, PAWNS.index(pawn)) == 1


def _advances(look: _MoveContext) -> Advances | None:
    """Not with an inverted staircase (V2), where climbing first is worth least."""
    pawn = look.move.pawn
    if pawn is None or look.move.go is not Go.FORWARD or look.position.options.inverted:
        return None
    left = [moves_left(look.after, number) for number in range(len(look.after.pawns))]
    mine, moves = _count(look.hand, pawn), left.pop(PAWNS.index(pawn))
    is_nearest = all(moves < other for other in left if other)
    return Advances(pawn, moves, mine, is_nearest) if mine and moves > 1 else None


def _takes_last(look: _MoveContext) -> TakesLast | None:
    return TakesLast(look.disc) if look.disc and look.disc not in look.after.path else None


def _keeps_black(look: _MoveContext) -> KeepsBlack | None:
    return KeepsBlack(look.hand.black) if look.move.pawn is None else None


def _spends_black(look: _MoveContext) -> SpendsBlack | None:
    spends = look.position.phase is Phase.EXTRA and look.move.pawn is not None
    return SpendsBlack(look.hand.black) if spends else None


def _count(hand: Hand, colour: Colour) -> int:
    return hand[tuple(Colour).index(colour)]


def _worth(position: Position, colour: Colour) -> tuple[int, int]:
    """R17: the least and the greatest final worth of a disc of a pawn's colour."""
    place = position.pawns[PAWNS.index(colour)]
    if place >= STAIRCASE:
        return place - STAIRCASE, place - STAIRCASE
    free = set(range(len(position.pawns))) - {place - STAIRCASE for place in position.pawns}
    return min(free), max(free)


_FINDERS: tuple[_Finder, ...] = (
    _only_move,
    _climbs,
    _takes,
    _keeps_black,
    _trips,
    _loses_colour,
    _new_colour,
    _readies,
    _denies,
    _caps,
    _advances,
    _takes_last,
    _spends_black,
)
