"""Big Points, the board game by Brigitte and Wolfgang Ditt."""

__version__ = "0.1.0"
