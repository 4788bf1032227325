"""Solve the boards of the page solved.md, and write the counts to data/solved.json.

A survey in that file is not solved again, so a run can be interrupted at any time.
"""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bigpoints.bots.solver.survey import Survey, solve_chunks
from bigpoints.bots.solver.survey_file import SurveyFile
from bigpoints.position import Material

KEPT = Path(__file__).parent / "data" / "solved.json"
COMPLETE = [(2, discs) for discs in range(1, 10)] + [(3, 1), (3, 2), (3, 3), (3, 4), (3, 5)]
COMPLETE += [(4, 1), (4, 2), (4, 3), (5, 1), (5, 2)]
SAMPLED = [(4, 4, 4000), (5, 3, 4000), (3, 6, 2000), (4, 5, 1000), (3, 7, 1000), (5, 4, 300), (3, 8, 300)]
WITH_BLACK = 1000
WITH_WHITE = 1000


def surveys() -> Iterator[Survey]:
    """The surveys of the page, the quick ones first."""
    yield from (Survey(Material(colours, discs, 0, 0)) for colours, discs in COMPLETE)
    yield from (Survey(Material(colours, discs, 0, 0), sample) for colours, discs, sample in SAMPLED)
    for black in range(1, 6):
        yield Survey(Material(3, 3, 0, black), WITH_BLACK)
        yield Survey(Material(4, 3, 0, black), WITH_BLACK)
    for black in range(1, 4):
        yield Survey(Material(3, 5, 0, black), WITH_BLACK)
    for white in range(1, 6):
        yield Survey(Material(3, 3, white, 0), WITH_WHITE)
        yield Survey(Material(4, 3, white, 0), WITH_WHITE)
    for both in range(1, 4):
        yield Survey(Material(3, 3, both, both), WITH_WHITE)


def name(survey: Survey) -> str:
    """The name of a survey in the file."""
    material = survey.material
    discs = f"{material.colours}x{material.discs}"
    return discs + f"+{material.white}W" * bool(material.white) + f"+{material.black}K" * bool(material.black)


def main() -> None:
    """Solve the surveys that are not in the file yet."""
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    results = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for survey in surveys():
        if name(survey) in results:
            continue
        kept = SurveyFile(survey, None)
        with ThreadPoolExecutor(jobs) as pool:
            solve_chunks(survey, pool, jobs, (), kept.keep)
        tally = kept.total.times(survey.class_size)
        results[name(survey)] = {
            "first": tally.first,
            "tie": tally.tie,
            "second": tally.second,
            "sample": survey.sample is not None,
            "core_seconds": round(tally.seconds, 1),
        }
        KEPT.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        print(name(survey), results[name(survey)], flush=True)


if __name__ == "__main__":
    main()
