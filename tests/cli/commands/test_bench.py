"""The command bench: figures for people and for programs."""

import json
import re

from bigpoints.bots.signature import fixed_tree_search
from bigpoints.bots.solver.solve import fixed_search
from support.command_line import bigpoints


def test_for_programs_there_is_one_object_with_every_figure() -> None:
    code, out, err = bigpoints("bench", "--json", "--seconds", 0)
    assert (code, err) == (0, "")
    figures = json.loads(out)
    assert {"playouts_per_s", "perft_leaves_per_s", "batch_plies_per_s", "nodes_per_s", "calibration"} <= set(figures)
    assert all(figure > 0 for figure in figures.values())
    assert figures["search_nodes_per_s"] > 1000
    assert figures["solver_signature"] == fixed_search()
    assert figures["search_signature"] == fixed_tree_search()


def test_for_people_there_is_a_line_for_each_with_its_ratio_to_the_calibration() -> None:
    code, out, err = bigpoints("bench", "--seconds", 0)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    speeds, signatures = lines[:-2], lines[-2:]
    assert len(speeds) == 7
    assert all(re.match(r"[0-9,]+/s +[a-z]", line) for line in speeds)
    assert sum("per calibration step" in line for line in speeds) == 6
    for line, nodes in zip(signatures, (fixed_search(), fixed_tree_search()), strict=True):
        assert re.match(rf" *{nodes:,} +[a-z].* signature", line)
