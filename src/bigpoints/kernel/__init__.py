"""The rules on bitboards, compiled: for bots, solvers and learning, which play millions of plies.

Its results equal those of `rules`; a test plays thousands of games with both. A packed position is a row of words that
only this package reads; a move is an action number of the notation. Imports the game.

>>> from bigpoints import parse_position
>>> position = parse_position("RB..BRBRBYYY 5,0,0 BRY R/Y 2 m")
>>> packed = pack(position)
>>> legal_actions(packed)
[0, 1, 4, 8, 9]
>>> unpack(played(packed, 4)).path
'R...BRBRBYYY'
>>> perft(position, 5)
1782
"""

from bigpoints.kernel.api import final_scores, legal_actions, played
from bigpoints.kernel.batch.games import Batch, random_actions, start_batch, step_batch
from bigpoints.kernel.compile_notice import on_compile
from bigpoints.kernel.pack import Packed, pack, unpack
from bigpoints.kernel.perft import perft
from bigpoints.kernel.playouts import Playouts, playouts
from bigpoints.kernel.rng import seeded

__all__ = [
    "Batch",
    "Packed",
    "Playouts",
    "final_scores",
    "legal_actions",
    "on_compile",
    "pack",
    "perft",
    "played",
    "playouts",
    "random_actions",
    "seeded",
    "start_batch",
    "step_batch",
    "unpack",
]
