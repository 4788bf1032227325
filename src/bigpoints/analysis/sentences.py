"""Reasons in English."""

from collections.abc import Sequence

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
    Trips,
)
from bigpoints.words import colour_word, count_words, range_words

SEATS = ("seat 1", "seat 2", "seat 3", "seat 4", "seat 5")
"""What the seats are called unless they have names."""


def sentence(reasons: Sequence[Reason], names: Sequence[str] = SEATS) -> str:
    """Some reasons in one sentence."""
    return "; ".join(reason_words(reason, names) for reason in reasons)


def reason_words(reason: Reason, names: Sequence[str] = SEATS) -> str:
    """A reason in words; the seat that moves is `you`."""
    match reason:
        case OnlyMove():
            return "the only move"
        case Ends():
            return f"ends the game: {_result(reason, names)}"
        case Climbs():
            return f"{colour_word(reason.pawn)} climbs to {reason.step}: {_settled(reason, names)}"
        case Denies(disc, seat, holds):
            has = f", who has {holds}," if holds else ""
            return f"otherwise {names[seat - 1]}{has} could take the {colour_word(disc)} disc"
        case Caps(seat, most, less):
            return f"the discs of {names[seat - 1]} are worth at most {most} now, {less} less than before"
        case _:
            return _own_words(reason)


def _result(reason: Ends, names: Sequence[str]) -> str:
    if not reason.others:
        return f"you have {reason.mine}"
    best = max(other.number for other in reason.others)
    who = "you win" if reason.mine > best else "you share the win" if reason.mine == best else "you lose"
    if len(reason.others) == 1:
        return f"{who} {reason.mine} to {best}"
    others = ", ".join(f"{names[other.seat - 1]} has {other.number}" for other in reason.others)
    return f"{who} with {reason.mine}; {others}"


def _settled(reason: Climbs, names: Sequence[str]) -> str:
    """What a climbing pawn gives to whom."""
    others = [(other.number, names[other.seat - 1]) for other in reason.others]
    everybody = [(reason.mine, "you"), *others]
    return ", ".join(f"{_gain(discs * reason.step)} for {who}" for discs, who in everybody)


def _own_words(reason: Reason) -> str:
    """A reason that concerns the hand of the seat that moves."""
    match reason:
        case TakesColour(colour, mine, least, most):
            return f"takes {colour_word(colour)}: {_worth(mine, least, most)}"
        case TakesWhite(colours):
            now = f"worth {colours} now, " if colours else ""
            return f"takes white: {now}a point for each other colour you hold"
        case TakesBlack():
            return "takes black: it buys an extra move in a later turn"
        case TakesNothing():
            return "there is no disc to take"
        case TakesLast(disc):
            return f"takes the last {colour_word(disc)} disc on the path"
        case Readies(pawn, step, mine):
            return f"{colour_word(pawn)} can climb next, to {step}: that would be +{mine * step} for you"
        case Advances(pawn, moves, mine, is_nearest):
            nearest = ", the nearest" if is_nearest else ""
            discs = count_words(mine, f"{colour_word(pawn)} disc")
            return f"{colour_word(pawn)} is now {moves} moves from the staircase{nearest}, and you have {discs}"
        case _:
            return _cost_words(reason)


def _cost_words(reason: Reason) -> str:
    """A reason about wires, and about what black and white discs gain and lose."""
    match reason:
        case Trips(wires):
            return f"trips {count_words(wires, 'wire')}: -{wires} for you"
        case NewColour(colour, whites):
            return f"{colour_word(colour)} is a new colour for you: +1 for {_each_white(whites)}"
        case LosesColour(whites):
            return f"your last black disc goes: -1 for {_each_white(whites)}"
        case SpendsBlack(left):
            return f"hands in a black disc and leaves you {left or 'none'}"
        case KeepsBlack(blacks):
            return f"keeps your {'black disc' if blacks == 1 else f'{blacks} black discs'} for later"
    raise AssertionError(f"{reason} has no words")


def _worth(mine: int, least: int, most: int) -> str:
    if least == most:
        return f"{_gain(most)} for you"
    worth = f"worth {range_words(least, most)}"
    return f"your first, {worth}" if mine == 1 else f"you have {mine} now, {worth} each"


def _each_white(whites: int) -> str:
    return "your white disc" if whites == 1 else f"each of your {whites} white discs"


def _gain(points: int) -> str:
    return f"+{points}" if points else "nothing"
