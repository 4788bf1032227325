"""The compiled half of `batch.games`: loops over the rows of its arrays."""

import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel import layout as at
from bigpoints.kernel.jit import compiled, inlined
from bigpoints.kernel.moves import players_of, score_hand, seat_of, waiting_pawns
from bigpoints.kernel.pack import Packed
from bigpoints.kernel.packed_moves import packed_legal_mask, play_in_place
from bigpoints.kernel.rng import advance, draw_below, random_bits

Rows = NDArray[np.int64]
Numbers = NDArray[np.int64]
RngStates = NDArray[np.uint64]
Flags = NDArray[np.bool_]
Seats = NDArray[np.int8]
Scores = NDArray[np.int16]
Deck = NDArray[np.int8]


@compiled
def step_games(
    games: Rows,
    actions: Numbers,
    rng_states: RngStates,
    legal: Flags,
    seats: Seats,
    over: Flags,
    scores: Scores,
    origin: Packed,
    deck: Deck,
) -> None:
    """Play an action in every game; reset the games that it ends."""
    shuffled = np.empty_like(deck)
    for row in range(len(games)):
        game = games[row]
        play_in_place(game, actions[row])
        over[row] = waiting_pawns(game[at.TURN]) == 0
        for seat in range(scores.shape[1]):
            scores[row, seat] = score_hand(game[at.TURN], game[at.HANDS + seat]) if over[row] else 0
        if over[row]:
            rng_states[row] = reset_game(game, rng_states[row], origin, deck, shuffled)
        write_legal(game, row, legal, seats)


@compiled
def reset_games(games: Rows, rng_states: RngStates, legal: Flags, seats: Seats, origin: Packed, deck: Deck) -> None:
    """Reset every game to a new start."""
    shuffled = np.empty_like(deck)
    for row in range(len(games)):
        rng_states[row] = reset_game(games[row], rng_states[row], origin, deck, shuffled)
        write_legal(games[row], row, legal, seats)


@inlined
def write_legal(game: Packed, row: int, legal: Flags, seats: Seats) -> None:
    """Write the legal actions and the seat to move of a game into its row."""
    actions = packed_legal_mask(game)
    for action in range(at.ACTIONS):
        legal[row, action] = actions >> action & 1
    seats[row] = seat_of(game[at.TURN])


@inlined
def reset_game(game: Packed, rng_state: np.uint64, origin: Packed, deck: Deck, shuffled: Deck) -> np.uint64:
    """R2, R3: reset a game with a shuffled path and a random first seat; the state of its generator afterwards."""
    for word in range(at.WORDS):
        game[word] = origin[word]
    for n in range(len(deck)):
        shuffled[n] = deck[n]
    low = middle = high = 0
    for place in range(len(deck), 0, -1):  # Fisher–Yates, writing each disc straight into the planes.
        rng_state = advance(rng_state)
        drawn = draw_below(random_bits(rng_state), place)
        colour = shuffled[drawn]
        shuffled[drawn] = shuffled[place - 1]
        low |= (colour & 1) << place
        middle |= (colour >> 1 & 1) << place
        high |= (colour >> 2) << place
    game[at.PLANES], game[at.PLANES + 1], game[at.PLANES + 2] = low, middle, high
    rng_state = advance(rng_state)
    game[at.TURN] |= draw_below(random_bits(rng_state), players_of(origin[at.SETUP])) << at.SEAT
    return rng_state


@compiled
def first_illegal(legal: Flags, actions: Numbers) -> int:
    """The first game whose action is illegal, or -1."""
    for row in range(len(actions)):
        if not 0 <= actions[row] < at.ACTIONS or not legal[row, actions[row]]:
            return row
    return -1


@compiled
def draw_actions(legal: Flags, rng_states: RngStates, actions: Numbers) -> None:
    """Write a random legal action for every game into `actions`, each equally likely."""
    for row in range(len(actions)):
        count = legal[row].sum()
        rng_states[row] = advance(rng_states[row])
        left = draw_below(random_bits(rng_states[row]), count)
        for action in range(at.ACTIONS):
            left -= legal[row, action]
            if left < 0:
                actions[row] = action
                break
