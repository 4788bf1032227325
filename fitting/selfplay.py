"""Self-play: games that provide positions and results for training the evaluation.

The first generation plays by random playouts (uct), each later one by the network fitted to the one before. Openings
and 4 % of the moves are random, so that the network sees more than its own preferences. Of the games 85 % are standard;
the others have options and smaller boards (V1 to V5).
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from bigpoints.kernel.api import final_scores, legal_actions, played
from bigpoints.kernel.pack import Packed, pack
from bigpoints.kernel.search.network import Network
from bigpoints.kernel.search.puct import new_evaluator, search_puct
from bigpoints.kernel.search.tree import Tree, new_tree, reset_tree
from bigpoints.kernel.search.uct import search_uct
from bigpoints.position import STANDARD, Material, Options, Position
from bigpoints.rules import start, usual_wires
from training import Games

_PLAYERS, _PLAYER_WEIGHTS = (2, 3, 4, 5), (40, 15, 30, 15)
_STANDARD_SHARE = 0.85
_LONGEST_OPENING = 8
_RANDOM_MOVE_SHARE = 0.04
"""Probability of a random move."""
_MEGABYTES = 8
_DEEP = 1000


class SelfPlayGame(NamedTuple):
    """A game: its positions after the opening, and the final win shares and scores."""

    rows: list[Packed]
    shares: list[float]
    scores: list[float]


def self_play(seed: int, games: int, nodes: int, network: Network | None) -> Games:
    """Play games with `nodes` nodes a move, by random playouts if there is no network."""
    rng = Random(seed)
    trees = {players: new_tree(_MEGABYTES, players) for players in _PLAYERS}
    played = list(_play_games(rng, games, nodes, network, trees))
    rows = np.array([row for game in played for row in game.rows])
    shares = np.array([game.shares for game in played for _ in game.rows], np.float32)
    scores = np.array([game.scores for game in played for _ in game.rows], np.float32)
    return Games(rows, shares, scores)


def _play_games(
    rng: Random, games: int, nodes: int, network: Network | None, trees: dict[int, Tree]
) -> Iterator[SelfPlayGame]:
    for _ in range(games):
        position = _random_start(rng)
        yield _play_game(rng, pack(position), nodes, network, trees[position.players])


def _random_start(rng: Random) -> Position:
    players = rng.choices(_PLAYERS, _PLAYER_WEIGHTS)[0]
    if rng.random() < _STANDARD_SHARE:
        return start(players, rng)
    small = Material(rng.randint(2, 5), rng.randint(2, 9), rng.randint(0, 5), rng.randint(0, 5))
    material = rng.choice([STANDARD, small])
    wires = usual_wires(material.places) if rng.random() < 0.4 else ()
    options = Options(rng.random() < 0.2, rng.random() < 0.5, wires)
    return start(players, rng, material=material, options=options)


def _play_game(rng: Random, words: Packed, nodes: int, network: Network | None, tree: Tree) -> SelfPlayGame:
    rows: list[Packed] = []
    opening, ply = rng.randint(0, _LONGEST_OPENING), 0
    while actions := legal_actions(words):
        if ply >= opening:
            rows.append(words)
        if ply < opening or rng.random() < _RANDOM_MOVE_SHARE or len(actions) == 1:
            action = rng.choice(actions)
        else:
            action = _search_action(rng, words, nodes, network, tree)
        words = played(words, action)
        ply += 1
    scores = final_scores(words)
    shares = [float(score == max(scores)) / scores.count(max(scores)) for score in scores]
    nobody = [0.0] * (5 - len(scores))
    return SelfPlayGame(rows, shares + nobody, [*map(float, scores), *nobody])


def _search_action(rng: Random, words: Packed, nodes: int, network: Network | None, tree: Tree) -> int:
    reset_tree(tree, nodes, _DEEP)
    if network is None:
        search_uct(tree, words, np.uint64(rng.getrandbits(63)))
    else:
        # The exploration constant of two players for any number of them: it is higher, which varies the games.
        search_puct(tree, words, new_evaluator(network, 2))
    first, count = tree.first_child[0], tree.child_count[0]
    return int(tree.action[first + int(np.argmax(tree.visits[first : first + count]))])
