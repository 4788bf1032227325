"""R22 in a browser: games of a series follow one another, and their points are added."""

from random import Random

from support.people import SMALL, Person, by_keyboard


def test_a_series_has_a_game_for_each_player_and_totals(anna: Person) -> None:
    anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "level1"}, first=1, series=True, **SMALL))
    anna.page.get_by_text("Game 1 of 2").first.wait_for()
    anna.play_on(by_keyboard, Random(1))
    anna.button("Next game").click()
    anna.until(lambda: anna.view["game"] == 2)
    anna.page.get_by_text("Game 2 of 2").first.wait_for()
    anna.play_on(by_keyboard, Random(2))
    totals = anna.view["standings"]["totals"]
    assert totals == [sum(scores) for scores in zip(*anna.view["standings"]["games"], strict=True)]
    for total in totals:
        anna.page.get_by_role("dialog").get_by_text(str(total), exact=True).first.wait_for()
    anna.page.get_by_text("the series").first.wait_for()


def test_a_rematch_begins_from_the_score_sheet(anna: Person) -> None:
    anna.sit_at(anna.make_table({"name": "Anna"}, {"bot": "level1"}, first=1, **SMALL))
    anna.play_on(by_keyboard, Random(3))
    anna.button("Rematch").click()
    anna.until(lambda: anna.view["game"] == 2 and anna.view["state"] == "playing")
    anna.page.get_by_role("dialog").wait_for(state="detached")
