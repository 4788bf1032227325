"""The end of a game in a browser: the score sheet is counted row by row until the winner is named."""

from random import Random

from browser.conftest import Invite
from support.people import SMALL, Person, by_keyboard


def _played(person: Person) -> Person:
    person.sit_at(person.make_table({"name": "Anna"}, {"bot": "level1"}, {"bot": "level1"}, first=1, **SMALL))
    person.play_on(by_keyboard, Random(5))
    return person


def test_the_sheet_is_counted_row_by_row_to_its_end(invite: Invite) -> None:
    anna = _played(invite(390, 844, reduced_motion="no-preference"))
    sheet = anna.page.get_by_role("dialog")
    sheet.get_by_role("heading", name="Final score").wait_for()
    anna.button("Rematch").wait_for()
    assert " win" in sheet.get_by_role("heading").first.inner_text()


def test_two_bots_of_one_level_are_told_apart(invite: Invite) -> None:
    anna = _played(invite())
    sheet = anna.page.get_by_role("dialog")
    sheet.get_by_role("columnheader", name="2").first.wait_for()
    assert {"Child 2", "Child 3"} <= {seat.strip() for seat in sheet.inner_text().replace("\t", "\n").split("\n")}
