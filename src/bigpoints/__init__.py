"""Big Points, the board game by Brigitte and Wolfgang Ditt: its rules, its notation, its records, its board.

>>> import random, bigpoints
>>> position = bigpoints.start(2, random.Random(1))
>>> len(bigpoints.legal_moves(position))
9
"""

from bigpoints.bpr import parse_records, record_text
from bigpoints.drawing import svg
from bigpoints.errors import BadNotation, IllegalMove
from bigpoints.notation import parse_move, parse_position, position_text
from bigpoints.position import Move, Position
from bigpoints.record import Record
from bigpoints.rules import legal_moves, play, scores, start, winners

__all__ = [
    "BadNotation",
    "IllegalMove",
    "Move",
    "Position",
    "Record",
    "legal_moves",
    "parse_move",
    "parse_position",
    "parse_records",
    "play",
    "position_text",
    "record_text",
    "scores",
    "start",
    "svg",
    "winners",
]

__version__ = "0.1.0"
