"""The queue of texts to read: one at a time, in a thread; no address can keep the others out."""

import asyncio
from collections.abc import Awaitable, Callable
from threading import Event

import pytest

from bigpoints.server.http.text_queue import MAX_TEXTS, MAX_TEXTS_OF_ADDRESS, TextQueue
from bigpoints.server.table.refusals import Refused

HERE, THERE = "192.0.2.7", "192.0.2.8"


class Reader:
    """Texts that are read until they may be done."""

    def __init__(self) -> None:
        self.queue = TextQueue()
        self.may_finish = Event()
        self.busy = self.most_busy = 0

    def send(self, address: str) -> asyncio.Task[str]:
        """A text of an address, on its way."""
        return asyncio.create_task(self.queue.read(address, lambda: self._work(address)))

    def _work(self, address: str) -> str:
        self.busy += 1
        self.most_busy = max(self.most_busy, self.busy)
        self.may_finish.wait(60)
        self.busy -= 1
        return address


def with_reader(story: Callable[[Reader], Awaitable[None]]) -> None:
    async def play() -> None:
        reader = Reader()
        try:
            await story(reader)
        finally:
            reader.may_finish.set()

    asyncio.run(play())


async def code_of(task: asyncio.Task[str]) -> str:
    with pytest.raises(Refused) as refused:
        await task
    assert refused.value.about == {"seconds": 1}
    return refused.value.code


def test_one_text_is_read_at_a_time_and_all_get_their_answer() -> None:
    async def story(reader: Reader) -> None:
        tasks = [reader.send(address) for address in (HERE, THERE, HERE)]
        await asyncio.sleep(0.05)
        reader.may_finish.set()
        assert await asyncio.gather(*tasks) == [HERE, THERE, HERE]
        assert reader.most_busy == 1

    with_reader(story)


def test_an_address_has_few_texts_in_the_queue_and_others_still_get_in() -> None:
    async def story(reader: Reader) -> None:
        tasks = [reader.send(HERE) for _ in range(MAX_TEXTS_OF_ADDRESS)]
        assert await code_of(reader.send(HERE)) == "too_fast"
        tasks.append(reader.send(THERE))
        reader.may_finish.set()
        assert await asyncio.gather(*tasks) == [*[HERE] * MAX_TEXTS_OF_ADDRESS, THERE]
        assert await reader.send(HERE) == HERE

    with_reader(story)


def test_many_addresses_together_cannot_make_the_queue_long() -> None:
    async def story(reader: Reader) -> None:
        tasks = [reader.send(f"192.0.2.{number}") for number in range(MAX_TEXTS)]
        assert await code_of(reader.send("198.51.100.1")) == "too_fast"
        reader.may_finish.set()
        await asyncio.gather(*tasks)
        assert await reader.send("198.51.100.1") == "198.51.100.1"

    with_reader(story)


def test_a_text_that_cannot_be_read_leaves_its_place_to_the_next() -> None:
    def fail() -> str:
        raise Refused("bad_record")

    async def story(reader: Reader) -> None:
        for _ in range(MAX_TEXTS + 1):
            with pytest.raises(Refused, match="bad_record"):
                await reader.queue.read(HERE, fail)

    with_reader(story)
