"""The page on the server says what was really tried."""

import json

from faults.page import FAULTS, MESSAGES, PAGE, tables


def test_the_page_has_the_results_that_are_kept() -> None:
    faults, messages = (json.loads(file.read_text(encoding="utf-8")) for file in (FAULTS, MESSAGES))
    assert tables(faults, messages) in PAGE.read_text(encoding="utf-8")


def test_nothing_that_was_acknowledged_was_ever_lost_or_stored_twice() -> None:
    for kind, numbers in json.loads(FAULTS.read_text(encoding="utf-8")).items():
        assert (kind, numbers["lost"], numbers["twice"]) == (kind, 0, 0)
        assert numbers["longest_stuck_seconds"] <= 10
