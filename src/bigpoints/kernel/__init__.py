"""The rulebook once more, in bitboards and compiled: for bots, solvers and learning, which play millions of plies."""
