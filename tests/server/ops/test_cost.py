"""Work is charged to who asked for it, also by the tasks that it starts, and to nobody else."""

import asyncio

from bigpoints.server.ops.cost import charge, charged_to


def test_work_is_charged_to_who_asked_for_it_and_nobody_pays_for_the_server() -> None:
    anna: list[float] = []
    ben: list[float] = []
    charge(5)
    with charged_to(anna.append):
        charge(1)
        with charged_to(ben.append):
            charge(2)
        charge(3)
    charge(5)
    assert (anna, ben) == ([1, 3], [2])


def test_tasks_are_charged_to_who_started_them_however_late_they_work() -> None:
    async def work(cost: float) -> None:
        await asyncio.sleep(0)
        charge(cost)

    async def play() -> list[list[float]]:
        bills: list[list[float]] = [[], []]
        tasks = []
        for cost, bill in enumerate(bills, start=1):
            with charged_to(bill.append):
                tasks.append(asyncio.create_task(work(cost)))
        await asyncio.gather(*tasks)
        return bills

    assert asyncio.run(play()) == [[1], [2]]
