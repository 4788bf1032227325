"""R21 in a browser: what others hold is nowhere in the page, and in no frame that it gets."""

import pytest

from bigpoints.notation import parse_position
from bigpoints.rules import view
from browser.conftest import Invite
from support.people import Person

HANDS = ("-/B/R", "-/R/B")
"""The same discs, held by each other's neighbour: to seat 1 both look alike."""
START = "..YBRYWKK 0,0,3 BRY {} 1 m"


@pytest.fixture
def alike(invite: Invite) -> tuple[Person, Person]:
    """Two people at tables that differ only in what is hidden from them."""
    starts = [START.format(hands) for hands in HANDS]
    first, second = map(parse_position, starts)
    assert first != second
    assert view(first, 1) == view(second, 1)
    people = (invite(), invite())
    for person, start in zip(people, starts, strict=True):
        seats = ({"name": "Anna"}, {"bot": "level1"}, {"bot": "level1"})
        person.sit_at(person.make_table(*seats, start=start, hints=True))
        person.page.get_by_text("Choose a pawn").first.wait_for()
    return people


def _without_code(person: Person, text: str) -> str:
    return text.replace(person.view["table"], "TABLE")


def test_pages_that_differ_in_hidden_hands_are_the_same(alike: tuple[Person, Person]) -> None:
    one, other = (_without_code(person, person.page.locator("main").inner_html()) for person in alike)
    assert one == other


def test_frames_that_differ_in_hidden_hands_are_the_same(alike: tuple[Person, Person]) -> None:
    one, other = ([_without_code(person, frame) for frame in person.frames] for person in alike)
    assert one
    assert one == other
