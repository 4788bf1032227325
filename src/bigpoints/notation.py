"""Moves, positions and views as text, both ways (BPN).

Every function that reads refuses a malformed text with a `BadNotation` that names the field, what stood there and
what is accepted. There is one text per position: reading it and writing it again gives the same letters.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple
from urllib.parse import quote, unquote

from bigpoints.errors import BadNotation
from bigpoints.position import (
    COLOURS,
    DISCS,
    PASS,
    PAWN_MOVES,
    PAWNS,
    STAIRCASE,
    STANDARD_OPTIONS,
    START,
    Colour,
    Go,
    Hand,
    HiddenHand,
    Move,
    Options,
    Phase,
    Position,
    Take,
    View,
)
from bigpoints.rules import legal_moves

# --- Moves ------------------------------------------------------------------------------------------------------------

_MOVES = {str(move): move for its in PAWN_MOVES for move in its[1:]} | {str(PASS): PASS}
_PASS_ACTION = 20
ACTIONS = _PASS_ACTION + 1
"""The number of action numbers."""


def parse_move(text: str) -> Move:
    """Read a move such as `R+`."""
    if text not in _MOVES:
        accepted = "a pawn (B R Y G P) and + - = ^ ^= <+ or <-, such as R+ or R^; or . for no extra move"
        raise BadNotation("move", text, accepted)
    return _MOVES[text]


def move_text(move: Move) -> str:
    """Write a move; the same as `str(move)`."""
    return str(move)


def action_number(move: Move) -> int:
    """The number of a move among the 21 actions of a learning environment."""
    if move.pawn is None:
        return _PASS_ACTION
    behind = move.take is Take.BEHIND or (move.go is Go.CLIMB and move.take is Take.NOTHING)
    return PAWNS.index(move.pawn) * 4 + (move.go is Go.BACKWARD) * 2 + behind


def parse_action(position: Position, action: int) -> Move:
    """The legal move that has an action number in a position."""
    moves = {action_number(move): move for move in legal_moves(position)}
    if action not in moves:
        raise BadNotation("action", str(action), " ".join(map(str, moves)) or "none: the game is over")
    return moves[action]


# --- Writing ----------------------------------------------------------------------------------------------------------


def position_text(position: Position) -> str:
    """Write a position (BPN)."""
    return _text(position)


def view_text(view: View) -> str:
    """Write a view, with `?n` for a hidden hand of n discs (R21)."""
    return _text(view)


def text_with_hands(position: Position, hands: Iterable[Hand | HiddenHand]) -> str:
    """Write a position with other hands, as a view has them."""
    return _text(position, hands)


def options_text(options: Options) -> str:
    """Write the options of a position, `-` if there are none."""
    words = [name for name in ("optional_bonus", "inverted") if getattr(options, name)]
    if options.wires:
        words.append("wires=" + ":".join(map(str, options.wires)))
    return ",".join(words) or "-"


def position_url(position: Position) -> str:
    """Write a position so that it can stand in a URL."""
    return quote(position_text(position).replace(" ", "_"), safe="!,:=")


def _text(position: Position | View, hands: Iterable[Hand | HiddenHand] | None = None) -> str:
    fields = [
        position.path,
        _pawns_text(position.pawns),
        position.pile or "-",
        "/".join(map(hand_text, position.hands if hands is None else hands)),
        str(position.seat),
        position.phase.value,
    ]
    if position.options != STANDARD_OPTIONS:
        fields.append(options_text(position.options))
    return " ".join(fields)


@lru_cache(maxsize=4096)  # The views of a position differ in their hands alone.
def _pawns_text(pawns: tuple[int, ...]) -> str:
    return ",".join(map(_place_text, pawns))


def _place_text(place: int) -> str:
    return f"s{place - STAIRCASE}" if place >= STAIRCASE else str(place)


@lru_cache(maxsize=4096)  # Hands are written again and again: in views, for every ply.
def hand_text(hand: Hand | HiddenHand) -> str:
    """Write a hand, with `?n` for a hidden one of n discs."""
    penalties = _counted("!", hand.penalties)
    if isinstance(hand, HiddenHand):
        return f"?{hand.size}{penalties}"
    return "".join(map(_counted, DISCS, hand)) + penalties or "-"


def _counted(letter: str, count: int) -> str:
    return "" if count == 0 else letter if count == 1 else f"{letter}{count}"


# --- Reading ----------------------------------------------------------------------------------------------------------


class _Fields(NamedTuple):
    path: str
    pawns: str
    pile: str
    hands: str
    seat: str
    phase: str
    options: str | None = None


def parse_position(text: str) -> Position:
    """Read a position (BPN); a view is refused, since no move can be played from it."""
    view = parse_view(text)
    hands = tuple(hand for hand in view.hands if isinstance(hand, Hand))
    if len(hands) < len(view.hands):
        raise BadNotation("hands", _split(text).hands, "open hands; a view (?n) is not a position to play from")
    return Position(view.path, view.pawns, view.pile, hands, view.seat, view.phase, view.options)


def parse_view(text: str) -> View:
    """Read a view: a position some of whose hands may be hidden."""
    fields = _split(text)
    path = _read_path(fields.path)
    options = STANDARD_OPTIONS if fields.options is None else _read_options(fields.options, len(path))
    pawns = _read_pawns(fields.pawns, path, options)
    colours = PAWNS[: len(pawns)]
    pile = _read_pile(fields.pile, pawns, options)
    hands = _read_hands(fields.hands, colours)
    seat = _read_seat(fields.seat, len(hands))
    phase = _read_phase(fields.phase, pawns, hands[seat - 1])
    view = View(path, pawns, pile, hands, seat, phase, options)
    _check_hidden(view, fields.hands)
    _check_material(view)
    return view


def parse_options(text: str, places: int) -> Options:
    """Read options as `options_text` writes them, for a path of `places` places."""
    return STANDARD_OPTIONS if text == "-" else _read_options(text, places)


def parse_position_url(text: str) -> Position:
    """Read a position from a URL."""
    return parse_position(_from_url(text))


def parse_view_url(text: str) -> View:
    """Read a view from a URL."""
    return parse_view(_from_url(text))


def _from_url(text: str) -> str:
    return unquote(text).replace("_", " ").replace("optional bonus", "optional_bonus")


def _split(text: str) -> _Fields:
    fields = text.split(" ")
    if len(fields) not in (6, 7) or "" in fields:
        accepted = "6 or 7 fields with one space between them: path pawns pile hands seat phase [options]"
        raise BadNotation("fields", text, accepted)
    return _Fields(*fields)


def _read_path(text: str) -> str:
    if strange := re.search(rf"[^{DISCS}.]", text):
        accepted = f"one of {' '.join(DISCS)} or . at each place; place {strange.start() + 1} has {strange[0]!r}"
        raise BadNotation("path", text, accepted)
    return text


def _read_options(text: str, places: int) -> Options:
    match = re.fullmatch(r"(optional_bonus)?,?(inverted)?,?(?:wires=([0-9:]{1,200}))?", text)
    options = STANDARD_OPTIONS
    if match:
        wires = tuple(int(wire) for wire in (match[3] or "").split(":") if wire)
        options = Options(bool(match[1]), bool(match[2]), wires)
    if not match or options_text(options) != text or text == "-":
        accepted = "optional_bonus, inverted and wires=14:28:42, those that are on, in this order, with commas between"
        raise BadNotation("options", text, accepted)
    if list(options.wires) != sorted(set(options.wires)) or not all(0 < wire < places for wire in options.wires):
        room = f"wires in ascending order from 1 to {places - 1}" if places > 1 else "no wires on a path of 1 place"
        raise BadNotation("options", text, room)
    return options


def _read_pawns(text: str, path: str, options: Options) -> tuple[int, ...]:
    words = text.split(",")
    if not all(re.fullmatch(r"0|[1-9][0-9]?|s[0-4]", word) for word in words) or len(words) > len(PAWNS):
        raise BadNotation("pawns", text, "1 to 5 of 0, a place such as 14, or a step such as s4, with commas between")
    pawns = tuple(STAIRCASE + int(word[1:]) if word[0] == "s" else int(word) for word in words)
    strange = {letter for letter in PAWNS[len(pawns) :] if letter in path}
    if strange:
        raise BadNotation("pawns", text, f"a pawn for each colour of the path, {max(strange, key=PAWNS.index)} too")
    for pawn, place in zip(PAWNS, pawns, strict=False):
        if START < place < STAIRCASE and path[place - 1 : place] != pawn:
            raise BadNotation("pawns", text, f"{pawn} at 0, on a step, or on a place whose disc is {pawn}")
    _check_steps(text, pawns, options)
    return pawns


def _check_steps(text: str, pawns: tuple[int, ...], options: Options) -> None:
    """R8, V2: the staircase fills from the top, or from the bottom if inverted."""
    taken = sorted(place - STAIRCASE for place in pawns if place >= STAIRCASE)
    steps = range(len(pawns))
    filled_first = list(steps[: len(taken)]) if options.inverted else list(steps[len(pawns) - len(taken) :])
    if taken != filled_first:
        expected = " ".join(f"s{step}" for step in filled_first)
        raise BadNotation("pawns", text, f"pawns on the staircase on the steps filled first: {expected}")


def _read_pile(text: str, pawns: tuple[int, ...], options: Options) -> str:
    colours = PAWNS[: len(pawns)]
    waiting = {pawn for pawn, place in zip(colours, pawns, strict=True) if place < STAIRCASE}
    pile = "".join(pawn for pawn in colours if pawn in text)
    exact = not options.optional_bonus
    if (pile or "-") != text or not waiting <= set(pile) or (exact and waiting != set(pile)):
        accepted = "".join(pawn for pawn in colours if pawn in waiting) or "-"
        more = "" if exact else ", and with optional_bonus any other colour of the game, in order"
        raise BadNotation("pile", text, f"{accepted}, the colours whose pawn has not climbed{more}")
    return pile


def _read_hands(text: str, colours: Sequence[Colour]) -> tuple[Hand | HiddenHand, ...]:
    words = text.split("/")
    if not 2 <= len(words) <= 5:
        raise BadNotation("hands", text, "2 to 5 hands with / between them")
    return tuple(_read_hand(word, colours) for word in words)


def _read_hand(text: str, colours: Sequence[Colour]) -> Hand | HiddenHand:
    tokens = dict(re.findall(r"([A-Z!?])([0-9]{0,9})", text))
    counts = {letter: int(number or "1") for letter, number in tokens.items()}
    hand: Hand | HiddenHand = Hand(*(counts.get(letter, 0) for letter in (*DISCS, "!")))
    if "?" in counts:
        hand = HiddenHand(counts["?"], counts.get("!", 0))
    letters = "".join(colours) + Colour.WHITE + Colour.BLACK
    if hand_text(hand) != text or set(counts) - set(letters) - {"!", "?"}:
        accepted = f"letters of {letters} in this order, each with its count if over 1, then ! likewise; or -; or ?n"
        raise BadNotation("hands", text, accepted)
    return hand


def _read_seat(text: str, players: int) -> int:
    if text not in map(str, range(1, players + 1)):
        raise BadNotation("seat", text, f"1 to {players}")
    return int(text)


def _read_phase(text: str, pawns: tuple[int, ...], hand: Hand | HiddenHand) -> Phase:
    if min(pawns) >= STAIRCASE:
        accepted = "e"
    elif hand.black if isinstance(hand, Hand) else hand.size:
        accepted = "mx"
    else:
        accepted = "m"
    if text not in tuple(accepted):
        why = {
            "e": "e, for all pawns have climbed",
            "mx": "m or x; e needs all pawns on the staircase",
            "m": "m; x needs a black disc in the seat's hand, e all pawns on the staircase",
        }
        raise BadNotation("phase", text, why[accepted])
    return Phase(text)


def _check_hidden(view: View, text: str) -> None:
    if view.phase is Phase.OVER and any(isinstance(hand, HiddenHand) for hand in view.hands):
        raise BadNotation("hands", text, "open hands: the game is over (R21)")


def _check_material(view: View) -> None:
    """R1, V5: check that some material has exactly these discs, those in hidden hands included."""
    seen = {colour: view.path.count(colour) + view.pile.count(colour) for colour in COLOURS}
    hidden = 0
    for hand in view.hands:
        if isinstance(hand, HiddenHand):
            hidden += hand.size
            continue
        for colour, count in zip(COLOURS, hand, strict=False):
            seen[colour] += count
    blacks = _hidden_blacks(seen, hidden, len(view.pawns), len(view.path))
    if not blacks:
        found = "".join(map(_counted, seen, seen.values())) + (f" and {hidden} hidden" if hidden else "")
        accepted = (
            "equally many of each colour, 2 to 10; W and K 0 to 5; "
            "and as many places as there were discs without the bonus pile"
        )
        raise BadNotation("material", f"{found} on {len(view.path)} places", accepted)
    if view.phase is Phase.EXTRA and isinstance(view.hands[view.seat - 1], HiddenHand) and not max(blacks):
        raise BadNotation("phase", view.phase.value, "m; no black disc is left that the seat could hold")


def _hidden_blacks(seen: dict[Colour, int], hidden: int, colours: int, places: int) -> list[int]:
    """The number of blacks in hidden hands, for each material that the discs can belong to."""
    blacks = []
    for discs, white in product(range(1, 10), range(6)):
        black = places - colours * discs - white
        missing = [discs + 1 - seen[pawn] for pawn in PAWNS[:colours]] + [white - seen[Colour.WHITE]]
        spare = black - seen[Colour.BLACK]  # R14: black discs handed in are gone.
        hidden_black = hidden - sum(missing)
        if 0 <= black <= 5 and min(missing) >= 0 and 0 <= hidden_black <= spare:
            blacks.append(hidden_black)
    return blacks
