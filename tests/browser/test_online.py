"""Friends far away from each other: two browsers at one table, a lost connection, a bot that stands in."""

from random import Random

from browser.conftest import Invite
from browser.people import SMALL, Person, by_mouse


def _table_for_two(invite: Invite, **setup: object) -> tuple[Person, Person]:
    """Anna, who makes a table, and Ben, who comes by its link."""
    anna, ben = invite(), invite(390, 844)
    table = anna.make_table({"name": "Anna"}, {}, **SMALL, **setup)
    anna.sit_at(table)
    anna.page.get_by_text("Waiting for players").first.wait_for()
    ben.visit(f"/#/table/{table}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Sit down").first.click()
    for person in (anna, ben):
        person.until(lambda person=person: person.view.get("state") == "playing")  # type: ignore[misc]
    return anna, ben


def _play_to_the_end(chance: Random, *people: Person) -> None:
    while not all(person.is_over for person in people):
        for person in people:
            person.page.wait_for_timeout(10)
            if person.is_to_move:
                person.make(chance.choice(person.view["moves"])["move"], by_mouse)


def test_two_browsers_play_a_game_with_a_lost_connection_in_the_middle(invite: Invite) -> None:
    anna, ben = _table_for_two(invite, first=1)
    anna.make(anna.view["moves"][0]["move"], by_mouse)
    ben.page.context.set_offline(True)
    ben.page.evaluate("dispatchEvent(new Event('offline'))")
    ben.page.context.set_offline(False)
    _play_to_the_end(Random(4), anna, ben)
    assert anna.view["result"] == ben.view["result"]


def test_who_comes_to_a_full_table_watches_and_sees_no_hand(invite: Invite) -> None:
    anna, ben = _table_for_two(invite, first=1)
    anna.make(anna.view["moves"][0]["move"], by_mouse)
    carl = invite()
    carl.sit_at(anna.view["table"])
    carl.page.get_by_text("You are watching").first.wait_for()
    assert carl.view["hand"] is None
    assert "?" in carl.view["position"]
    assert ben.view["yours"] == [2]


def test_who_leaves_is_played_for_by_a_bot_and_takes_the_seat_back(invite: Invite) -> None:
    anna, ben = _table_for_two(invite, first=1)
    ben.button("Table and seats").click()
    ben.button("Leave the table").click()
    ben.button("Yes, leave").click()
    anna.until(lambda: anna.view["seats"][1]["bot"])
    ben.sit_at(anna.view["table"])
    ben.button("Play again").first.click()
    anna.until(lambda: not anna.view["seats"][1]["bot"])
    assert ben.view["yours"] == [2]


def test_an_undo_that_concerns_another_person_is_asked_for(invite: Invite) -> None:
    anna, ben = _table_for_two(invite, first=1)
    before = anna.view["position"]
    anna.make(anna.view["moves"][0]["move"], by_mouse)
    ben.until(lambda: ben.is_to_move)
    ben.make(ben.view["moves"][0]["move"], by_mouse)
    anna.until(lambda: anna.is_to_move)
    anna.button("Ask to undo").click()
    ben.button("Agree").first.click()
    anna.until(lambda: anna.view["position"] == before)


def test_a_move_of_the_other_is_heard_in_words_and_the_title_says_whose_turn_it_is(invite: Invite) -> None:
    anna, ben = _table_for_two(invite, first=1)
    ben.until(lambda: ben.view.get("turn") == 1)
    anna.make(anna.view["moves"][0]["move"], by_mouse)
    ben.until(lambda: "Anna: blue goes to place" in ben.page.locator("[role=status][aria-live]").first.inner_text())
    ben.until(lambda: "Your turn" in ben.page.title())
