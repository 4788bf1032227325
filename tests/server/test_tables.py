"""Tables through real sockets: whole games, whoever plays."""

from random import Random

from server.running import Visitor


def test_two_people_play_a_whole_game(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"})
    ben.join(code, "Ben")
    rng = Random(1)
    with anna.at(code) as one, ben.at(code) as two:
        guests = {1: one, 2: two}
        view = one.until(lambda view: view["state"] == "playing")
        while view["state"] == "playing":
            guest = guests[view["turn"]]
            guest.until(lambda seen: seen["version"] >= view["version"])
            version = guest.move(rng=rng)["version"]
            view = one.until(lambda seen: seen["version"] >= version)
        assert view["result"]["scores"]


def test_a_person_plays_against_a_bot(anna: Visitor) -> None:
    answer = anna.ask("POST", "/api/quick", {"name": "Anna", "bot": "level1", "setup": {"bot_delay_ms": 0}})
    rng = Random(2)
    with anna.at(answer["table"]) as guest:
        view = guest.until(lambda view: view["turn"] == 1 or view["state"] == "over")
        while view["state"] == "playing":
            version = guest.move(rng=rng)["version"]
            view = guest.until(
                lambda seen: seen["version"] >= version and (seen["turn"] == 1 or seen["state"] == "over")
            )
        assert len(view["result"]["scores"]) == 2
