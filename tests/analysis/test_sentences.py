"""Reasons in English, on drawn positions."""

import pytest

from bigpoints.analysis.finders import reasons
from bigpoints.analysis.reasons import Climbs, Ends, Theirs
from bigpoints.analysis.sentences import reason_words, sentence
from bigpoints.notation import parse_move, parse_position
from bigpoints.position import Colour

PURPLE_UP = "RYGRYG.... s4,0,0,0,0 RYGP B3/P2 1 m"
MIDDLE = "B...R.P..PWWR.Y.WKPR..Y.B..G..G.KRGG.YBPK.YBPGYBGRRPWPY 1,20,43,28,10 BRYGP B3R2GP2!2/BRY3G2W 1 m"


def why(bpn: str, move: str, *, open_hands: bool = True) -> str:
    return sentence(reasons(parse_position(bpn), parse_move(move), open_hands=open_hands))


@pytest.mark.parametrize(
    ("bpn", "move", "words"),
    [
        (PURPLE_UP, "P^", "purple climbs to 3: +3 for you, +6 for seat 2"),
        ("B 0 B -/- 1 m", "B=", "the only move; there is no disc to take"),
        ("R..R.B..Y s1,s2,9 Y YW2/B2RK 2 x", "Y^", "ends the game: you win 4 to 2"),
        (
            "Y.K.B..R s2,s1,1 Y B2!/YW!/R2 1 m",
            "Y^",
            "the only move; ends the game: you win with 3; seat 2 has 0, seat 3 has 2",
        ),
        ("RRB..BB. s1,0 R BK!/RW! 2 m", "R+", "the only move; takes red: nothing for you"),
        (
            "R..R.BY.Y 6,s2,7 BY W2/BRK 1 m",
            "Y-",
            "takes yellow: your first, worth 0 to 1; yellow is a new colour for you: +1 for each of your 2 white discs",
        ),
        (
            "G..WK.BW..P..BY.RG.B..Y...RKWYP.....Y...GK.P..B.P..RP.R s4,55,37,s3,53 RYP B4R2Y2G3P3WK!/B2R3Y3G4PWK! 1 x",
            "P^",
            "purple climbs to 2: +8 for you, +2 for seat 2; your last black disc goes: -1 for your white disc",
        ),
        (
            "RRBWKBBR 0,0 BR -/- 2 m wires=3:6",
            "B+",
            "takes white: a point for each other colour you hold; otherwise seat 1 could take the white disc",
        ),
        (
            "R.BRRBKB 3,0 BR -/W/- 3 m",
            "B+",
            "takes black: it buys an extra move in a later turn; otherwise seat 1 could take the black disc",
        ),
        (
            "YWK.B..R s2,8,0 RY B2!/Y!/R 2 m",
            "Y+",
            (
                "takes white: worth 1 now, a point for each other colour you hold; "
                "yellow can climb next, to 1: that would be +1 for you"
            ),
        ),
        (
            "YWK.B..R 5,8,0 BRY B!/Y!/R 1 m",
            "B^",
            "blue climbs to 2: +4 for you; the discs of seat 2 are worth at most 0 now, 1 less than before",
        ),
        (
            "BRYWYBRK 0,0,0 BRY -/- 2 m wires=1:5",
            "R-",
            "takes blue: your first, worth 0 to 2; trips 1 wire: -1 for you",
        ),
        (
            "BBWRRRBK 0,0 BR -/- 1 m",
            "B+",
            (
                "takes blue: your first, worth 0 to 1; blue is now 2 moves from the staircase, the nearest, "
                "and you have 1 blue disc"
            ),
        ),
        ("RRB..BB. s1,0 R BK!/RW! 1 x", ".", "keeps your black disc for later"),
        ("R..RR..B s1,1 R B/BW/BK 3 x", "R+", "takes red: nothing for you; hands in a black disc and leaves you none"),
        ("YR.WB.BY 5,s2,0 BY R/RK 2 x", "Y+", "takes red: +2 for you; takes the last red disc on the path"),
        (
            MIDDLE,
            "R+",
            "takes green: you have 2 now, worth 0 to 4 each; otherwise seat 2, who has 2, could take the green disc",
        ),
    ],
)
def test_a_reason_reads_as_a_player_would_say_it(bpn: str, move: str, words: str) -> None:
    assert why(bpn, move) == words


@pytest.mark.parametrize(
    ("bpn", "move", "words"),
    [
        (PURPLE_UP, "P^", "purple climbs to 3: +3 for you"),
        ("R..R.B..Y s1,s2,9 Y YW2/B2RK 2 x", "Y^", "ends the game: you have 4"),
        (
            MIDDLE,
            "R+",
            (
                "takes green: you have 2 now, worth 0 to 4 each; "
                "red is now 3 moves from the staircase, and you have 2 red discs"
            ),
        ),
    ],
)
def test_with_hidden_hands_only_the_own_hand_is_spoken_of(bpn: str, move: str, words: str) -> None:
    assert why(bpn, move, open_hands=False) == words


@pytest.mark.parametrize(
    ("mine", "theirs", "words"),
    [
        (31, [28], "you win 31 to 28"),
        (28, [31], "you lose 28 to 31"),
        (5, [5], "you share the win 5 to 5"),
        (4, [9, 2], "you lose with 4; Ben has 9, Cleo has 2"),
    ],
)
def test_the_result_is_told_from_the_movers_side(mine: int, theirs: list[int], words: str) -> None:
    others = tuple(Theirs(seat, total) for seat, total in enumerate(theirs, start=2))
    assert reason_words(Ends(mine, others), ["Anna", "Ben", "Cleo"]) == f"ends the game: {words}"


def test_seats_have_their_names_where_they_are_known() -> None:
    reason = Climbs(Colour.RED, 0, 2, (Theirs(2, 3),))
    assert reason_words(reason, ["Anna", "Ben"]) == "red climbs to 0: nothing for you, nothing for Ben"
