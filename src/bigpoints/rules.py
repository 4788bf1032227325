"""The rules of Big Points: setup, legal moves, playing a move, scoring.

A game is a `Position` that `play` turns into the next one, move by move. Rule numbers (R1 … R22, V1 … V5) are those
of the rules page in the documentation.
"""

from collections.abc import Iterable
from operator import mul
from random import Random

from bigpoints.errors import BadNotation, BadSetup, IllegalMove, NotOver
from bigpoints.position import (
    AHEAD,
    BEHIND,
    BLACK,
    BONUS,
    CLIMB,
    COLOURS,
    EXTRA,
    FORWARD,
    GONE,
    OVER,
    PASS,
    PAWN_MOVES,
    PAWNS,
    REGULAR,
    STAIRCASE,
    STANDARD,
    STANDARD_OPTIONS,
    START,
    Colour,
    Effect,
    Go,
    Hand,
    HiddenHand,
    Material,
    Move,
    Options,
    PawnMoves,
    Position,
    ScoreLine,
    View,
)

# --- Setting up (R1 to R3) --------------------------------------------------------------------------------------------


def start(
    players: int,
    source: Random | str,
    *,
    first: int | None = None,
    material: Material | None = None,
    options: Options = STANDARD_OPTIONS,
) -> Position:
    """The start of a game, on a path shuffled by a random generator or on a given one.

    A generator also draws the first seat unless `first` names it (R3); on a given path it is seat 1. The material is
    the standard one unless given (V5); a given path determines it.
    """
    if not 2 <= players <= 5:
        raise BadSetup(f"players: {players} is not possible; accepted: 2 to 5")
    if first is not None:
        _check_seat(first, players)
    if isinstance(source, str):
        if material not in (None, material_of(source)):
            raise BadSetup(f"path: {source} is not made of the material given with it, {material}")
        material = material_of(source)
        path, drawn = source, 1
    else:
        material = material or STANDARD
        path, drawn = "".join(source.sample(material.path, material.places)), source.randint(1, players)
    _check_wires(options.wires, len(path))
    return Position(
        path=path,
        pawns=(START,) * material.colours,
        pile="".join(PAWNS[: material.colours]),
        hands=(Hand(),) * players,
        seat=first or drawn,
        options=options,
    )


def _check_seat(seat: int, players: int) -> None:
    if not 1 <= seat <= players:
        raise BadSetup(f"seat: there is no seat {seat}; accepted: 1 to {players}")


def material_of(path: str) -> Material:
    """R1, V5: the material that a full path is made of."""
    counts = [path.count(colour) for colour in COLOURS]
    colours = sum(map(bool, counts[:5]))
    material = Material(colours, max(counts[:5], default=0), *counts[5:])
    if sorted(path) != sorted(material.path):
        raise BadSetup(
            f"path: {path} is not a full path; accepted: the first 1 to 5 of BRYGP, equally many of each, and W and K"
        )
    return material


def material_in(position: Position) -> Material:
    """The material of the game that a position belongs to; it follows from the discs still in it (V5)."""
    totals = [
        position.path.count(colour) + position.pile.count(colour) + sum(hand[number] for hand in position.hands)
        for number, colour in enumerate(COLOURS)
    ]
    colours, discs, white = len(position.pawns), totals[0] - 1, totals[5]
    return Material(colours, discs, white, len(position.path) - colours * discs - white)


def _check_wires(wires: tuple[int, ...], places: int) -> None:
    if list(wires) != sorted(set(wires)):
        raise BadSetup(f"wires: {_joined(wires)} are not in ascending order")
    if wires and not (wires[0] >= 1 and wires[-1] < places):
        raise BadSetup(f"wires: {_joined(wires)} do not all lie between two discs; accepted: 1 to {places - 1}")


def _joined(wires: tuple[int, ...]) -> str:
    return ":".join(map(str, wires))


def usual_wires(places: int, count: int | None = None) -> tuple[int, ...]:
    """V3: `count` wires spread evenly over a path; by default three, or as many as a shorter path has room for."""
    most = places - 1
    if most < 1:
        raise BadSetup("wires: a path of 1 place has no room for a wire")
    count = min(3, most) if count is None else count
    if not 1 <= count <= most:
        raise BadSetup(f"wires: {count} on a path of {places} places is not possible; accepted: 1 to {most}")
    return tuple((places + 1) * i // (count + 1) for i in range(1, count + 1))


# --- Hidden hands (R21) -----------------------------------------------------------------------------------------------


def view(position: Position, seat: int | None) -> View:
    """R21: the view of a seat, or of a spectator (None): other hands are hidden until the game is over."""
    if seat is not None:
        _check_seat(seat, position.players)
    p = position
    return View(p.path, p.pawns, p.pile, hands_seen(position, seat), p.seat, p.phase, p.options)


def hands_seen(position: Position, seat: int | None) -> tuple[Hand | HiddenHand, ...]:
    """R21: the hands as a seat or a spectator sees them."""
    if position.is_over:
        return position.hands
    return tuple(
        [
            hand if number == seat else HiddenHand(hand.size, hand.penalties)
            for number, hand in enumerate(position.hands, start=1)
        ]
    )


# --- Moves (R4 to R15) ------------------------------------------------------------------------------------------------


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Every legal move, in the order of the notation; none once the game is over (R16)."""
    if position._legal is None:  # A position is immutable, so its moves are generated once and cached in it.
        object.__setattr__(position, "_legal", tuple(_legal_moves(position)))
    return position._legal or ()


def _legal_moves(position: Position) -> list[Move]:
    path, pawns = position.path, position.pawns
    first_free, last_free = disc_ahead(path, pawns, START), disc_behind(path, pawns, len(path) + 1)
    extra = position.phase is EXTRA
    moves: list[Move] = []
    for its, place in zip(PAWN_MOVES, pawns, strict=False):
        if place >= STAIRCASE:  # R4: on the staircase a pawn rests; R13: it never leaves it.
            continue
        moves += _forward(position, its, place, first_free, last_free)
        if extra and place:
            moves += _backward(path, its, place, first_free)
    if extra:
        moves.append(PASS)  # R10: the extra move is a choice.
    return moves


def _forward(position: Position, its: PawnMoves, place: int, first_free: int, last_free: int) -> list[Move]:
    """The forward moves of the pawn at a place, on a path whose free discs lie from `first_free` to `last_free`."""
    if target := position.path.find(its.pawn, place) + 1:  # R9: on its own colour it meets no other pawn.
        # R5, R6: if only one side has a free disc, it must be taken; the disc just left is free behind.
        behind = place or first_free < target
        if last_free > target:
            return [its.ahead, its.behind] if behind else [its.ahead]
        return [its.behind] if behind else [its.nothing]  # R7
    # R8; R12, R15: all this holds in an extra move, too.
    return [its.climb, its.climb_leaving] if position.options.optional_bonus else [its.climb]  # V1


def _backward(path: str, its: PawnMoves, place: int, first_free: int) -> list[Move]:
    """R13: the backward moves of the pawn at a place; the disc just left is free ahead."""
    target = path.rfind(its.pawn, 0, place - 1) + 1
    if not target:
        return []
    return [its.back_ahead, its.back_behind] if first_free < target else [its.back_ahead]


def disc_ahead(path: str, pawns: tuple[int, ...], place: int) -> int:
    """R5: the place of the first free disc ahead of a place, or 0."""
    for ahead in range(place + 1, len(path) + 1):
        if path[ahead - 1] != GONE and ahead not in pawns:
            return ahead
    return 0


def disc_behind(path: str, pawns: tuple[int, ...], place: int) -> int:
    """R5: the place of the first free disc behind a place, or 0."""
    for behind in range(place - 1, 0, -1):
        if path[behind - 1] != GONE and behind not in pawns:
            return behind
    return 0


def effect(position: Position, move: Move) -> Effect:
    """The effect of a legal move: its landing place, the disc it takes and the wires it trips."""
    _check_legal(position, move)
    return _effect(position, move)


def effects(position: Position) -> tuple[tuple[Move, Effect], ...]:
    """Every legal move with its effect, in the order of the notation."""
    if position._effects is None:  # Cached as legal moves are: views show them, then one of them is played.
        object.__setattr__(position, "_effects", tuple(_effects(position)))
    return position._effects or ()


def _effects(position: Position) -> list[tuple[Move, Effect]]:
    pawn: Colour | None = None
    go: Go | None = None
    landed: tuple[int, tuple[int, ...], tuple[int, ...]] = START, (), position.pawns
    done: list[tuple[Move, Effect]] = []
    for move in legal_moves(position):
        # Moves of one pawn the same way differ only in the disc taken: the landing is computed once.
        if move.pawn is not pawn or move.go is not go:
            pawn, go, _ = move
            landed = _landed(position, pawn, go)
        done.append((move, _taking(position, move, *landed)))
    return done


def play(position: Position, move: Move) -> Position:
    """The position after a legal move."""
    return played(position, move)[0]


def played(position: Position, move: Move) -> tuple[Position, Effect]:
    """The position after a legal move, and the effect of the move."""
    _check_legal(position, move)
    done = _effect(position, move)
    if move.pawn is None:
        p = position
        return _handed_on(p, p.path, p.pawns, p.pile, p.hands, p.options), done
    _, taken, disc, tripped, pawns = done
    path, pile, options = position.path, position.pile, position.options
    if taken:
        path = path[: taken - 1] + GONE + path[taken:]
    elif disc:
        pile = pile.replace(disc, "")
    hand = position.hands[position.seat - 1]
    if position.phase is EXTRA:
        hand = hand.plus(BLACK, -1)  # R14: the black handed in leaves the game.
    if disc:
        hand = hand.plus(disc)
    if tripped:
        hand = hand.fined(len(tripped))
        options = Options(options.optional_bonus, options.inverted, tuple(w for w in options.wires if w not in tripped))
    hands = (*position.hands[: position.seat - 1], hand, *position.hands[position.seat :])
    return _handed_on(position, path, pawns, pile, hands, options), done


def _check_legal(position: Position, move: Move) -> None:
    legal = legal_moves(position)
    if move not in legal:
        if not isinstance(move, Move):
            raise TypeError(f"{move!r} is not a Move; notation.parse_move makes one from a text")
        raise IllegalMove(str(move), [str(other) for other in legal])


def _effect(position: Position, move: Move) -> Effect:
    for known, done in position._effects or ():
        if known == move:
            return done
    return _taking(position, move, *_landed(position, move.pawn, move.go))


def _landed(position: Position, pawn: Colour | None, go: Go) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """The landing place of a pawn, the wires that it crosses, and the places of all pawns afterwards."""
    path, pawns = position.path, position.pawns
    if pawn is None:
        return START, (), pawns
    number = PAWNS.index(pawn)
    place = pawns[number]
    if go is CLIMB:
        landing = STAIRCASE + next_step(position)  # R8
    elif go is FORWARD:
        landing = path.find(pawn, place) + 1  # R4
    else:
        landing = path.rfind(pawn, 0, place - 1) + 1  # R13
    pawns = (*pawns[:number], landing, *pawns[number + 1 :])
    return landing, _tripped(position.options.wires, place, landing), pawns


def _taking(position: Position, move: Move, landing: int, tripped: tuple[int, ...], pawns: tuple[int, ...]) -> Effect:
    """The effect of a move, given the landing of its pawn."""
    taken, disc = 0, ""  # R7, V1
    if move.take is AHEAD:
        taken = disc_ahead(position.path, pawns, landing)
    elif move.take is BEHIND:
        taken = disc_behind(position.path, pawns, landing)
    elif move.take is BONUS and move.pawn:
        disc = move.pawn  # R8
    if taken:
        disc = position.path[taken - 1]
    return Effect(landing, taken, disc, tripped, pawns)


def _tripped(wires: tuple[int, ...], place: int, landing: int) -> tuple[int, ...]:
    """V3: the wires that a pawn crosses; wire n lies between the places n and n + 1."""
    if not wires:
        return ()
    low, high = sorted((place, landing))
    return tuple(wire for wire in wires if low <= wire < high)


def next_step(position: Position | View) -> int:
    """R8: the worth of the step that the next pawn climbs to."""
    arrived = sum(place >= STAIRCASE for place in position.pawns)
    return arrived if position.options.inverted else len(position.pawns) - 1 - arrived  # V2


def _handed_on(
    before: Position,
    path: str,
    pawns: tuple[int, ...],
    pile: str,
    hands: tuple[Hand, ...],
    options: Options,
) -> Position:
    """The position with its next seat and phase."""
    seat = before.seat
    if min(pawns) >= STAIRCASE:
        return Position(path, pawns, pile, hands, seat, OVER, options)  # R16: at once.
    # R10: the hand at the beginning of the turn counts, so a black won this turn cannot be spent in it; R11: nor a
    # second one.
    if before.phase is REGULAR and before.hands[seat - 1].black:
        return Position(path, pawns, pile, hands, seat, EXTRA, options)
    return Position(path, pawns, pile, hands, seat % len(hands) + 1, REGULAR, options)  # R3: clockwise.


# --- Scoring (R17 to R20) ---------------------------------------------------------------------------------------------


def score_sheet(position: Position, seat: int) -> list[ScoreLine]:
    """The score sheet of a seat, a line per colour it holds, as in R19; wire penalties are not among them (V3)."""
    _check_seat(seat, position.players)
    worths = _final_steps(position)
    hand = position.hands[seat - 1]
    worths += [0] * (5 - len(worths)) + [other_colours(hand), 0]
    return [
        ScoreLine(colour, count, each) for colour, count, each in zip(COLOURS, hand[:7], worths, strict=True) if count
    ]


def scores(position: Position) -> tuple[int, ...]:
    """The final score of each seat."""
    steps = _final_steps(position)
    return tuple(_points(hand, steps) for hand in position.hands)


def winners(position: Position) -> tuple[int, ...]:
    """R20: the seats with the highest total; several if they tie."""
    return best(scores(position))


def best(totals: Iterable[int]) -> tuple[int, ...]:
    """R20, R22: the seats that share the highest of these totals."""
    totals = tuple(totals)
    return tuple(seat for seat, total in enumerate(totals, start=1) if total == max(totals))


def score_bounds(position: Position) -> list[tuple[int, int]]:
    """For each hand, the least and the greatest worth of its present discs once all pawns have climbed."""
    return [hand_bounds(position, hand) for hand in position.hands]


def hand_bounds(position: Position, hand: Hand) -> tuple[int, int]:
    """The least and the greatest worth of a hand's discs once all pawns have climbed."""
    steps = [place - STAIRCASE if place >= STAIRCASE else 0 for place in position.pawns]
    settled = _points(hand, steps)
    open_counts = sorted(hand[n] for n, place in enumerate(position.pawns) if place < STAIRCASE)
    free = free_steps(position)
    low = sum(map(mul, open_counts, reversed(free)))
    return settled + low, settled + sum(map(mul, open_counts, free))


def free_steps(position: Position) -> list[int]:
    """The worths of the free steps, in ascending order."""
    return [step for step in range(len(position.pawns)) if STAIRCASE + step not in position.pawns]


def other_colours(hand: Hand) -> int:
    """R18: the worth of a white disc: the number of other colours in the hand, black and colours worth 0 included."""
    return sum(map(bool, hand[:5])) + bool(hand.black)


def _points(hand: Hand, steps: list[int]) -> int:
    coloured = sum(count * step for count, step in zip(hand, steps, strict=False))  # R17
    return coloured + hand.white * other_colours(hand) - hand.penalties  # R18, V3


def _final_steps(position: Position) -> list[int]:
    if not position.is_over:
        raise NotOver("the game goes on: the pawns that have not climbed yet have no worth")
    return [place - STAIRCASE for place in position.pawns]


# --- Counting ---------------------------------------------------------------------------------------------------------


def perft(position: Position, depth: int) -> int:
    """The number of sequences of exactly `depth` plies, which checks a move generator."""
    if depth < 0:
        raise BadNotation("depth", str(depth), "0 or more")
    if depth == 0:
        return 1
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(play(position, move), depth - 1) for move in moves)
