"""Surveys of small boards, solved as the command line does."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bigpoints.bots.solver.survey import Survey, Tally, solve_chunks
from bigpoints.bots.solver.survey_file import SurveyFile


def surveyed(survey: Survey, file: Path | None = None) -> Tally:
    """The tally of a whole survey, solved on two threads."""
    kept = SurveyFile(survey, file)
    with ThreadPoolExecutor(2) as pool:
        solve_chunks(survey, pool, 2, kept.chunks, kept.keep)
    return kept.total.times(survey.class_size)
