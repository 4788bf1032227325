"""The law of a ply in bits (R4 to R16): which actions are legal, and what they do.

Everything here works on the words of `layout` as plain numbers, so that what calls it keeps them in registers. A place
is written as a bit where that saves work: `bit` is 1 << place.
"""

from bigpoints.kernel.bits import leading_zeros, population, trailing_zeros
from bigpoints.kernel.jit import inlined
from bigpoints.kernel.layout import (
    BLACK,
    COLOURS,
    COLOURS_MASK,
    DISC_BITS,
    DISC_MASK,
    EXTRA,
    INVERTED,
    OPTIONAL_BONUS,
    PASS,
    PAWN_BITS,
    PAWN_MASK,
    PENALTIES,
    PILE,
    PLAYERS,
    PLAYERS_MASK,
    SEAT,
    SEAT_MASK,
    STEPS,
    WAITING,
    WAITING_MASK,
    Planes,
)


@inlined
def lowest(word: int) -> int:
    """The lowest bit of a word, 0 if it is empty."""
    return word & -word


@inlined
def highest(word: int) -> int:
    """The highest bit of a word that is not empty."""
    return 1 << (63 - leading_zeros(word))


@inlined
def place_of(turn: int, pawn: int) -> int:
    """Where a pawn stands."""
    return turn >> pawn * PAWN_BITS & PAWN_MASK


@inlined
def seat_of(turn: int) -> int:
    """The seat to move, from 0."""
    return turn >> SEAT & SEAT_MASK


@inlined
def is_extra(turn: int) -> int:
    """R10: 1 if the ply is an extra one."""
    return turn >> EXTRA & 1


@inlined
def waiting(turn: int) -> int:
    """How many pawns have not climbed yet; R16: the game is over when there is none."""
    return turn >> WAITING & WAITING_MASK


@inlined
def count_of(hand: int, colour: int) -> int:
    """How many discs of a colour a hand holds."""
    return hand >> colour * DISC_BITS & DISC_MASK


@inlined
def discs_of(planes: Planes, colour: int) -> int:
    """The places of a colour's discs, and for blue also those without one: to be met with the free ones."""
    # A bit of the number that is 1 asks for the plane, one that is 0 for its complement.
    low = planes[0] ^ ((colour & 1) - 1)
    middle = planes[1] ^ ((colour >> 1 & 1) - 1)
    high = planes[2] ^ ((colour >> 2) - 1)
    return low & middle & high


@inlined
def colour_at(planes: Planes, place: int) -> int:
    """The colour of the disc on a place."""
    return (planes[0] >> place & 1) | (planes[1] >> place & 1) << 1 | (planes[2] >> place & 1) << 2


@inlined
def forward_actions(own: int, free: int, place: int, bonus_too: int) -> int:
    """The forward actions of a pawn on the path: bit 0 ahead, nothing or climbing, bit 1 behind or leaving the bonus."""
    discs = own & -2 << place  # R9: every disc of its colour ahead is free, for no other pawn can stand there.
    if not discs:
        return 1 | bonus_too << 1  # R8, V1
    target = lowest(discs)
    # R5, R6: what is free on one side only must be taken; the disc just left, if any, is free behind.
    behind = int(place > 0) | int((free & (target - 1)) != 0)
    ahead = int(free >= target << 1) | (behind ^ 1)  # R7: with nothing on either side there is one move, taking nothing.
    return ahead | behind << 1


@inlined
def backward_actions(own: int, free: int, place: int) -> int:
    """R13: the backward actions of a pawn on the path, bits as above, in an extra ply."""
    discs = own & ((1 << place) - 1)
    if not discs:
        return 0
    # R5: the disc just left is always free ahead.
    return 1 | int((free & (highest(discs) - 1)) != 0) << 1


@inlined
def legal(planes: Planes, setup: int, free: int, turn: int) -> int:
    """The legal actions, one bit each; none once the game is over (R16)."""
    extra = is_extra(turn)
    bonus_too = setup >> OPTIONAL_BONUS & 1
    actions = 0
    for pawn in range(5):
        place = place_of(turn, pawn)
        if place >= STEPS:  # R4, R13: on the staircase a pawn rests; so does one of a colour that is not in the game.
            continue
        own = discs_of(planes, pawn) & free
        its = forward_actions(own, free, place, bonus_too)
        if extra:
            its |= backward_actions(own, free, place) << 2
        actions |= its << 4 * pawn
    return actions | extra << PASS  # R10: the extra move is a choice.


@inlined
def handed_on(setup: int, turn: int, black: int) -> int:
    """The turn with its next seat and phase, `black` being the black discs that the seat had before this ply."""
    if not waiting(turn):
        return turn & ~(1 << EXTRA)  # R16: at once.
    if black and not is_extra(turn):
        return turn | 1 << EXTRA  # R10: a black won this turn cannot be spent in it; R11: nor a second one.
    seat = seat_of(turn) + 1
    seat = 0 if seat == (setup >> PLAYERS & PLAYERS_MASK) else seat  # R3: clockwise.
    return turn & ~(1 << EXTRA | SEAT_MASK << SEAT) | seat << SEAT


@inlined
def tripped(wires: int, place: int, landing: int) -> int:
    """V3: the wires that a pawn crosses; the one at n lies between the places n and n + 1."""
    low, high = min(place, landing), max(place, landing)
    return wires & -(1 << low) & ((1 << high) - 1)


@inlined
def next_step(setup: int, turn: int) -> int:
    """R8, V2: what the step is worth that the next pawn climbs to."""
    left = waiting(turn)
    return (setup >> COLOURS & COLOURS_MASK) - left if setup >> INVERTED & 1 else left - 1


@inlined
def play(
    planes: Planes, setup: int, free: int, turn: int, wires: int, hand: int, action: int
) -> tuple[int, int, int, int]:
    """FREE, TURN, WIRES and the mover's hand after a legal action, given those before it."""
    black = count_of(hand, BLACK)
    if action == PASS:
        return free, handed_on(setup, turn, black), wires, hand
    hand -= is_extra(turn) << BLACK * DISC_BITS  # R14: the black handed in leaves the game.
    pawn, side = action >> 2, action & 1
    place = place_of(turn, pawn)
    own = discs_of(planes, pawn) & free
    discs = own & ((1 << place) - 1) if action & 2 else own & -2 << place
    free = (free | 1 << place) & ~1  # R5: the disc just left is free again; the start is none.
    if discs:
        target = highest(discs) if action & 2 else lowest(discs)  # R4, R13
        landing = trailing_zeros(target)
        free ^= target
        if side:
            taken = highest(free & (target - 1))
        else:
            taken = lowest(free & -target)  # R7: empty if there is nothing to take.
        if taken:
            free ^= taken
            hand += 1 << colour_at(planes, trailing_zeros(taken)) * DISC_BITS
    else:
        landing = STEPS + next_step(setup, turn)
        turn -= 1 << WAITING
        if not side:  # R8; V1: otherwise the bonus disc stays in the pile.
            turn ^= 1 << PILE + pawn
            hand += 1 << pawn * DISC_BITS
    turn += (landing - place) << pawn * PAWN_BITS
    if wires:
        crossed = tripped(wires, place, landing)
        wires ^= crossed
        hand += population(crossed) << PENALTIES
    return free, handed_on(setup, turn, black), wires, hand


@inlined
def points(turn: int, hand: int) -> int:
    """The score of a hand once all pawns have climbed (R17, R18, V3)."""
    total, others = -(hand >> PENALTIES), int(count_of(hand, BLACK) > 0)
    for pawn in range(5):
        count = count_of(hand, pawn)
        total += count * (place_of(turn, pawn) - STEPS)
        others += int(count > 0)  # R18: a colour worth 0 counts.
    return total + count_of(hand, 5) * others
