"""The bit layout of a packed position. Every other file reads the words through these constants.

A packed position is twelve signed 64-bit words; no sign bit is ever set, so that shifting right never drags it along:

    FREE    bit p: the disc of place p lies on the path and no pawn stands on it; bit 0, the start, is never set
    TURN    the pawns' places, 8 bits each: 0 at the start, 1 … 55, or STEPS + the worth of the step;
            then the seat to move (from 0) and whether the ply is an extra one; then, one bit per pawn, those that
            have not climbed yet and those whose disc is in the bonus pile
    WIRES   bit n: a wire lies between the places n and n + 1 (V3)
    HANDS   one word per seat, up to 5: 4 bits per colour of disc, then the wire penalties
    PLANES  three words: the colour of a disc never changes, and bit p of plane k is bit k of its number at place p
    SETUP   constant during a game: its places, colours, players and options

Numbers of colours and pawns are those of the notation's order: B R Y G P W K is 0 … 6.
"""

FREE, TURN, WIRES, HANDS, PLANES, SETUP = 0, 1, 2, 3, 8, 11
WORDS = 12

PAWN_BITS = 8
PAWN_MASK = (1 << PAWN_BITS) - 1
STEPS = 56
"""A pawn on the step worth n is at STEPS + n: beyond every place, and 1 << (STEPS + n) still fits into a word."""
ABSENT = 63
"""The place of a pawn whose colour is not in the game (V5): above every step, so that it never moves."""

SEAT = 40
SEAT_MASK = 7
EXTRA = 43
WAITING = 44
WAITING_MASK = 31
PILE = 49

DISC_BITS = 4
DISC_MASK = (1 << DISC_BITS) - 1
WHITE, BLACK = 5, 6
PENALTIES = 32

PLACES_MASK = 63
COLOURS = 6
COLOURS_MASK = 7
PLAYERS = 9
PLAYERS_MASK = 7
OPTIONAL_BONUS = 12
INVERTED = 13

PASS = 20
ACTIONS = 21
"""The moves are the action numbers of the notation: pawn × 4 + backward × 2 + behind, and 20 for no extra move."""

Planes = tuple[int, int, int]
