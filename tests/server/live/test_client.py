"""Hand selection: which hand is shown to a browser with several seats, and for how long."""

from bigpoints.server.live.client import HandSelection
from support.story import BOARD, Story


def test_a_hand_that_was_looked_at_is_hidden_once_the_turn_has_passed_also_when_it_comes_back() -> None:
    story, selection = Story.of(BOARD, "anna", "anna"), HandSelection()
    selection.select(story.table, 1)
    assert selection.selected(story.table, (1, 2)) == 1
    assert selection.selected(story.move("B+").table, (1, 2)) is None
    assert selection.selected(story.undo("anna", 1).table, (1, 2)) is None
    selection.select(story.table, 2)
    assert selection.selected(story.table, (1, 3)) is None
    assert selection.selected(story.table, (3,)) == 3
