"""Legal actions, playing and scoring on bitboards (R4 to R18): the counterpart of `rules`.

The functions take the words of `layout` as plain integers, so that callers keep them in registers. A place is also
written as a bit, 1 << place. Recurring bit tricks:

    -2 << place         every place ahead of `place`
    (1 << place) - 1    every place behind `place`
    word & -word        the lowest set bit
"""

from bigpoints.kernel import layout as at
from bigpoints.kernel.bits import leading_zeros, popcount, trailing_zeros
from bigpoints.kernel.jit import inlined
from bigpoints.kernel.layout import Planes

# --- Reading the words ------------------------------------------------------------------------------------------------


@inlined
def place_of(turn: int, pawn: int) -> int:
    """The place of a pawn: 0 at the start, 1 … 55 on the path, from STEPS on the staircase."""
    return turn >> pawn * at.PAWN_BITS & at.PAWN_MASK


@inlined
def seat_of(turn: int) -> int:
    """The seat to move, from 0."""
    return turn >> at.SEAT & at.SEAT_MASK


@inlined
def is_extra(turn: int) -> int:
    """R10: 1 if the ply is an extra one."""
    return turn >> at.EXTRA & 1


@inlined
def waiting_pawns(turn: int) -> int:
    """The pawns that have not climbed yet, one bit each; R16: the game is over when there is none."""
    return turn >> at.WAITING & at.WAITING_MASK


@inlined
def players_of(setup: int) -> int:
    """R3: the number of seats."""
    return setup >> at.PLAYERS & at.PLAYERS_MASK


@inlined
def colours_of(setup: int) -> int:
    """V5: the number of colours with a pawn."""
    return setup >> at.COLOURS & at.COLOURS_MASK


@inlined
def count_of(hand: int, colour: int) -> int:
    """The number of discs of a colour in a hand."""
    return hand >> colour * at.DISC_BITS & at.DISC_MASK


@inlined
def colour_at(planes: Planes, place: int) -> int:
    """The colour of the disc on a place."""
    return (planes[0] >> place & 1) | (planes[1] >> place & 1) << 1 | (planes[2] >> place & 1) << 2


@inlined
def discs_of(planes: Planes, colour: int) -> int:
    """The places whose planes spell a colour. Places without a disc are among them: mask the result with FREE."""
    # A 1 bit of the colour number selects the plane, a 0 bit its complement: x ^ (1 - 1) is x, x ^ (0 - 1) is ~x.
    low = planes[0] ^ ((colour & 1) - 1)
    middle = planes[1] ^ ((colour >> 1 & 1) - 1)
    high = planes[2] ^ ((colour >> 2) - 1)
    return low & middle & high


# --- Legal actions ----------------------------------------------------------------------------------------------------


@inlined
def lowest_bit(word: int) -> int:
    """The lowest bit of a word, 0 if it is empty."""
    return word & -word


@inlined
def highest_bit(word: int) -> int:
    """The highest bit of a word that is not empty."""
    return 1 << (63 - leading_zeros(word))


@inlined
def forward_actions(own: int, free: int, place: int, bonus_too: int) -> int:
    """The forward actions of a pawn: bit 0 for `+`, `=` or `^`, bit 1 for `-` or `^=`."""
    discs = own & -2 << place  # R9: no other pawn stands on a disc of its colour, so those ahead are all free.
    if not discs:
        return 1 | bonus_too << 1  # R8, V1
    target = lowest_bit(discs)
    # R5, R6: what is free on one side only must be taken; the disc just left, if any, is free behind.
    behind = int(place > 0) | int((free & (target - 1)) != 0)
    ahead = int(free >= target << 1) | (behind ^ 1)  # R7: if there is nothing at all, the pawn moves all the same.
    return ahead | behind << 1


@inlined
def backward_actions(own: int, free: int, place: int) -> int:
    """R13: the backward actions of a pawn in an extra ply: bit 0 for `<+`, bit 1 for `<-`."""
    discs = own & ((1 << place) - 1)
    if not discs:
        return 0
    # R5: the disc just left is free ahead.
    return 1 | int((free & (highest_bit(discs) - 1)) != 0) << 1


@inlined
def legal_mask(planes: Planes, setup: int, free: int, turn: int) -> int:
    """The legal actions, one bit each; none once the game is over (R16)."""
    extra = is_extra(turn)
    bonus_too = setup >> at.OPTIONAL_BONUS & 1
    actions = extra << at.PASS  # R10: the extra move is a choice.
    for pawn in range(5):
        place = place_of(turn, pawn)
        if place >= at.STEPS:  # R4, R13: on the staircase a pawn rests.
            continue
        own = discs_of(planes, pawn) & free
        its = forward_actions(own, free, place, bonus_too)
        if extra:
            its |= backward_actions(own, free, place) << 2
        actions |= its << 4 * pawn
    return actions


@inlined
def is_legal(planes: Planes, setup: int, free: int, turn: int, action: int) -> int:
    """Whether an action is legal, given that its pawn has not climbed."""
    place = place_of(turn, action >> 2)
    own = discs_of(planes, action >> 2) & free
    if action & 2:
        return backward_actions(own, free, place) >> (action & 1) & is_extra(turn)
    return forward_actions(own, free, place, setup >> at.OPTIONAL_BONUS & 1) >> (action & 1) & 1


# --- Playing one ------------------------------------------------------------------------------------------------------


@inlined
def play(
    planes: Planes, setup: int, free: int, turn: int, wires: int, hand: int, action: int
) -> tuple[int, int, int, int]:
    """FREE, TURN, WIRES and the mover's hand after a legal action, given those before it."""
    black = count_of(hand, at.BLACK)
    if action == at.PASS:
        return free, next_turn(setup, turn, black), wires, hand
    hand -= is_extra(turn) << at.BLACK * at.DISC_BITS  # R14: the black handed in leaves the game.
    pawn, behind = action >> 2, action & 1
    place = place_of(turn, pawn)
    own = discs_of(planes, pawn) & free
    free = (free | 1 << place) & ~1  # R5: the disc just left is free again; the start is none.
    discs = own & ((1 << place) - 1) if action & 2 else own & -2 << place
    if discs:
        target = highest_bit(discs) if action & 2 else lowest_bit(discs)  # R13, R4
        landing = trailing_zeros(target)
        taken = disc_taken(free ^ target, target, behind)
        free ^= target ^ taken
        # R7: with nothing taken, bit 62 gives the shift a valid place, and 0 discs of its colour are added.
        hand += int(taken != 0) << colour_at(planes, trailing_zeros(taken | 1 << 62)) * at.DISC_BITS
    else:
        landing = at.STEPS + next_step(setup, turn)
        turn ^= 1 << at.WAITING + pawn | (behind ^ 1) << at.PILE + pawn
        hand += (behind ^ 1) << pawn * at.DISC_BITS  # R8; V1: left, it stays in the pile.
    turn += (landing - place) << pawn * at.PAWN_BITS
    if wires:
        crossed = wires_crossed(wires, place, landing)
        wires ^= crossed
        hand += popcount(crossed) << at.PENALTIES
    return free, next_turn(setup, turn, black), wires, hand


@inlined
def disc_taken(free: int, target: int, behind: int) -> int:
    """R5: the first free disc behind the place `target` or ahead of it; R7: 0 if there is none ahead."""
    return highest_bit(free & (target - 1) | 1) if behind else lowest_bit(free & -target)


@inlined
def next_step(setup: int, turn: int) -> int:
    """R8, V2: the worth of the step that the next pawn climbs to."""
    left = popcount(waiting_pawns(turn))
    return colours_of(setup) - left if setup >> at.INVERTED & 1 else left - 1


@inlined
def wires_crossed(wires: int, place: int, landing: int) -> int:
    """V3: the wires that a pawn crosses; wire n lies between the places n and n + 1."""
    return wires & -(1 << min(place, landing)) & ((1 << max(place, landing)) - 1)


@inlined
def next_turn(setup: int, turn: int, black: int) -> int:
    """TURN with its next seat and phase; `black` is the number of blacks that the seat held before this ply."""
    if not waiting_pawns(turn):
        return turn & ~(1 << at.EXTRA)  # R16: at once.
    if black and not is_extra(turn):
        return turn | 1 << at.EXTRA  # R10: a black won this turn cannot be spent in it; R11: nor a second one.
    seat = seat_of(turn) + 1
    seat = 0 if seat == players_of(setup) else seat  # R3: clockwise.
    return turn & ~(1 << at.EXTRA | at.SEAT_MASK << at.SEAT) | seat << at.SEAT


# --- Scoring ----------------------------------------------------------------------------------------------------------


@inlined
def score_hand(turn: int, hand: int) -> int:
    """The score of a hand once all pawns have climbed (R17, R18, V3)."""
    total, others = -(hand >> at.PENALTIES), int(count_of(hand, at.BLACK) > 0)
    for pawn in range(5):
        count = count_of(hand, pawn)
        total += count * (place_of(turn, pawn) - at.STEPS)
        others += int(count > 0)  # R18: a colour worth 0 counts.
    return total + count_of(hand, at.WHITE) * others
