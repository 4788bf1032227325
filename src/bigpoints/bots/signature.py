"""The signature of the tree search: its node count to a fixed depth in fixed positions.

The search is plain arithmetic in a fixed order, so the count is the same on every machine. It changes only when the
search or its network does.
"""

from bigpoints.bots.tree_bot import network_search
from bigpoints.kernel.pack import pack
from bigpoints.kernel.search.tree import NODES, new_tree, reset_tree
from bigpoints.notation import parse_position

_DEPTH = 16
_MOST_NODES = 60_000
_MEGABYTES = 4
"""Room for more nodes than those."""
_POSITIONS = (
    "YRYPBBGBYPKGRBBGYWRPPPBRKGYBGPRWPWRWKPYGKRBRKYPGBGWYRYG 0,0,0,0,0 BRYGP -/- 1 m",
    "..GP...RR..BP.GG....B.YR.PG.RBPBR..KWGR.PY.GPRBRPGBYBRB 21,33,42,16,4 BRYGP BG2PW3K2/Y6PW 2 m",
    "R.P..G.RRY..YG....BG...GRGPRWGB.B..BG.YWPPYPWYKR..BGWRW 51,1,39,24,3 BRYGP B2RY3GK/B2RYP4 1 x",
    "B.Y.B...GYB...BG.Y.G.....PG..B..R...PPG.PR.B...RB..RPG. 44,52,s4,54,37 BRGP B2RYG2W3/R3YGPW2K/RY5P3 1 m",
    (
        "G..R...B..BGW.RR...YG..P.P.B.Y.RYWGGGWKWYBPBKPYKGBKRYBP 28,16,30,1,26 BRYGP BYG2P/BR2YP!/R2YP2W! 1 m"
        " optional_bonus,inverted,wires=42"
    ),
    ".R.BY.Y.YB..G..Y.R.P..G..BK.BYP.YP......GBP.B.G.GKY.RB. 54,s4,7,47,43 BYGP BYGP2WK/G2P2W3/BR3PW/R4YG 3 m",
    "..B..YP.G.YGG.RY..B.PP.GBGR.YYWYRWWPRBGKGYPYPPYBGGBBPWP 19,27,6,9,22 BRYGP B2/RWK/RK2/R2/RK 3 x",
    "RBBRKKBWYYRYBYR 0,0,0 BRY -/-/-/- 1 m",
)
"""Starts, middles and ends for two to five players, with extra plies, options and a small board."""


def fixed_tree_search() -> int:
    """Run the fixed searches; their node count."""
    return sum(map(_nodes, _POSITIONS))


def _nodes(bpn: str) -> int:
    position = parse_position(bpn)
    tree = reset_tree(new_tree(_MEGABYTES, position.players), _MOST_NODES, _DEPTH)
    network_search(0)(tree, pack(position), position)
    return int(tree.control[NODES])
