"""The command bench: figures for people and for programs."""

import json
import re

from commandline import bigpoints


def test_for_programs_there_is_one_object_with_every_figure() -> None:
    code, out, err = bigpoints("bench", "--json", "--seconds", 0)
    assert (code, err) == (0, "")
    figures = json.loads(out)
    assert {"playouts_per_s", "perft_leaves_per_s", "batch_plies_per_s", "nodes_per_s", "calibration"} <= set(figures)
    assert all(figure > 0 for figure in figures.values())


def test_for_people_there_is_a_line_for_each_with_its_ratio_to_the_calibration() -> None:
    code, out, err = bigpoints("bench", "--seconds", 0)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 6
    assert all(re.match(r"[0-9,]+/s +[a-z]", line) for line in lines)
    assert sum("per calibration step" in line for line in lines) == 5
